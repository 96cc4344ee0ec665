import { capabilityProblem, didYouMean, findCapability, isJsonObject } from "../model";
import { type Directory, describeGrant } from "./directory";
import type { AccessGraph, Decision } from "./graph";

/**
 * A statement about access in a group and everything below it: an identity can or cannot do something, or only certain
 * identities can.
 */
export type Assertion = IdentityAssertion | OnlyAssertion;

interface IdentityAssertion {
  readonly who: readonly string[];
  readonly in: string;
  /** Capabilities that each identity has in the group. */
  readonly can: readonly string[];
  /** Capabilities that no identity has in the group or below it. */
  readonly cannot: readonly string[];
}

interface OnlyAssertion {
  /** The identities that have the capabilities in the group. No others have them there or below. */
  readonly only: readonly string[];
  readonly in: string;
  readonly can: readonly string[];
}

/** The verdict on one capability of an assertion. */
export interface Check {
  /** What is asserted, in words. */
  readonly statement: string;
  /** Why the assertion fails, in clauses; empty if it holds. */
  readonly problems: readonly string[];
  /** The only role binding that makes the assertion hold: without it, the assertion would fail. */
  readonly dependsOn: readonly string[];
  /** Returns whether the assertion would fail if the identity got the capability in the group. */
  readonly forbids: (identity: string, group: string) => boolean;
}

/** An assertion that is not valid; the message follows the place of the assertion. */
export class AssertionFormatError extends Error {
  override readonly name = "AssertionFormatError";
}

const KEYS = ["who", "only", "in", "can", "cannot"] as const;

/** Parses an assertion. Throws AssertionFormatError. */
export function parseAssertion(value: unknown): Assertion {
  if (!isJsonObject(value as never))
    throw new AssertionFormatError("an assertion must have keys, such as {who: deploy, in: acme, can: tag.create}");
  const given = value as Readonly<Record<string, unknown>>;
  const unknownKey = Object.keys(given).find((key) => !KEYS.some((each) => each === key));
  if (unknownKey !== undefined)
    throw new AssertionFormatError(
      `${JSON.stringify(unknownKey)} is not a key of an assertion${didYouMean(unknownKey, KEYS) || `: the keys are ${KEYS.join(", ")}`}`,
    );
  if (typeof given.in !== "string" || given.in === "") throw new AssertionFormatError("in must name a group");
  const [can, cannot] = [capabilitiesIn(given, "can"), capabilitiesIn(given, "cannot")];
  if ((given.who === undefined) === (given.only === undefined))
    throw new AssertionFormatError("either who or only must name identities");
  if (given.only !== undefined) {
    if (cannot.length > 0)
      throw new AssertionFormatError("cannot does not go with only: what others cannot is implied");
    if (can.length === 0) throw new AssertionFormatError("can must name at least one capability");
    return { only: textsIn(given, "only"), in: given.in, can };
  }
  const who = textsIn(given, "who");
  if (who.length === 0) throw new AssertionFormatError("who must name at least one identity");
  if (can.length + cannot.length === 0)
    throw new AssertionFormatError("can or cannot must name at least one capability");
  return { who, in: given.in, can, cannot };
}

function textsIn(given: Readonly<Record<string, unknown>>, key: string): readonly string[] {
  const value = given[key];
  const texts = value === undefined ? [] : [value].flat();
  if (!texts.every((each): each is string => typeof each === "string" && each !== ""))
    throw new AssertionFormatError(`${key} must be a text or a list of texts`);
  return texts;
}

const capabilitiesIn = (given: Readonly<Record<string, unknown>>, key: string): readonly string[] =>
  textsIn(given, key).map((text) => {
    const capability = findCapability(text);
    if (!capability) throw new AssertionFormatError(`${key}: ${JSON.stringify(text)} ${capabilityProblem(text)}`);
    return capability;
  });

/** Checks each capability of an assertion. Throws NotFoundError for a group or an identity that does not exist. */
export function checkAssertion(assertion: Assertion, graph: AccessGraph, directory: Directory): readonly Check[] {
  const group = directory.findGroup(assertion.in);
  if ("only" in assertion) {
    const only = assertion.only.map((text) => directory.findIdentity(text));
    return assertion.can.map((capability) => checkOnly(graph, directory, { only, capability, group }));
  }
  return assertion.who.flatMap((text) => {
    const identity = directory.findIdentity(text);
    const question = (capability: string) => ({ identity, capability, group });
    return [
      ...assertion.can.map((capability) => checkCan(graph, directory, question(capability))),
      ...assertion.cannot.map((capability) => checkCannot(graph, directory, question(capability))),
    ];
  });
}

interface Question {
  readonly identity: string;
  readonly capability: string;
  readonly group: string;
}

function checkCan(graph: AccessGraph, directory: Directory, { identity, capability, group }: Question): Check {
  const decision = graph.decide(identity, capability, group);
  return {
    statement: `${directory.identity(identity)} can ${capability} in ${directory.group(group)}`,
    problems: lacking(graph, directory, { identity, capability, group }),
    dependsOn: soleBinding(decision),
    forbids: () => false,
  };
}

/** Returns why an identity does not have a capability in a group; nothing if it has it. */
function lacking(graph: AccessGraph, directory: Directory, question: Question): readonly string[] {
  const { identity, capability, group } = question;
  const { answer, because } = graph.decide(identity, capability, group);
  if (answer !== "no") return answer === "yes" ? [] : because;
  const expired = graph.expiredGrantsOf(identity, capability, group).map((each) => describeGrant(each, directory));
  const had = expired.length > 0 ? `, but had it through ${expired.join(" and ")}` : "";
  return [`${directory.identity(identity)} does not have ${capability}${had}`];
}

const soleBinding = ({ answer, via }: Decision): readonly string[] =>
  answer === "yes" && via.length === 1 ? [via[0]!.binding.id] : [];

function checkCannot(graph: AccessGraph, directory: Directory, question: Question): Check {
  const { identity, capability, group } = question;
  const name = directory.identity(identity);
  return {
    statement: `${name} cannot ${capability} in ${directory.group(group)}`,
    problems: having(graph, directory, question),
    dependsOn: [],
    forbids: (other, where) => other === identity && overlaps(graph, where, group),
  };
}

/** Returns how an identity has a capability in a group or below it. */
function having(graph: AccessGraph, directory: Directory, { identity, capability, group }: Question): string[] {
  const { answer, via, because } = graph.decideWithin(identity, capability, group);
  const name = directory.identity(identity);
  if (answer === "unknown") return [...because];
  return via.map(
    ({ binding, role, group: where }) =>
      `${name} has ${capability} through ${directory.role(role)} in ${directory.group(where)}, by ${directory.resource(binding.id)}`,
  );
}

function checkOnly(
  graph: AccessGraph,
  directory: Directory,
  {
    only,
    capability,
    group,
  }: { readonly only: readonly string[]; readonly capability: string; readonly group: string },
): Check {
  const names = only.map((identity) => directory.identity(identity));
  const decisions = only.map((identity) => graph.decide(identity, capability, group));
  const others = graph.identities().filter((identity) => !only.includes(identity));
  return {
    statement: `only ${names.join(" and ") || "nobody"} can ${capability} in ${directory.group(group)}`,
    problems: [
      ...only.flatMap((identity) => lacking(graph, directory, { identity, capability, group })),
      ...others.flatMap((identity) => having(graph, directory, { identity, capability, group })),
    ],
    dependsOn: decisions.flatMap(soleBinding),
    forbids: (identity, where) => !only.includes(identity) && overlaps(graph, where, group),
  };
}

const overlaps = (graph: AccessGraph, one: string, other: string): boolean =>
  graph.isAtOrBelow(one, other) || graph.isAtOrBelow(other, one);

/** A role binding, and whether an assertion would fail without it, or if it granted everything. */
export interface BindingCoverage {
  readonly binding: string;
  readonly removal: boolean;
  readonly widening: boolean;
}

/** Returns for each role binding what the checks would notice. */
export function coverageOf(checks: readonly Check[], graph: AccessGraph): readonly BindingCoverage[] {
  const needed = new Set(checks.flatMap(({ dependsOn }) => dependsOn));
  return [...graph.boundIdentities].flatMap((identity) => {
    const watched = new Map<string, boolean>();
    const isWatched = (group: string) => {
      const known = watched.get(group) ?? checks.some(({ forbids }) => forbids(identity, group));
      watched.set(group, known);
      return known;
    };
    return graph.bindingsOf(identity).map(({ binding: { id }, group }) => ({
      binding: id,
      removal: needed.has(id),
      widening: isWatched(group),
    }));
  });
}
