import { CommanderError } from "commander";
import { describeFailure, ExitCode } from "./failure";
import type { Output } from "./output";
import { buildProgram } from "./program";

export const exitCodes = { success: 0, failure: 1 } as const;

/** Runs a command line, given without the node and program paths, and returns the exit code. Never rejects. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  try {
    await buildProgram(output).parseAsync([...args], { from: "user" });
    return exitCodes.success;
  } catch (error) {
    if (error instanceof ExitCode) return error.code;
    // Commander has printed the error; help and version also end with one.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.failure;
    output.stderr(`error: ${describeFailure(error)}\n`);
    return exitCodes.failure;
  }
}
