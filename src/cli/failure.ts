import { PlatformError } from "../api";

/** A failed command, with a one-line message for the user. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  // Raised when a directory cannot be created because a file has that name.
  EEXIST: "it is not a directory",
  EADDRINUSE: "the address is in use",
  EADDRNOTAVAIL: "the address is not available on this machine",
  EISDIR: "it is a directory",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or directory",
  ENOSPC: "no space left on device",
  ENOTDIR: "part of the path is not a directory",
  ENOTFOUND: "unknown host",
  EROFS: "the file system is read-only",
};

const databaseErrors: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "another program has locked the database",
  SQLITE_CANTOPEN: "the database cannot be opened",
  SQLITE_CORRUPT: "the database is damaged; restore a backup",
  SQLITE_FULL: "no space left on device",
  SQLITE_IOERR: "the database cannot be read or written",
  SQLITE_NOTADB: "platform.db is not a database; restore a backup",
  SQLITE_READONLY: "the database is read-only",
};

/** Advice appended to PostgreSQL errors. */
const postgresAdvice: Readonly<Record<string, string>> = {
  "28000": "check the user in the database URL and the server's pg_hba.conf",
  "28P01": "check the user and password in the database URL, or PGPASSWORD",
  "3D000": "check the name in the database URL, or create the database",
  "42501": "grant the user in the database URL CREATE and USAGE on the schema",
};

/** The format of an SQLSTATE; operating system codes contain no digits. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Describes an error of a PostgreSQL server, with advice; undefined for other errors. */
function describePostgresError({ message, code = "" }: NodeJS.ErrnoException): string | undefined {
  if (message === "The server does not support SSL connections")
    return "the server does not support TLS; enable it there, or set sslmode=disable in the database URL";
  if (!SQLSTATE.test(code)) return undefined;
  const advice = postgresAdvice[code];
  return `${oneLine(message)} (${code})${advice ? `; ${advice}` : ""}`;
}

/** Describes a system error code. */
export const describeSystemError = (code: string): string => systemErrors[code] ?? code;

/** Describes a SQLite error code, which may extend one of the known ones. */
const describeDatabaseError = (code: string): string | undefined =>
  Object.entries(databaseErrors).find(([known]) => code === known || code.startsWith(`${known}_`))?.[1];

/** Describes an error in one line, without a stack trace. */
export function describeFailure(error: unknown): string {
  const database = describeDatabaseError(String((error as NodeJS.ErrnoException | undefined)?.code));
  if (database !== undefined) return `database error: ${database}`;
  return oneLine(error instanceof Error ? error.message : String(error));
}

export const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");

/**
 * Runs an operation on a path or address named by an option; a system error becomes a CommandFailure. `what` may depend
 * on the failed system call if the operation makes several.
 */
export async function withOperation<T>(
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

/** Combines the message with the cause's report on each host, unless it repeats the message. */
function withCause({ message }: PlatformError, cause: Error): string {
  const reason = cause.message.replace(/^[^\s;]+: /, "");
  return `${message.replace(/^Unavailable: /, "")}${message.includes(reason) ? "" : `; ${cause.message}`}`;
}

/** Ends a command with an exit code, after it has printed all its output. */
export class ExitCode extends Error {
  constructor(readonly code: number) {
    super(`exit code ${code}`);
  }
}
