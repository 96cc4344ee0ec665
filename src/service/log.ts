/** Takes what is worth a line in the log. Entries never hold tokens, keys or bodies. */
export type Log = (entry: LogEntry) => void;

export interface LogEntry {
  /** What happened: `request`. */
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** Writes entries as JSON, one in a line, with their time: `jsonLog((line) => process.stderr.write(line))`. */
export const jsonLog =
  (write: (line: string) => unknown): Log =>
  (entry) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
  };
