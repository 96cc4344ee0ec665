import {
  type AccessGraph,
  type Directory,
  type EscalationPath,
  type EscalationTarget,
  escalations,
  leadsTo,
  type TokenStep,
  type UnknownTrust,
} from "../../access";
import { findCapability } from "../../model";
import { platformTokens, readGraph } from "../access/sources";
import { describeCapabilities, type NamedRole, namesOf, rolesByBinding } from "../access/wording";
import { ExitCode } from "../failure";
import type { Output } from "../output";
import { type AnswerOptions, asFailure, POLICY_BROKEN } from "./access";

export interface PathsOptions extends AnswerOptions {
  readonly from?: string;
  readonly to?: string;
  readonly in?: string;
  readonly failOn?: "path";
}

/** The JSON output of `platformctl access paths`. */
export interface PathsReport {
  readonly paths: readonly EscalationPath[];
  readonly unknown: readonly UnknownTrust[];
  readonly gaps: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

/** Prints how identities can act as others that may do more; ends with exit code 2 if that must not be. */
export async function accessPaths(options: PathsOptions, output: Output): Promise<void> {
  const { graph, directory } = await asFailure(() => readGraph(options));
  const tokens = platformTokens(options);
  const { from, target } = await asFailure(() => ({
    from: options.from === undefined ? undefined : directory.findIdentity(options.from),
    target: targetOf(options, directory),
  }));
  const found = escalations(graph, { tokens, from, now: new Date().toISOString() });
  const paths = found.paths.filter((path) => leadsTo(graph, path, target));
  const gaps = [...graph.snapshot.gaps, ...(tokens ? [] : [UNKNOWN_ISSUER])];
  const report: PathsReport = { paths, unknown: found.unknown, gaps, names: namesIn(paths, found.unknown, directory) };
  output.stdout(
    options.json ? `${JSON.stringify(report, undefined, 2)}\n` : formatPaths(report, graph, directory, options),
  );
  if (options.failOn === "path" && paths.length > 0) throw new ExitCode(POLICY_BROKEN);
}

const UNKNOWN_ISSUER =
  "Identities that trust the platform's own tokens were not considered, because the URL of the token service is unknown: set PLATFORM_AUTH_URL.";

/** A capability's name cannot be that of an identity in practice; an identity named owner is selected by its path. */
function targetOf({ to, in: where }: PathsOptions, directory: Directory): EscalationTarget {
  const group = where === undefined ? undefined : directory.findGroup(where);
  if (to === undefined) return { group };
  if (to === "owner") return { owner: true, group };
  const capability = findCapability(to);
  return capability ? { capability, group } : { identity: directory.findIdentity(to), group };
}

const namesIn = (paths: readonly EscalationPath[], unknown: readonly UnknownTrust[], directory: Directory) =>
  namesOf(directory, {
    identities: new Set([
      ...paths.flatMap(({ steps }) => steps.flatMap((step) => [step.from, step.to])),
      ...unknown.map(({ identity }) => identity),
    ]),
    groups: new Set(paths.flatMap(({ gained }) => gained.map(({ group }) => group))),
    roles: [],
  });

function formatPaths(
  { paths, unknown, gaps }: PathsReport,
  graph: AccessGraph,
  directory: Directory,
  { to, in: where }: PathsOptions,
): string {
  const rolesOf = rolesByBinding([graph], directory);
  const blocks = paths.map((path) => {
    const roles = rolesOf(graph.bindingsOf(path.to).map(({ binding }) => binding.id));
    return describePath(path, directory, roles);
  });
  const suffix = `${to === undefined ? "" : ` that leads to ${to}`}${where === undefined ? "" : ` in ${where}`}`;
  const none = `no identity has a path${suffix}\n`;
  const unknowns = unknown.map(
    ({ identity, reason }) => `\nunknown: who may act as ${directory.identity(identity)}: ${reason}\n`,
  );
  const unread = gaps.map((gap) => `\nNote: ${gap}\n`);
  return [blocks.length > 0 ? blocks.join("\n") : none, ...unknowns, ...unread].join("");
}

function describePath(
  { from, to, steps, gained }: EscalationPath,
  directory: Directory,
  roles: readonly NamedRole[],
): string {
  const lines = [
    `${directory.identity(from)} can act as ${directory.identity(to)}`,
    ...steps.map((step, index) => `  ${index + 1}. ${describeStep(step, directory)}`),
    ...gained.map(
      ({ group, capabilities, isOwner }) =>
        `  gains ${describeCapabilities(capabilities, roles)} in ${directory.group(group)} and below${isOwner ? ", as an owner" : ""}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function describeStep({ kind, from, to, condition }: TokenStep, directory: Directory): string {
  const [one, other] = [directory.identity(from), directory.identity(to)];
  const sentence =
    kind === "exchange"
      ? `${other} trusts the platform's tokens of ${one}`
      : `every token that can assume ${one} can also assume ${other}`;
  return condition === undefined ? sentence : `${sentence}, if ${condition}`;
}
