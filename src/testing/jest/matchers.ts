import {
  accessProblems,
  capabilitySet,
  checkAssertion,
  type Decision,
  describeGrant,
  hasCapability,
  isUnknown,
  type MaybeUnknown,
  parseAssertion,
} from "../../access";
import { builtInRoles, capabilityProblem, didYouMean, findCapability } from "../../model";
import { type Access, accessIn, groupIn, identityIn, type Named, textsFor } from "./received";

/** A role of an identity in a group. */
export interface ExpectedGrant {
  readonly identity: Named;
  /** The name, uid or address of the role, or a `Role` of `platform-iac/cdktf`. */
  readonly role: string | { readonly uid: string } | { readonly uidIn: (...options: never[]) => string };
  readonly group: Named;
}

/** What an identity can do in a group. */
export interface ExpectedAccess {
  readonly identity: Named;
  /** Capabilities, by name: `tag.create`. */
  readonly capability: string | readonly string[];
  readonly group: Named;
}

/** What Jest provides as `this`. */
interface Context {
  readonly isNot?: boolean;
}

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What a matcher found out about one of its statements. */
interface Finding {
  readonly statement: string;
  readonly answer: Decision["answer"];
  /** Why, in lines. */
  readonly reasons: readonly string[];
}

/** A matcher passes if all findings are `yes`, and its negation if one is `no`. Both fail if the answer is unknown. */
function result({ isNot = false }: Context, findings: readonly Finding[], gaps: readonly string[]): Result {
  const answers = findings.map(({ answer }) => answer);
  const isOpen = answers.includes("unknown") && !answers.includes("no");
  const pass = isOpen ? isNot : answers.every((answer) => answer === "yes");
  const shown = findings.filter(({ answer }) => (isNot && !isOpen ? true : answer !== "yes"));
  const lines = shown.flatMap(({ statement, answer, reasons }) => [
    `Expected${isNot ? " not" : ""}: ${statement}`,
    ...(answer === "unknown" ? ["It is unknown:"] : []),
    ...reasons.map((reason) => `  ${reason}`),
  ]);
  return { pass, message: () => [...lines, ...gaps.map((gap) => `Note: ${gap}`)].join("\n") };
}

function toGrant(this: Context, received: unknown, expected: ExpectedGrant): Result {
  const access = accessIn(received);
  const { graph, directory } = access;
  const [identity, group] = [identityIn(access, expected.identity), groupIn(access, expected.group)];
  const roles = roleTexts(access, expected.role);
  const isRole = (role: string) =>
    [role, directory.role(role), directory.resource(role)].some((each) => roles.includes(each));
  const found = graph.bindingsOf(identity).find((each) => each.group === group && isRole(each.role));
  const mayBe = (value: MaybeUnknown<string>, matches: (id: string) => boolean) =>
    isUnknown(value) ? (value.oneOf?.some(matches) ?? true) : matches(value);
  const possible = graph.uncertain.filter(
    ({ binding }) =>
      mayBe(binding.identity, (id) => id === identity) &&
      mayBe(binding.group, (id) => id === group) &&
      mayBe(binding.role, isRole),
  );
  // The capabilities of a role may be unknown although the binding is known.
  const certain = possible.find(({ binding }) => ![binding.identity, binding.group, binding.role].some(isUnknown));
  const isGranted = found !== undefined || certain !== undefined;
  const name = directory.identity(identity);
  const finding: Finding = {
    statement: `the role ${roles[0]} is granted to ${name} in ${directory.group(group)}`,
    answer: isGranted ? "yes" : possible.length > 0 ? "unknown" : "no",
    reasons: isGranted
      ? [`It is, by ${directory.resource((found ?? certain)!.binding.id)}.`]
      : possible.length > 0
        ? possible.flatMap(({ reasons }) => reasons)
        : bindingsOf(access, identity),
  };
  return result(this, [finding], graph.snapshot.gaps);
}

/** Returns what a role may be called; the first text is for messages. Throws an Error if there is no such role. */
function roleTexts({ graph }: Access, role: ExpectedGrant["role"]): readonly string[] {
  const isObject = typeof role === "object" && role !== null;
  if (isObject && "uid" in role) return textsFor("role", role);
  // Built-in roles have a name, because their uids differ by stack and deployment.
  const name = String(isObject ? (role as { readonly name?: unknown }).name : role);
  const all = [...builtInRoles, ...graph.snapshot.roles];
  const texts = all.flatMap((each) => [
    ...(typeof each.name === "string" ? [each.name] : []),
    ...("id" in each ? [each.id, ...(each.address === undefined ? [] : [each.address])] : [each.uid]),
  ]);
  const isBound = graph.snapshot.bindings.some((each) => each.role === name);
  if (texts.includes(name) || isBound || graph.uncertain.length > 0) return [name];
  throw new Error(`role ${JSON.stringify(name)} not found${didYouMean(name, texts)}`);
}

function toAllow(this: Context, received: unknown, expected: ExpectedAccess): Result {
  const access = accessIn(received);
  const { graph, directory } = access;
  const [identity, group] = [identityIn(access, expected.identity), groupIn(access, expected.group)];
  const capabilities = capabilitiesIn(access, expected.capability);
  if (this.isNot && capabilities.length > 1) throw new Error("not.toAllow takes one capability; toDeny takes several");
  const findings = capabilities.map((capability): Finding => {
    const decision = graph.decide(identity, capability, group);
    const { answer, via, because } = decision;
    return {
      statement: `${directory.identity(identity)} can ${capability} in ${directory.group(group)}`,
      answer,
      reasons:
        answer === "yes"
          ? [`It can, through`, ...via.map((each) => `  ${describeGrant(each, directory)}`)]
          : answer === "unknown"
            ? because
            : missing(access, identity, capability, group),
    };
  });
  return result(this, findings, graph.snapshot.gaps);
}

function toDeny(this: Context, received: unknown, expected: ExpectedAccess): Result {
  const access = accessIn(received);
  const { graph, directory } = access;
  const [identity, group] = [identityIn(access, expected.identity), groupIn(access, expected.group)];
  const capabilities = capabilitiesIn(access, expected.capability);
  if (this.isNot && capabilities.length > 1) throw new Error("not.toDeny takes one capability; toAllow takes several");
  const findings = capabilities.map((capability): Finding => {
    const { answer, via, because } = graph.decideWithin(identity, capability, group);
    const grants = via.map((each) => `  ${describeGrant(each, directory)}`);
    return {
      statement: `${directory.identity(identity)} cannot ${capability} in ${directory.group(group)} or below`,
      answer: answer === "yes" ? "no" : answer === "no" ? "yes" : "unknown",
      reasons:
        answer === "yes"
          ? ["It can, through", ...grants]
          : answer === "unknown"
            ? because
            : missing(access, identity, capability, group),
    };
  });
  return result(this, findings, graph.snapshot.gaps);
}

function toBeValidAccess(this: Context, received: unknown, assertions: readonly unknown[] = []): Result {
  const access = accessIn(received);
  const { graph, directory } = access;
  const checks = assertions.flatMap((each) => checkAssertion(parseAssertion(each), graph, directory));
  const problems = accessProblems(graph, directory);
  const findings = [
    {
      statement: "access is valid",
      answer: problems.length > 0 ? "no" : "yes",
      reasons: problems.length > 0 ? problems : ["It is."],
    } as const,
    ...checks.map(
      ({ statement, problems: reasons }): Finding => ({
        statement,
        answer: reasons.length > 0 ? "no" : "yes",
        reasons: reasons.length > 0 ? reasons : ["It holds."],
      }),
    ),
  ];
  return result(this, findings, graph.snapshot.gaps);
}

function capabilitiesIn({ graph }: Access, given: string | readonly string[]): readonly string[] {
  const texts = [given].flat();
  if (texts.length === 0 || !texts.every((each) => typeof each === "string" && each !== ""))
    throw new Error("capability must be the name of a capability, such as tag.create, or several");
  return texts.map((text) => {
    const known = findCapability(text);
    if (known) return known;
    const isListed = graph.snapshot.roles.some(
      ({ capabilities }) => !isUnknown(capabilities) && (capabilities as readonly string[]).includes(text),
    );
    if (!isListed) throw new Error(`capability: ${JSON.stringify(text)} ${capabilityProblem(text)}`);
    return text;
  });
}

/** Explains why an identity does not have a capability, and which role binding would grant it. */
function missing(access: Access, identity: string, capability: string, group: string): readonly string[] {
  const { graph, directory } = access;
  const name = directory.identity(identity);
  if (graph.isDisabled(identity) === true) return [`${name} is disabled.`];
  const roles = [
    ...new Set(
      [...builtInRoles, ...graph.snapshot.roles].flatMap((each) =>
        !isUnknown(each.capabilities) &&
        hasCapability(capabilitySet(each.capabilities as readonly string[]), capability) &&
        typeof each.name === "string"
          ? [each.name]
          : [],
      ),
    ),
  ];
  return [
    `No role binding of ${name} in ${directory.group(group)} or above grants it; these roles would: ${roles.join(", ")}.`,
    ...bindingsOf(access, identity),
  ];
}

function bindingsOf({ graph, directory }: Access, identity: string): readonly string[] {
  const all = graph.bindingsOf(identity);
  const name = directory.identity(identity);
  const expired = graph.expiredBindingsOf(identity);
  const listed = (title: string, bindings: typeof all) =>
    bindings.length > 0 ? [title, ...bindings.map((each) => `  ${describeGrant(each, directory)}`)] : [];
  return all.length + expired.length === 0
    ? [`${name} has no role bindings.`]
    : [...listed(`The role bindings of ${name}:`, all), ...listed(`The expired role bindings of ${name}:`, expired)];
}

/** The matchers, for `expect.extend`. */
export const accessMatchers = { toGrant, toAllow, toDeny, toBeValidAccess };
