import type { JWTPayload } from "jose";
import { matchesIssuer, matchesWhole, stepsOf } from "../../core/patterns";
import type { StoredIdentity } from "../../store";
import type { Matcher } from "./pattern-budget";

/** Compares a token's claims with an identity's requirements. Compares literals before patterns, which cost more. */

/** The maximum number of a claim's values that are matched with a pattern: Entra ID lists at most 200 groups. */
const MAX_VALUES = 250;
/**
 * The maximum number of steps to match one token: pattern instructions times characters, over all patterns and values.
 */
const MAX_STEPS = 1_000_000;

/** Returns whether the identity accepts tokens of this issuer; only then are the issuer's keys fetched. */
export function trustsIssuer({ claimMatch, staticKeys }: StoredIdentity, issuer: string, matcher: Matcher): boolean {
  if (staticKeys) return staticKeys.issuer === issuer;
  const { issuer: literal, issuerPattern } = claimMatch ?? {};
  if (literal) return issuer === literal;
  return issuerPattern ? matcher(() => matchesIssuer(issuerPattern, issuer)) : false;
}

/**
 * Returns whether the identity has a literal issuer and subject and no patterns, so that it can be looked up by a
 * token's claims.
 */
export const isLiteral = ({ claimMatch, staticKeys }: StoredIdentity): boolean =>
  staticKeys !== undefined ||
  (Boolean(claimMatch?.issuer && claimMatch.subject) &&
    !claimMatch?.audiencePattern &&
    Object.keys(claimMatch?.claimPatterns ?? {}).length === 0);

/**
 * Returns the first claim that does not meet the identity's requirements; undefined if all do. The signature must have
 * been verified before. `defaultAudiences` apply if the identity defines no audience.
 *
 * A token for several audiences belongs to the client in `azp` (OpenID Connect Core 1.0, section 3.1.3.7), which must
 * be absent or an accepted audience, unless the identity itself has a requirement for `azp`. With a single audience,
 * `azp` is ignored, because some issuers set it to the workload's own client.
 */
export function mismatch(
  { claimMatch = {}, staticKeys }: StoredIdentity,
  claims: JWTPayload,
  defaultAudiences: readonly string[],
  matcher: Matcher,
): string | undefined {
  const matches = boundedMatch(matcher);
  const isText = (text: string, literal: string | undefined, pattern: string | undefined): boolean =>
    literal ? text === literal : pattern ? matches(pattern, text) : false;

  const { subject, subjectPattern, audience, audiencePattern, claims: literals = {}, claimPatterns = {} } = claimMatch;
  const accepts = (value: string) =>
    audience || audiencePattern
      ? isText(value, audience, audiencePattern)
      : (staticKeys?.audiences?.length ? staticKeys.audiences : defaultAudiences).includes(value);

  const requirements: readonly (readonly [claim: string, isMet: () => boolean])[] = [
    ["sub", () => isText(claims.sub ?? "", staticKeys?.subject ?? subject, subjectPattern)],
    ["aud", () => valuesOf(claims, "aud").slice(0, MAX_VALUES).some(accepts)],
    ["azp", () => "azp" in literals || "azp" in claimPatterns || isAuthorized(claims, accepts)],
    ...Object.entries(literals).map(
      ([claim, value]) => [claim, () => valuesOf(claims, claim).some((each) => each === value)] as const,
    ),
    ...Object.entries(claimPatterns).map(
      ([claim, pattern]) => [claim, () => someMatch(valuesOf(claims, claim), pattern, matches)] as const,
    ),
  ];
  return requirements.find(([, isMet]) => !isMet())?.[0];
}

type Match = (pattern: string, text: string) => boolean;

/** Matches the claims of one token. Beyond the maximum number of steps, nothing matches. */
function boundedMatch(matcher: Matcher): Match {
  let steps = 0;
  return (pattern, text) =>
    matcher(() => {
      steps += stepsOf(pattern, text);
      return steps <= MAX_STEPS && matchesWhole(pattern, text);
    });
}

const someMatch = (values: readonly string[], pattern: string, matches: Match): boolean =>
  values.slice(0, MAX_VALUES).some((each) => matches(pattern, each));

/** Required claims, by value or pattern. */
export interface RequiredClaims {
  readonly claims?: Readonly<Record<string, string>>;
  readonly claimPatterns?: Readonly<Record<string, string>>;
}

/** Returns the first required claim that a token lacks; undefined if it has all. */
export function unmetClaim(
  { claims = {}, claimPatterns = {} }: RequiredClaims,
  token: JWTPayload,
  matcher: Matcher,
): string | undefined {
  const matches = boundedMatch(matcher);
  return (
    Object.entries(claims).find(([claim, value]) => !valuesOf(token, claim).includes(value))?.[0] ??
    Object.entries(claimPatterns).find(([claim, pattern]) => !someMatch(valuesOf(token, claim), pattern, matches))?.[0]
  );
}

/** Returns whether a token for several audiences is for its authorized party. */
export function isAuthorized(claims: JWTPayload, accepts: (audience: string) => boolean): boolean {
  const isForSeveral = new Set(valuesOf(claims, "aud")).size > 1;
  return !isForSeveral || claims.azp === undefined || (typeof claims.azp === "string" && accepts(claims.azp));
}

/**
 * Returns a claim's values as text, one per element for arrays. Values other than text, numbers and booleans are
 * omitted.
 */
export function valuesOf(claims: JWTPayload, name: string): string[] {
  const claim: unknown = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return [claim]
    .flat()
    .flatMap((value) => (["string", "number", "boolean"].includes(typeof value) ? [String(value)] : []));
}
