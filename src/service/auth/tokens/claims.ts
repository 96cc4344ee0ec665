import type { JWTPayload } from "jose";
import { matchesIssuer, matchesWhole, stepsOf } from "../../core/patterns";
import type { StoredIdentity } from "../../store";
import type { Matcher } from "./pattern-budget";

/** Compares a token's claims with what an identity requires. Literals come before patterns, which cost more. */

/** The values of a claim that are matched against a pattern: Entra ID lists 200 groups at most. */
const MAX_VALUES = 250;
/** The steps that matching one token may take: pattern instructions times characters, over all patterns and values. */
const MAX_STEPS = 1_000_000;

/** Whether the identity takes tokens of this issuer at all; only then are the issuer's keys fetched. */
export function trustsIssuer({ claimMatch, staticKeys }: StoredIdentity, issuer: string, matcher: Matcher): boolean {
  if (staticKeys) return staticKeys.issuer === issuer;
  const { issuer: literal, issuerPattern } = claimMatch ?? {};
  if (literal) return issuer === literal;
  return issuerPattern ? matcher(() => matchesIssuer(issuerPattern, issuer)) : false;
}

/** Whether nothing but literals says who may assume the identity, so that it can be found without being named. */
export const isLiteral = ({ claimMatch, staticKeys }: StoredIdentity): boolean =>
  staticKeys !== undefined ||
  (Boolean(claimMatch?.issuer && claimMatch.subject) &&
    !claimMatch?.audiencePattern &&
    Object.keys(claimMatch?.claimPatterns ?? {}).length === 0);

/**
 * The first claim that is not what the identity requires; undefined where all are. The signature must have been verified
 * before. `defaultAudiences` are those that serve where the identity names none.
 *
 * A token for several audiences belongs to the client that its `azp` names (OpenID Connect Core 1.0, section 3.1.3.7): it
 * must be absent or be an audience that the identity accepts, unless the identity itself says what `azp` must be. With one
 * audience `azp` says nothing: some issuers put the workload's own client there.
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

/** Matches the claims of one token. Past the most steps that a token may take, nothing matches. */
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

/** Claims that a token must have, by value or by a pattern. */
export interface RequiredClaims {
  readonly claims?: Readonly<Record<string, string>>;
  readonly claimPatterns?: Readonly<Record<string, string>>;
}

/** The first required claim that a token does not have; undefined where it has all. */
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

/** Whether a token for several audiences is for the one that its authorized party is. */
export function isAuthorized(claims: JWTPayload, accepts: (audience: string) => boolean): boolean {
  const isForSeveral = new Set(valuesOf(claims, "aud")).size > 1;
  return !isForSeveral || claims.azp === undefined || (typeof claims.azp === "string" && accepts(claims.azp));
}

/** A claim's values as text; an array has one of each element. What is neither text, number nor boolean has none. */
export function valuesOf(claims: JWTPayload, name: string): string[] {
  const claim: unknown = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return [claim]
    .flat()
    .flatMap((value) => (["string", "number", "boolean"].includes(typeof value) ? [String(value)] : []));
}
