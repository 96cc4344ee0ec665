import { hash } from "node:crypto";

/** The previous hash of the first event in the chain. */
export const FIRST_HASH = "0".repeat(64);

/**
 * Returns the hash of an event: SHA-256, in hexadecimal, of the previous hash, a line feed and the event's stored JSON.
 */
export const hashAfter = (previous: string, event: string): string => hash("sha256", `${previous}\n${event}`, "hex");
