import { describeSystemError } from "./failure";
import type { Output } from "./output";
import { exitCodes } from "./run";

/** What a shell makes of a program that SIGPIPE ended, since nobody reads on: `head` has its lines. */
const NOBODY_READS = 128 + 13;

/** The process's own output. Where it cannot be written, the process ends: nobody would know what was lost. */
export function processOutput(): Output {
  process.stdout.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit(NOBODY_READS);
    process.stderr.write(`error: cannot write the output: ${describeSystemError(code)}\n`);
    process.exit(exitCodes.failure);
  });
  // Nobody could be told; and a service goes on without its log.
  process.stderr.on("error", () => {});
  return { stdout: (text) => process.stdout.write(text), stderr: (text) => process.stderr.write(text) };
}

/** Resolves once the process's output is written. Where that fails, the process ends before. */
export const written = (): Promise<void> =>
  new Promise((resolve) => process.stdout.write("", () => setImmediate(resolve)));
