/** Reads JSON Web Tokens without verifying them; verification is up to the recipient. */

/** Reports whether a string can be a token: visible ASCII, so that it is valid in a header. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/**
 * Returns the lifetime of a token, in milliseconds; undefined if it does not state one. Compares the token's own times,
 * so that an inaccurate local clock does not matter.
 */
export function lifetimeOf(token: string): number | undefined {
  const { iat, exp } = claimsOf(token);
  if (typeof exp !== "number") return undefined;
  return exp * 1000 - (typeof iat === "number" ? iat * 1000 : Date.now());
}

/** Returns when a token expires; undefined if it does not state it. */
export function expiryOf(token: string): Date | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === "number" ? new Date(exp * 1000) : undefined;
}

/** Returns the audiences of a token; empty if it has none. */
export function audiencesOf(token: string): readonly string[] {
  return [claimsOf(token).aud].flat().filter((audience): audience is string => typeof audience === "string");
}

/** Returns a name for the token's subject, stable across its tokens; the token itself if it states no subject. */
export function subjectKeyOf(token: string): string {
  const { iss, sub } = claimsOf(token);
  return typeof sub === "string" ? JSON.stringify([iss, sub]) : token;
}

/**
 * Returns the subject whose permissions a token has. Undefined for a token restricted by its `cap` or `scope` claims,
 * and for a string without a subject.
 */
export function subjectOf(token: string): string | undefined {
  const { sub, cap, scope } = claimsOf(token);
  return typeof sub === "string" && cap === undefined && scope === undefined ? sub : undefined;
}

/** Describes the claims by which a service decides what a token may assume; undefined for a string that is not a token. */
export function describeClaims(token: string): string | undefined {
  const { iss, sub, aud } = claimsOf(token);
  const parts = Object.entries({ issuer: iss, subject: sub, audience: aud }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${JSON.stringify(value).slice(0, MAX_DESCRIBED)}`],
  );
  return parts.length > 0 ? parts.join(", ") : undefined;
}

/** The maximum length of a described claim, in characters. */
const MAX_DESCRIBED = 256;

type Claims = Readonly<Record<"iat" | "exp" | "aud" | "iss" | "sub" | "cap" | "scope", unknown>>;

const claimsOf = (token: string): Partial<Claims> => decodeClaims(token) ?? {};

/** Returns all claims of a token; undefined for a string that is not a token. */
export function decodeClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" && claims !== null && !Array.isArray(claims) ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}
