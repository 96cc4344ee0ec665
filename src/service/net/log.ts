export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Takes what is worth a line in the log. Entries never hold tokens, keys or bodies. */
export type Log = (entry: LogEntry) => void;

export interface LogEntry {
  /** What happened: `request`. */
  readonly event: string;
  /** `info` by default. */
  readonly level?: LogLevel;
  readonly [detail: string]: unknown;
}

/**
 * Writes entries of a level and those above it as JSON, one in a line, with their time and level:
 * `jsonLog((line) => process.stderr.write(line))`.
 */
export const jsonLog =
  (write: (line: string) => unknown, least: LogLevel = "info"): Log =>
  ({ level = "info", ...entry }) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`);
  };

/** What SQLSTATEs look like; codes of the operating system have no digits. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** What the log says of an error: its stack, what caused it, and the code of a database or the operating system behind it. */
export function errorDetails(error: unknown): Readonly<Record<string, unknown>> {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && !chain.includes(each); each = each.cause) chain.push(each);
  const messages = chain.slice(1).map(({ message }) => message);
  // An error that names another's cause, such as the hosts that a search tried, has said it already.
  const causes = messages.filter((message, index) => !messages.slice(0, index).some((each) => each.includes(message)));
  const code = chain.map((each) => (each as { code?: unknown }).code).findLast((each) => typeof each === "string");
  return {
    error: chain[0]?.stack ?? String(error),
    ...(causes.length > 0 ? { cause: causes.join(": ") } : {}),
    ...(code === undefined ? {} : SQLSTATE.test(String(code)) ? { sqlstate: code } : { code }),
  };
}
