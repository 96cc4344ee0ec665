import { PlatformError } from "../api";

/** What keeps a command from doing its work, worded for whoever typed it: one line. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  // A directory was to be made where something else stands.
  EEXIST: "it is not a directory",
  EADDRINUSE: "the address is in use",
  EADDRNOTAVAIL: "this machine does not have the address",
  EISDIR: "it is a directory",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or directory",
  ENOSPC: "no space is left",
  ENOTDIR: "part of the path is not a directory",
  ENOTFOUND: "the host is not known",
  EROFS: "the file system is read-only",
};

const databaseErrors: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "another program holds the database locked",
  SQLITE_CANTOPEN: "the database cannot be opened",
  SQLITE_CORRUPT: "the database is damaged; restore a backup",
  SQLITE_FULL: "no space is left",
  SQLITE_IOERR: "the database cannot be read or written",
  SQLITE_NOTADB: "its platform.db is not a database; restore a backup",
  SQLITE_READONLY: "the database can only be read",
};

/** What to do about errors of PostgreSQL, behind what it says itself. */
const postgresAdvice: Readonly<Record<string, string>> = {
  "28000": "check the user of the database URL, and pg_hba.conf of the server",
  "28P01": "check user and password of the database URL, or PGPASSWORD",
  "3D000": "check the name in the database URL, or create the database",
  "42501": "grant the user of the database URL CREATE and USAGE on the schema",
};

/** What SQLSTATEs look like; codes of the operating system have no digits. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** What a server that a database URL names says, and what to do about it; undefined for other errors. */
function describePostgresError({ message, code = "" }: NodeJS.ErrnoException): string | undefined {
  if (message === "The server does not support SSL connections")
    return "the server does not support TLS; enable it there, or set sslmode=disable in the database URL";
  if (!SQLSTATE.test(code)) return undefined;
  const advice = postgresAdvice[code];
  return `${oneLine(message)} (${code})${advice ? `; ${advice}` : ""}`;
}

/** What the code of a system error means. */
export const describeSystemError = (code: string): string => systemErrors[code] ?? code;

/** What a database's error means; its code may say more behind one of these. */
const describeDatabaseError = (code: string): string | undefined =>
  Object.entries(databaseErrors).find(([known]) => code === known || code.startsWith(`${known}_`))?.[1];

/** An error as one line, without a stack. */
export function describeFailure(error: unknown): string {
  const database = describeDatabaseError(String((error as NodeJS.ErrnoException | undefined)?.code));
  if (database !== undefined) return `the store failed: ${database}`;
  return oneLine(error instanceof Error ? error.message : String(error));
}

export const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");

/**
 * Does something to a path or an address that an option named; its system error becomes a failure that says so. `what`
 * may depend on the system call that failed, where there are several to fail.
 */
export async function attempting<T>(
  what: string | ((syscall: string) => string),
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
    if (error instanceof PlatformError && error.code === "UNAVAILABLE" && error.cause instanceof Error)
      throw new CommandFailure(
        `cannot ${typeof what === "string" ? what : what("")}: ${withCause(error, error.cause)}`,
      );
    const problem =
      code && syscall
        ? describeSystemError(code)
        : (describeDatabaseError(String(code)) ?? describePostgresError(error as NodeJS.ErrnoException));
    if (problem === undefined) throw error;
    throw new CommandFailure(`cannot ${typeof what === "string" ? what : what(syscall)}: ${problem}`);
  }
}

/** What is unavailable, and what each host said, unless that is of one host and said already. */
function withCause({ message }: PlatformError, cause: Error): string {
  const reason = cause.message.replace(/^[^\s;]+: /, "");
  return `${message.replace(/^Unavailable: /, "")}${message.includes(reason) ? "" : `; ${cause.message}`}`;
}

/** Ends a command whose output says all, with an exit code of its own. */
export class ExitCode extends Error {
  constructor(readonly code: number) {
    super(`exit code ${code}`);
  }
}
