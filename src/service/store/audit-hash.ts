import { hash } from "node:crypto";

/** What stands before the first event of the chain. */
export const FIRST_HASH = "0".repeat(64);

/** The hash of an event: SHA-256, in hexadecimal, of the hash before it, a line feed and the event's JSON as it is kept. */
export const hashAfter = (previous: string, event: string): string => hash("sha256", `${previous}\n${event}`, "hex");
