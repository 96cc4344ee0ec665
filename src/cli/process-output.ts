import { setTimeout as delay } from "node:timers/promises";
import { describeSystemError } from "./failure";
import type { Output } from "./output";
import { exitCodes } from "./run";

/** The shell's exit code for a program ended by SIGPIPE, because its reader (such as `head`) has closed the pipe. */
const NOBODY_READS = 128 + 13;

/** How long a stopping service waits for its output to be read. */
const LAST_WRITE_MS = 1000;

let survives = false;

/**
 * Returns the process's output streams. A command ends if its output cannot be written, because output would be lost; a
 * service continues.
 */
export function processOutput(): Output {
  process.stdout.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
    if (survives) return;
    if (code === "EPIPE") process.exit(NOBODY_READS);
    process.stderr.write(`error: cannot write the output: ${describeSystemError(code)}\n`);
    process.exit(exitCodes.failure);
  });
  // The error cannot be reported, and a service continues without its log.
  process.stderr.on("error", () => {});
  return {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    surviveStdout: () => {
      survives = true;
    },
  };
}

/**
 * Resolves once the output has been written. On a write error the process exits first, unless it survives such errors.
 */
export const written = (): Promise<unknown> => {
  const all = new Promise((resolve) => process.stdout.write("", () => setImmediate(resolve)));
  return survives ? Promise.race([all, delay(LAST_WRITE_MS)]) : all;
};
