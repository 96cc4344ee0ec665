import type { JWTPayload } from "jose";
import { effortOf, matchesWhole } from "../patterns";
import type { StoredIdentity } from "./ports";

/** Compares a token's claims with what an identity asks for. Patterns are RE2's, so none takes more than linear time. */

/** Whether the identity takes tokens of this issuer at all; only then are the issuer's keys fetched. */
export function trustsIssuer({ claimMatch, staticKeys }: StoredIdentity, issuer: string): boolean {
  if (staticKeys) return staticKeys.issuer === issuer;
  return claimMatch !== undefined && fits(issuer, claimMatch.issuer, claimMatch.issuerPattern);
}

/** Whether the identity takes tokens with this subject. */
export function trustsSubject({ claimMatch, staticKeys }: StoredIdentity, subject: string): boolean {
  if (staticKeys) return staticKeys.subject === subject;
  return claimMatch !== undefined && fits(subject, claimMatch.subject, claimMatch.subjectPattern);
}

/** What it takes to find out both, in instructions of patterns. */
export const effortFor = ({ claimMatch }: StoredIdentity): number =>
  [claimMatch?.subjectPattern, claimMatch?.issuerPattern].reduce(
    (sum, pattern) => sum + (pattern ? effortOf(pattern) : 0),
    0,
  );

/**
 * The first claim that is not what the identity asks for; undefined where all are. The signature must have been
 * verified before. `defaultAudiences` are those that serve where the identity names none.
 */
export function mismatch(
  identity: StoredIdentity,
  claims: JWTPayload,
  defaultAudiences: readonly string[],
): string | undefined {
  const { claimMatch, staticKeys } = identity;
  const matcher = claimMatch ?? {};
  if (!trustsSubject(identity, claims.sub ?? "")) return "sub";

  const audiences = valuesOf(claims, "aud");
  const allowed = staticKeys?.audiences?.length ? staticKeys.audiences : defaultAudiences;
  const takes = (audience: string) =>
    matcher.audience || matcher.audiencePattern
      ? fits(audience, matcher.audience, matcher.audiencePattern)
      : allowed.includes(audience);
  if (!audiences.some(takes)) return "aud";

  const holds = (claim: string, test: (value: string) => boolean) => valuesOf(claims, claim).some(test);
  return (
    Object.entries(matcher.claims ?? {}).find(([claim, value]) => !holds(claim, (each) => each === value))?.[0] ??
    Object.entries(matcher.claimPatterns ?? {}).find(
      ([claim, pattern]) => !holds(claim, (each) => matchesWhole(pattern, each)),
    )?.[0]
  );
}

const fits = (text: string, value: string | undefined, pattern: string | undefined): boolean =>
  value ? text === value : pattern ? matchesWhole(pattern, text) : false;

/** A claim's values as text; an array has one of each element. What is neither text, number nor boolean has none. */
function valuesOf(claims: JWTPayload, name: string): string[] {
  const claim: unknown = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return [claim]
    .flat()
    .flatMap((value) => (["string", "number", "boolean"].includes(typeof value) ? [String(value)] : []));
}
