import type { JWTPayload } from "jose";
import { matchesIssuer, matchesWhole } from "../patterns";
import type { Matcher } from "./pattern-budget";
import type { StoredIdentity } from "./ports";

/** Compares a token's claims with what an identity requires. Literals come before patterns, which cost more. */

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
  const isText = (text: string, literal: string | undefined, pattern: string | undefined): boolean =>
    literal ? text === literal : pattern ? matcher(() => matchesWhole(pattern, text)) : false;

  const { subject, subjectPattern, audience, audiencePattern, claims: literals = {}, claimPatterns = {} } = claimMatch;
  const accepts = (value: string) =>
    audience || audiencePattern
      ? isText(value, audience, audiencePattern)
      : (staticKeys?.audiences?.length ? staticKeys.audiences : defaultAudiences).includes(value);

  const requirements: readonly (readonly [claim: string, isMet: () => boolean])[] = [
    ["sub", () => isText(claims.sub ?? "", staticKeys?.subject ?? subject, subjectPattern)],
    ["aud", () => valuesOf(claims, "aud").some(accepts)],
    ["azp", () => "azp" in literals || "azp" in claimPatterns || isAuthorized(claims, accepts)],
    ...Object.entries(literals).map(
      ([claim, value]) => [claim, () => valuesOf(claims, claim).some((each) => each === value)] as const,
    ),
    ...Object.entries(claimPatterns).map(
      ([claim, pattern]) =>
        [claim, () => valuesOf(claims, claim).some((each) => isText(each, undefined, pattern))] as const,
    ),
  ];
  return requirements.find(([, isMet]) => !isMet())?.[0];
}

/** Claims that a token must have, by value or by a pattern. */
export interface RequiredClaims {
  readonly claims?: Readonly<Record<string, string>>;
  readonly claimPatterns?: Readonly<Record<string, string>>;
}

/** The first required claim that a token does not have; undefined where it has all. */
export function unmetClaim({ claims = {}, claimPatterns = {} }: RequiredClaims, token: JWTPayload): string | undefined {
  const holds = (claim: string, test: (value: string) => boolean) => valuesOf(token, claim).some(test);
  return (
    Object.entries(claims).find(([claim, value]) => !holds(claim, (each) => each === value))?.[0] ??
    Object.entries(claimPatterns).find(([claim, pattern]) => !holds(claim, (each) => matchesWhole(pattern, each)))?.[0]
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
