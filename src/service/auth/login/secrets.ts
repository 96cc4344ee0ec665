import { createHash, randomBytes, randomInt } from "node:crypto";

/** What nobody can guess. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** The challenge of PKCE to a verifier; also how a secret is compared without being kept. */
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Consonants alone: no code is a word, and none has letters that look alike. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** A code that people compare by eye: `BCDF-GHJK`. */
export function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]!);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

export const isUserCode = (text: string): boolean => new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`).test(text);
