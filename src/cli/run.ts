import { CommanderError } from "commander";
import { describeFailure, ExitCode } from "./failure";
import type { Output } from "./output";
import { buildProgram } from "./program";

export const exitCodes = { success: 0, failure: 1, usage: 2 } as const;

/** Runs one command line, without the names of node and program, and gives the exit code. Never rejects. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  try {
    await buildProgram(output).parseAsync([...args], { from: "user" });
    return exitCodes.success;
  } catch (error) {
    if (error instanceof ExitCode) return error.code;
    // Commander has said what was wrong; help and version are its errors too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    output.stderr(`error: ${describeFailure(error)}\n`);
    return exitCodes.failure;
  }
}
