import type { Writable } from "node:stream";

/** Takes what is worth a line in the log. Entries never hold tokens, keys or bodies. */
export type Log = (entry: LogEntry) => void;

export interface LogEntry {
  /** What happened: `request`. */
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** Writes entries as JSON, one in a line, with their time. */
export const jsonLog =
  (stream: Writable): Log =>
  (entry) => {
    stream.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
  };
