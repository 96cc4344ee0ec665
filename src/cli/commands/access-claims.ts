import { type ClaimRequirement, counterexample, isUnknown, requirementsOf } from "../../access";
import { notes } from "../access/decisions";
import { readGraph } from "../access/sources";
import { describeClaim, namesOf } from "../access/wording";
import type { Output } from "../output";
import { type AnswerOptions, asFailure } from "./access";

/** The JSON output of `platformctl access claims`. */
export interface ClaimsReport {
  readonly identity: string;
  readonly disabled: boolean;
  /** The field that describes who may assume the identity, such as `claimMatch`; not set if no token may. */
  readonly kind?: string;
  readonly requirements: readonly ClaimReport[];
  /** Why the requirements are unknown, in a clause. */
  readonly unknown?: string;
  readonly gaps: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

/** What a token must have, as a literal value or a pattern. */
export interface ClaimReport extends ClaimRequirement {
  /** A surprising value that the pattern accepts. */
  readonly counterexample?: string;
}

/** Prints which tokens may assume an identity. */
export async function accessClaims(who: string, options: AnswerOptions, output: Output): Promise<void> {
  const { graph, directory } = await asFailure(() => readGraph(options));
  const identity = await asFailure(() => directory.findIdentity(who));
  const trust = graph.identity(identity)?.trust ?? { unknown: "the identity is hidden from the caller" };
  const disabled = graph.isDisabled(identity) === true;
  const { kind, requirements } = isUnknown(trust) ? { kind: undefined, requirements: [] } : requirementsOf(trust);
  const claims = requirements.map((requirement): ClaimReport => {
    const surprise = requirement.pattern === undefined ? undefined : counterexample(requirement.pattern);
    return surprise === undefined ? requirement : { ...requirement, counterexample: surprise };
  });
  const names = namesOf(directory, { identities: [identity], groups: [], roles: [] });
  const { gaps } = graph.snapshot;
  const report: ClaimsReport = {
    identity,
    disabled,
    ...(kind ? { kind } : {}),
    requirements: claims,
    ...(isUnknown(trust) ? { unknown: trust.unknown } : {}),
    gaps,
    names,
  };
  output.stdout(
    options.json
      ? `${JSON.stringify(report, undefined, 2)}\n`
      : `${textOf(report, directory.identity(identity))}\n${notes(graph)}`,
  );
}

function textOf({ disabled, kind, requirements, unknown }: ClaimsReport, name: string): string {
  const suffix = disabled ? " once it is enabled" : "";
  if (unknown !== undefined) return `unknown: which tokens may assume ${name}: ${unknown}`;
  if (kind === undefined) return `no token may assume ${name}`;
  return [
    `a token may assume ${name}${suffix} if it has`,
    ...requirements.flatMap((each) => [
      `  ${describeClaim(each)}`,
      ...(each.counterexample === undefined ? [] : [`    which also accepts ${JSON.stringify(each.counterexample)}`]),
    ]),
  ].join("\n");
}
