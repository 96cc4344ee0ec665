/** What can be read of a JSON Web Token without verifying it, which is the business of whoever is shown it. */

/** Whether text could be a token: visible ASCII, so that it can stand in a header. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/**
 * How long a token that was just issued lives, in milliseconds; undefined for text that does not tell. Its own two
 * times are compared, so that a local clock that is wrong does not matter.
 */
export function lifetimeOf(token: string): number | undefined {
  const { iat, exp } = claimsOf(token);
  if (typeof exp !== "number") return undefined;
  return exp * 1000 - (typeof iat === "number" ? iat * 1000 : Date.now());
}

/** When a token expires; undefined for text that does not tell. */
export function expiryOf(token: string): Date | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === "number" ? new Date(exp * 1000) : undefined;
}

/** Whom a token is for; empty for text that does not tell. */
export function audiencesOf(token: string): readonly string[] {
  return [claimsOf(token).aud].flat().filter((audience): audience is string => typeof audience === "string");
}

/** Names whom a token stands for, the same as long as its subject is; a token that does not tell stands for itself. */
export function holderOf(token: string): string {
  const { iss, sub } = claimsOf(token);
  return typeof sub === "string" ? JSON.stringify([iss, sub]) : token;
}

/**
 * Whose permissions a token has: its subject. Undefined for a token that was narrowed to fewer, by its claims `cap` and
 * `scope`, and for text that does not tell.
 */
export function subjectOf(token: string): string | undefined {
  const { sub, cap, scope } = claimsOf(token);
  return typeof sub === "string" && cap === undefined && scope === undefined ? sub : undefined;
}

type Claims = Readonly<Record<"iat" | "exp" | "aud" | "iss" | "sub" | "cap" | "scope", unknown>>;

function claimsOf(token: string): Partial<Claims> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
