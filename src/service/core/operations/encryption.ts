import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_LENGTH = 12;
const TAG_LENGTH = 16;
/** A shorter tag would be easier to forge. */
const TAG = { authTagLength: TAG_LENGTH };

/** Encrypts and authenticates a text with a secret, which must be hard to guess. */
export function encrypt(secret: string, text: string): string {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv(ALGORITHM, keyFrom(secret), iv, TAG);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts a text. Throws if it was not encrypted with the secret. */
export function decrypt(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(ALGORITHM, keyFrom(secret), bytes.subarray(0, IV_LENGTH), TAG);
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH));
  return Buffer.concat([decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()]).toString("utf8");
}

/** Returns a fingerprint of a secret, for storing and looking it up. Reveals nothing about the encryption key. */
export const fingerprint = (secret: string): string =>
  createHash("sha256").update(`name:${secret}`).digest("base64url");

const keyFrom = (secret: string): Buffer => createHash("sha256").update(`key:${secret}`).digest();
