import {
  type AccessGraph,
  accessDiff,
  type Directory,
  describeGrant,
  hasCapability,
  isUnknown,
  NotFoundError,
  type Policy,
  violations,
} from "../../access";
import { PlanError } from "../../access/sources";
import { type Context, notes, parseCapability, type Via, viaOf, type WhyReport } from "../access/decisions";
import { type DiffFormat, formatDiff } from "../access/diff-report";
import { readComparison, readGraph, type SourceOptions } from "../access/sources";
import { namesOf } from "../access/wording";
import { CommandFailure, ExitCode } from "../failure";
import type { Output } from "../output";

/** The exit code for what was asked not to happen. */
export const POLICY_BROKEN = 2;

export interface DiffOptions extends SourceOptions {
  readonly format: DiffFormat;
  readonly failOn?: readonly string[];
}

/** Prints who gains and loses what through a plan; ends with exit code 2 if that breaks a policy. */
export async function diff(plan: string, { format, failOn = [], ...options }: DiffOptions, output: Output) {
  const comparison = await asFailure(() => readComparison(plan, options));
  const { before, after, directory } = comparison;
  const policies = await asFailure(() => failOn.map((text) => parsePolicy(text, directory)));
  const found = accessDiff(before, after);
  const broken = violations(found, policies, after);
  output.stdout(formatDiff(found, broken, comparison, format));
  if (broken.length > 0) throw new ExitCode(POLICY_BROKEN);
}

function parsePolicy(text: string, directory: Directory): Policy {
  const [kind, ...rest] = text.split(":");
  const group = rest.join(":");
  if (kind === "new-access") return text === kind ? { kind } : { kind, group: directory.findGroup(group) };
  if (text === "new-owner" || text === "takeover") return { kind: text };
  throw new CommandFailure(
    `--fail-on ${JSON.stringify(text)} must be new-access, new-access:GROUP, new-owner or takeover`,
  );
}

export interface AnswerOptions extends SourceOptions {
  readonly json: boolean;
}

/** Prints whether an identity has a capability in a group, and through which role bindings. */
export async function why(who: string, capability: string, where: string, options: AnswerOptions, output: Output) {
  const { graph, directory } = await asFailure(() => readGraph(options));
  await asFailure(() => {
    const [identity, group] = [directory.findIdentity(who), directory.findGroup(where)];
    const asked = parseCapability(graph, capability);
    const { answer, via, because } = graph.decide(identity, asked, group);
    const below = answer === "no" ? grantedBelow(graph, identity, asked, group) : [];
    const expired = answer === "no" ? graph.expiredGrantsOf(identity, asked, group) : [];
    if (options.json) {
      const all = [...viaOf({ via }), ...viaOf({ via: expired })];
      const context = contextOf(graph, directory, [identity], [group, ...below], all);
      const report: WhyReport = {
        identity,
        capability: asked,
        group,
        answer,
        via: viaOf({ via }),
        because,
        below,
        expired: viaOf({ via: expired }),
        ...context,
      };
      output.stdout(json(report));
      return;
    }
    const [name, place] = [directory.identity(identity), directory.group(group)];
    const isDisabled = graph.isDisabled(identity) === true;
    const lines = {
      yes: [
        `yes: ${name} has ${asked} in ${place}, through`,
        ...via.map((each) => `  ${describeGrant(each, directory)}`),
      ],
      no: [
        `no: ${name} does not have ${asked} in ${place}${isDisabled ? ", because the identity is disabled" : ""}`,
        ...below.map((each) => `  but has it in ${directory.group(each)}`),
        ...expired.map((each) => `  but had it through ${describeGrant(each, directory)}`),
      ],
      unknown: [`unknown: whether ${name} has ${asked} in ${place}`, ...because.map((each) => `  ${each}`)],
    };
    output.stdout(`${lines[answer].join("\n")}\n${notes(graph)}`);
  });
}

/** Returns the groups below a group where an identity has a capability, without those below each other. */
function grantedBelow(graph: AccessGraph, identity: string, capability: string, group: string): string[] {
  const grants = graph.grantsOf(identity);
  const groups = [...grants.groups].filter(
    (each) => hasCapability(grants.in(each), capability) && graph.isAtOrBelow(each, group),
  );
  return groups.filter((each) => !groups.some((other) => other !== each && graph.isAtOrBelow(each, other)));
}

/** Prints the identities that have a capability in a group. */
export async function whoCan(capability: string, where: string, options: AnswerOptions, output: Output) {
  const { graph, directory } = await asFailure(() => readGraph(options));
  await asFailure(() => {
    const group = directory.findGroup(where);
    const asked = parseCapability(graph, capability);
    const found = [...graph.whoCan(asked, group)].map(([identity, decision]) => ({ identity, decision }));
    found.sort((a, b) => (directory.identity(a.identity) < directory.identity(b.identity) ? -1 : 1));
    if (options.json) {
      const identities = found.map(({ identity, decision: { answer, because, ...decision } }) => ({
        identity,
        answer,
        via: viaOf(decision),
        because,
      }));
      const context = contextOf(
        graph,
        directory,
        found.map(({ identity }) => identity),
        [group],
        identities.flatMap(({ via }) => via),
      );
      output.stdout(json({ capability: asked, group, identities, ...context }));
      return;
    }
    const lines = found.map(({ identity, decision: { answer, via, because } }) =>
      answer === "yes"
        ? `${directory.identity(identity)}  through ${via.map((each) => describeGrant(each, directory)).join("; ")}`
        : `${directory.identity(identity)}  perhaps: ${because.join("; ")}`,
    );
    const none = `nobody has ${asked} in ${directory.group(group)}`;
    output.stdout(`${lines.length > 0 ? lines.join("\n") : none}\n${notes(graph)}`);
  });
}

/** Prints what an identity may do, by group. */
export async function accessOf(who: string, options: AnswerOptions, output: Output) {
  const { graph, directory } = await asFailure(() => readGraph(options));
  await asFailure(() => {
    const identity = directory.findIdentity(who);
    const bindings = [...graph.bindingsOf(identity)].sort((a, b) =>
      directory.group(a.group) < directory.group(b.group) ? -1 : 1,
    );
    const expired = graph.expiredBindingsOf(identity);
    const uncertain = graph.uncertain.filter((each) => isUnknown(each.identity) || each.identity === identity);
    const disabled = graph.isDisabled(identity);
    if (options.json) {
      const access = bindings.map((each) => ({
        ...viaOf({ via: [each] })[0]!,
        capabilities: [...((graph.role(each.role)?.capabilities as readonly string[] | undefined) ?? [])].sort(),
      }));
      const context = contextOf(graph, directory, [identity], [], [...access, ...viaOf({ via: expired })]);
      const unknown = uncertain.map(({ binding, reasons }) => ({ binding: binding.id, reasons }));
      output.stdout(
        json({
          identity,
          disabled: disabled === true,
          access,
          expired: viaOf({ via: expired }),
          unknown,
          ...context,
        }),
      );
      return;
    }
    const lines = [
      ...(disabled === true ? ["disabled: its tokens are rejected until it is enabled"] : []),
      ...bindings.map((each) => describeGrant(each, directory)),
      ...expired.map((each) => `expired: ${describeGrant(each, directory)}`),
      ...uncertain.map(({ binding, reasons }) => `unknown: ${directory.resource(binding.id)}: ${reasons.join("; ")}`),
    ];
    const none = `${directory.identity(identity)} has no role bindings`;
    output.stdout(`${lines.length > 0 ? lines.join("\n") : none}\n${notes(graph)}`);
  });
}

function contextOf(
  graph: AccessGraph,
  directory: Directory,
  identities: readonly string[],
  groups: readonly string[],
  via: readonly Pick<Via, "role" | "group">[],
): Context {
  const names = namesOf(directory, {
    identities,
    groups: new Set([...groups, ...via.map(({ group }) => group)]),
    roles: new Set(via.map(({ role }) => role)),
  });
  return { gaps: graph.snapshot.gaps, names };
}

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Runs work; its errors about what the user wrote become failures of the command. */
export async function asFailure<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof PlanError) throw new CommandFailure(error.message);
    throw error;
  }
}
