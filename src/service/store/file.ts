import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { parseDatabaseUrl } from "./database-url";

/** The file in a data directory that holds the store. */
export const DATABASE = "platform.db";

/** Whether the data is in a database that a URL names, not in a directory. */
export const isDatabaseUrl = (data: string): boolean => /^postgres(ql)?:\/\//.test(data);

/** How messages name where a store is: of a URL without user, password and parameters. */
export const nameOf = (data: string): string => (isDatabaseUrl(data) ? parseDatabaseUrl(data).name : data);

/** The file, made with its directory where there is none, and readable by its owner alone: signing keys are in it. */
export function databaseFile(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, DATABASE);
  closeSync(openSync(file, "a", 0o600));
  return file;
}
