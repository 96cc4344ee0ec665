import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { parseDatabaseUrl } from "./database-url";

/** The name of the store's file in a data directory. */
export const DATABASE = "platform.db";

/** Returns whether `data` is a database URL, not a directory. */
export const isDatabaseUrl = (data: string): boolean => /^postgres(ql)?:\/\//.test(data);

/** Returns the store's location for messages; omits the user, password and parameters of a URL. */
export const nameOf = (data: string): string => (isDatabaseUrl(data) ? parseDatabaseUrl(data).name : data);

/**
 * Returns the store's file. Creates it and its directory if they do not exist, readable only by the owner, because it
 * contains signing keys.
 */
export function databaseFile(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, DATABASE);
  closeSync(openSync(file, "a", 0o600));
  return file;
}
