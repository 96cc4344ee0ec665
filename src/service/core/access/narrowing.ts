import type { JWTPayload } from "jose";
import { invalidArgument, isAtOrBelow, isUid } from "../../../api";
import { type Capability, capabilityFrom } from "../../../model";

/**
 * What a token may be used for, of all that its identity may do. A token keeps what it was narrowed to through every
 * further exchange. Absent members leave all; an empty one leaves nothing.
 */
export interface Narrowing {
  readonly capabilities?: readonly Capability[];
  /** The uids of groups, in which and below which the token is good. */
  readonly groups?: readonly string[];
}

/** The most groups that a token is narrowed to: it must fit into a header. */
const MAX_SCOPES = 100;
/** The most characters that they have together, for the same reason. */
const MAX_SCOPE_CHARACTERS = 8000;
/** The most capabilities that an exchange names, each perhaps in both spellings: more than there are. */
const MAX_CAPS = 200;

/** Reads the parameters `cap` and `scope` of an exchange. Throws INVALID_ARGUMENT. */
export function readNarrowing(caps: readonly string[], scopes: readonly string[]): Narrowing {
  if (scopes.length > MAX_SCOPES)
    throw invalidArgument({ path: ["scope"], problem: `must be given at most ${MAX_SCOPES} times` });
  if (caps.length > MAX_CAPS)
    throw invalidArgument({ path: ["cap"], problem: `must be given at most ${MAX_CAPS} times` });
  const capabilities = caps.map((text) => {
    const capability = capabilityFrom(text);
    if (!capability) throw invalidArgument({ path: ["cap"], problem: "must name a capability, such as groups.list" });
    return capability;
  });
  if (!scopes.every(isUid)) throw invalidArgument({ path: ["scope"], problem: "must be the uid of a group" });
  if (scopes.join("").length > MAX_SCOPE_CHARACTERS)
    throw invalidArgument({ path: ["scope"], problem: `must have at most ${MAX_SCOPE_CHARACTERS} characters in all` });
  return {
    ...(capabilities.length > 0 ? { capabilities: [...new Set(capabilities)] } : {}),
    ...(scopes.length > 0 ? { groups: scopes } : {}),
  };
}

/** What both allow. */
export function narrowed(one: Narrowing, other: Narrowing): Narrowing {
  const capabilities = intersection(one.capabilities, other.capabilities, (a, b) =>
    a.filter((each) => b.includes(each)),
  );
  const groups = intersection(one.groups, other.groups, groupIntersection);
  return { ...(capabilities ? { capabilities } : {}), ...(groups ? { groups } : {}) };
}

const intersection = <T>(a: T | undefined, b: T | undefined, both: (a: T, b: T) => T): T | undefined =>
  a && b ? both(a, b) : (a ?? b);

/** The groups that lie in one of each. */
export const groupIntersection = (some: readonly string[], others: readonly string[]): string[] => [
  ...new Set(
    some.flatMap((one) =>
      others.flatMap((other) => (isAtOrBelow(one, other) ? [one] : isAtOrBelow(other, one) ? [other] : [])),
    ),
  ),
];

/** How a token carries it. */
export const toClaims = ({ capabilities, groups }: Narrowing): JWTPayload => ({
  ...(capabilities ? { cap: capabilities } : {}),
  ...(groups ? { scope: groups } : {}),
});

/** What a token of ours carries. A capability that this version does not know allows nothing. */
export const fromClaims = ({ cap, scope }: JWTPayload): Narrowing => ({
  ...(Array.isArray(cap) ? { capabilities: cap.flatMap((each) => capabilityFrom(String(each)) ?? []) } : {}),
  ...(Array.isArray(scope) ? { groups: scope.map(String) } : {}),
});
