const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes a log entry. Entries never contain tokens, keys or bodies. */
export type Log = (entry: LogEntry) => void;

export interface LogEntry {
  /** The event, such as `request`. */
  readonly event: string;
  /** `info` by default. */
  readonly level?: LogLevel;
  readonly [detail: string]: unknown;
}

/**
 * Creates a log that writes entries of a level and above as JSON lines with their time and level: `jsonLog((line) =>
 * process.stderr.write(line))`.
 */
export const jsonLog =
  (write: (line: string) => unknown, least: LogLevel = "info"): Log =>
  ({ level = "info", ...entry }) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`);
  };

/** Matches SQLSTATEs; error codes of the operating system contain no digits. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Returns the log members of an error: its stack, its causes, and the code of the database or operating system. */
export function errorDetails(error: unknown): Readonly<Record<string, unknown>> {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && !chain.includes(each); each = each.cause) chain.push(each);
  const messages = chain.slice(1).map(({ message }) => message);
  // Skips causes that an earlier message already contains, such as the hosts of a failed search.
  const causes = messages.filter((message, index) => !messages.slice(0, index).some((each) => each.includes(message)));
  const code = chain.map(errorCode).findLast((each) => each !== "");
  return {
    error: chain[0]?.stack ?? String(error),
    ...(causes.length > 0 ? { cause: causes.join(": ") } : {}),
    ...(code === undefined ? {} : SQLSTATE.test(code) ? { sqlstate: code } : { code }),
  };
}

/** The maximum length of a logged path or claim, in characters: a uid five groups deep has 125. */
const MAX_LENGTH = 512;
const REDACTED = "[redacted]";

/** Prepares a caller's path or claim for the log: redacts anything that looks like a JWT, then truncates. */
export function loggedText(text: string): string {
  // Dots may be percent-encoded. Matches each run of characters once, to take linear time.
  const redacted = text.replace(/(?:[\w.-]|%2e)+/gi, (run) => (hasJwt(run) ? REDACTED : run));
  return redacted.length > MAX_LENGTH ? `${redacted.slice(0, MAX_LENGTH)}...` : redacted;
}

/** Returns whether a text contains three base64url parts of which the first starts like a JSON object. */
function hasJwt(text: string): boolean {
  const parts = text.split(/\.|%2e/i);
  return parts.some((part, at) => part.includes("eyJ") && at + 2 < parts.length);
}

import { errorCode } from "../../api";
