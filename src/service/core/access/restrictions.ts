import type { JWTPayload } from "jose";
import { invalidArgument, isAtOrBelow, isUid } from "../../../api";
import { type Capability, findCapability } from "../../../model";

/**
 * The restrictions of a token to a part of its identity's permissions. Every further exchange preserves them. Absent
 * members do not restrict; empty ones allow nothing.
 */
export interface Restrictions {
  readonly capabilities?: readonly Capability[];
  /** The uids of groups: the token is valid in them and their descendants. */
  readonly groups?: readonly string[];
}

/** The maximum number of groups, because a token must fit into a header. */
const MAX_SCOPES = 100;
/** The maximum total length of the groups, in characters, for the same reason. */
const MAX_SCOPE_CHARACTERS = 8000;
/** The maximum number of capabilities in an exchange: more than exist, even if each is given in both spellings. */
const MAX_CAPS = 200;

/** Parses the parameters `cap` and `scope` of an exchange. Throws INVALID_ARGUMENT. */
export function parseRestrictions(caps: readonly string[], scopes: readonly string[]): Restrictions {
  if (scopes.length > MAX_SCOPES)
    throw invalidArgument({ path: ["scope"], problem: `must be given at most ${MAX_SCOPES} times` });
  if (caps.length > MAX_CAPS)
    throw invalidArgument({ path: ["cap"], problem: `must be given at most ${MAX_CAPS} times` });
  const capabilities = caps.map((text) => {
    const capability = findCapability(text);
    if (!capability) throw invalidArgument({ path: ["cap"], problem: "must name a capability, such as groups.list" });
    return capability;
  });
  if (!scopes.every(isUid)) throw invalidArgument({ path: ["scope"], problem: "must be the uid of a group" });
  if (scopes.join("").length > MAX_SCOPE_CHARACTERS)
    throw invalidArgument({
      path: ["scope"],
      problem: `must have at most ${MAX_SCOPE_CHARACTERS} characters in total`,
    });
  return {
    ...(capabilities.length > 0 ? { capabilities: [...new Set(capabilities)] } : {}),
    ...(scopes.length > 0 ? { groups: scopes } : {}),
  };
}

/** Returns the intersection of two restrictions. */
export function intersectRestrictions(one: Restrictions, other: Restrictions): Restrictions {
  const capabilities = intersection(one.capabilities, other.capabilities, (a, b) =>
    a.filter((each) => b.includes(each)),
  );
  const groups = intersection(one.groups, other.groups, groupIntersection);
  return { ...(capabilities ? { capabilities } : {}), ...(groups ? { groups } : {}) };
}

const intersection = <T>(a: T | undefined, b: T | undefined, both: (a: T, b: T) => T): T | undefined =>
  a && b ? both(a, b) : (a ?? b);

/** Returns the groups that are at or below a group of each list. */
const groupIntersection = (some: readonly string[], others: readonly string[]): string[] => [
  ...new Set(
    some.flatMap((one) =>
      others.flatMap((other) => (isAtOrBelow(one, other) ? [one] : isAtOrBelow(other, one) ? [other] : [])),
    ),
  ),
];

/** Converts restrictions to token claims. */
export const toClaims = ({ capabilities, groups }: Restrictions): JWTPayload => ({
  ...(capabilities ? { cap: capabilities } : {}),
  ...(groups ? { scope: groups } : {}),
});

/** Reads the restrictions of a platform token. An unknown capability allows nothing. */
export const fromClaims = ({ cap, scope }: JWTPayload): Restrictions => ({
  ...(Array.isArray(cap) ? { capabilities: cap.flatMap((each) => findCapability(String(each)) ?? []) } : {}),
  ...(Array.isArray(scope) ? { groups: scope.map(String) } : {}),
});
