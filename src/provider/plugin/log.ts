/** Log lines in the JSON form that Terraform reads from a plugin's standard error and shows by its own TF_LOG. */

import { writeSync } from "node:fs";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Writes one line; fields stand beside the message. Never give it what is secret. */
export type Logger = Readonly<Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>>;

/** A logger that writes to `sink`, by default to standard error. */
export function createLogger(sink: (line: string) => void = toStandardError): Logger {
  const at = (level: LogLevel) => (message: string, fields?: Readonly<Record<string, unknown>>) =>
    sink(formatLogLine(level, message, fields));
  return { trace: at("trace"), debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * One line without its line break. Terraform insists that the three members with an at sign are strings and that the
 * time has exactly six fractional digits.
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
    // The engine may be gone or slow to read; a log line is not worth failing for.
  }
}
