import { setTimeout as delay } from "node:timers/promises";
import { describeSystemError } from "./failure";
import type { Output } from "./output";
import { exitCodes } from "./run";

/** What a shell makes of a program that SIGPIPE ended, since nobody reads on: `head` has its lines. */
const NOBODY_READS = 128 + 13;

/** How long a service that ends waits for a reader of its output that does not read. */
const LAST_WRITE_MS = 1000;

let survives = false;

/**
 * The process's own output. Where it cannot be written, the process ends, as nobody would know what was lost; a service
 * goes on.
 */
export function processOutput(): Output {
  process.stdout.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
    if (survives) return;
    if (code === "EPIPE") process.exit(NOBODY_READS);
    process.stderr.write(`error: cannot write the output: ${describeSystemError(code)}\n`);
    process.exit(exitCodes.failure);
  });
  // Nobody could be told; and a service goes on without its log.
  process.stderr.on("error", () => {});
  return {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    surviveStdout: () => {
      survives = true;
    },
  };
}

/** Resolves once the process's output is written. Where that fails, the process ends before, unless it survives that. */
export const written = (): Promise<unknown> => {
  const all = new Promise((resolve) => process.stdout.write("", () => setImmediate(resolve)));
  return survives ? Promise.race([all, delay(LAST_WRITE_MS)]) : all;
};
