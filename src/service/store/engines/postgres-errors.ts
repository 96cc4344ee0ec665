import { errorCode, type PlatformError, retryLater } from "../../../api";

/** Translates PostgreSQL's errors to API errors. SQLSTATEs are listed in appendix A of its documentation. */

/** A write was rejected because the server is a standby or the session is read-only. */
const READ_ONLY = "25006";
/** An earlier statement of the transaction failed. */
export const ABORTED = "25P02";

/** Connections that cannot be opened or break; servers that are shutting down or starting. */
const BROKEN = "08...|57P0.|25P03|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)";
const LOST = new RegExp(`^(${BROKEN}|40003)$`);
/**
 * Overloaded servers and cancelled statements, with our own descriptions: PostgreSQL's messages contain names of roles
 * and databases.
 */
const busy: Readonly<Record<string, string>> = {
  "53000": "it lacks resources",
  "53100": "its disk is full",
  "53200": "it is out of memory",
  "53300": "it has too many clients already",
  "53400": "a limit of its configuration is exceeded",
  "55P03": "a lock is not available",
  "57014": "a statement was cancelled, or took too long",
};
/** Servers that temporarily accept no connections. */
const starting: Readonly<Record<string, string>> = { "57P03": "it is starting up, or shutting down" };
const isBusy = (error: unknown): boolean => Object.hasOwn(busy, errorCode(error));
/** Matches the messages of node-postgres's own errors, which have no code. */
const WITHOUT_CODE = /timeout|terminated|not queryable|closed/i;
const READ_TIMEOUT = "Query read timeout";

/** Returns whether a server rejected a connection because it has none left. */
export const hasNoConnections = (error: unknown): boolean => errorCode(error) === "53300";

export const isReadOnly = (error: unknown): boolean => errorCode(error) === READ_ONLY;

/** Returns whether a statement was not answered within the client's timeout. */
export const isReadTimeout = (error: unknown): boolean => error instanceof Error && error.message === READ_TIMEOUT;

/** Returns whether a connection is unusable. The outcome of its last statement is unknown. */
export const isLost = (error: unknown): boolean =>
  LOST.test(errorCode(error)) || (errorCode(error) === "" && WITHOUT_CODE.test(String(error)));

/** Creates the error of a reachable server that does not accept writes. */
export const readOnlyServer = (problem: string): Error => Object.assign(new Error(problem), { code: READ_ONLY });

/** Describes an error briefly. */
export function describeError(error: unknown): string {
  const code = errorCode(error);
  if (isBusy(error)) return `${busy[code]}, ${code}`;
  if (Object.hasOwn(starting, code)) return `${starting[code]}, ${code}`;
  if (isLost(error)) return code || "the connection timed out or was lost";
  return error instanceof Error ? error.message : String(error);
}

/**
 * Converts temporary errors, and those that an operator must repair, to UNAVAILABLE; returns other errors unchanged.
 * `details` are only for the log and the command line, because API clients must not learn the names of hosts.
 */
export function asUnavailable(error: unknown, details?: string): unknown {
  const code = errorCode(error);
  // The details contain the error's description.
  const cause = details === undefined ? error : Object.assign(new Error(details), code ? { code } : {});
  if (isReadOnly(error))
    return retryLater("UNAVAILABLE", `Unavailable: the database is read-only (${READ_ONLY})`, 1, cause);
  if (!isLost(error) && !isBusy(error)) return error;
  const problem = isBusy(error) ? "cannot serve the request" : "is not responding";
  return retryLater("UNAVAILABLE", `Unavailable: the database ${problem} (${describeError(error)})`, 1, cause);
}

/** Creates the error of a write that may or may not have been committed. */
export const outcomeUnknown = (reason: string, cause: unknown): PlatformError =>
  retryLater(
    "UNAVAILABLE",
    `Unavailable: the outcome of the write is unknown: ${reason}. Retry it with the same Idempotency-Key, or read the resource first`,
    1,
    cause,
  );
