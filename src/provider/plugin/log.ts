/**
 * Log levels. Lines are written as JSON, which Terraform reads from a plugin's standard error and filters by TF_LOG.
 */

import { writeSync } from "node:fs";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Writes one log line per call; `fields` become members next to the message. Never log secrets. */
export type Logger = Readonly<Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>>;

/** Creates a logger that writes to `sink`, by default standard error. */
export function createLogger(sink: (line: string) => void = toStandardError): Logger {
  const at = (level: LogLevel) => (message: string, fields?: Readonly<Record<string, unknown>>) =>
    sink(formatLogLine(level, message, fields));
  return { trace: at("trace"), debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Formats one log line, without a line break. Terraform requires the three "@" members to be strings and the timestamp
 * to have exactly six fractional digits.
 */
export function formatLogLine(
  level: LogLevel,
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
  now: Date = new Date(),
): string {
  const timestamp = now.toISOString().replace("Z", "000Z");
  return JSON.stringify({ ...fields, "@level": level, "@message": String(message), "@timestamp": timestamp });
}

function toStandardError(line: string): void {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // The engine may be gone or slow to read; a failed log line must not fail the operation.
  }
}
