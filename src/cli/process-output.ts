import { setTimeout as delay } from "node:timers/promises";
import { describeSystemError } from "./failure";
import type { Output } from "./output";
import { exitCodes } from "./run";

/** The shell's exit code for a program ended by SIGPIPE, because its reader (such as `head`) has closed the pipe. */
const SIGPIPE_EXIT_CODE = 128 + 13;

/** How long a stopping service waits for its output to be read. */
const DRAIN_TIMEOUT_MS = 1000;

let continuesWithoutStdout = false;

/**
 * Returns the process's output streams. A command ends if its output cannot be written, because output would be lost; a
 * service continues.
 */
export function processOutput(): Output {
  process.stdout.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
    if (continuesWithoutStdout) return;
    if (code === "EPIPE") process.exit(SIGPIPE_EXIT_CODE);
    process.stderr.write(`error: cannot write the output: ${describeSystemError(code)}\n`);
    process.exit(exitCodes.failure);
  });
  // The error cannot be reported, and a service continues without its log.
  process.stderr.on("error", () => {});
  return {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    continueWithoutStdout: () => {
      continuesWithoutStdout = true;
    },
  };
}

/**
 * Resolves once the output has been written. On a write error the process exits first, unless it survives such errors.
 */
export const outputWritten = (): Promise<unknown> => {
  const all = new Promise((resolve) => process.stdout.write("", () => setImmediate(resolve)));
  return continuesWithoutStdout ? Promise.race([all, delay(DRAIN_TIMEOUT_MS)]) : all;
};
