import { createHash, randomBytes, randomInt } from "node:crypto";

/** Returns a random secret with 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Returns the PKCE challenge of a verifier. Also used to compare secrets that are not stored. */
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Consonants only, so that codes are not words and contain no characters that look alike. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** Returns a code that people compare visually: `BCDF-GHJK`. */
export function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]!);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

export const isUserCode = (text: string): boolean => new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`).test(text);
