import { createHash, randomBytes, randomInt } from "node:crypto";
import { type Clock, type Database, singleUse } from "../../store";

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
  const letters = Array.from({ length: 8 }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

export const isUserCode = (text: string): boolean => new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`).test(text);

/** Single-use secrets of logins in progress, stored with data until they expire. Each kind has its own secrets. */
export class LoginSecrets {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  put(kind: string, secret: string, data: object, lifetimeMs: number): Promise<void> {
    return singleUse.put(this.db, kind, secret, data, { now: this.#timeIn(0), expires: this.#timeIn(lifetimeMs) });
  }

  /** Returns the data of a secret, and deletes it; undefined for unknown and expired secrets. */
  take<T>(kind: string, secret: string): Promise<T | undefined> {
    return singleUse.take<T>(this.db, kind, secret, this.#timeIn(0));
  }

  /** Returns the data of a secret, and keeps it; undefined for unknown and expired secrets. */
  peek<T>(kind: string, secret: string): Promise<T | undefined> {
    return singleUse.peek<T>(this.db, kind, secret, this.#timeIn(0));
  }

  #timeIn(milliseconds: number): string {
    return new Date(this.clock() + milliseconds).toISOString();
  }
}
