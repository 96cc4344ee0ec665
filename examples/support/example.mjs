/** The frame of every example: a temporary directory, cleanup of started processes, and error messages. */
import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { paint } from "./output.mjs";
import { stopAll } from "./processes.mjs";

/** A prerequisite of an example that is missing; the message is one line. */
export class MissingPrerequisiteError extends Error {}

/**
 * Runs an example in a temporary directory, which is removed unless the example fails. Sets the exit code.
 * @param name {string} names the directory
 * @param run {(directory: string) => Promise<void>} the example
 */
export async function runExample(name, run) {
  const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), `platform-${name}-`)));
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      interrupted = true;
      await stopAll();
      rmSync(directory, { recursive: true, force: true });
      process.exit(1);
    });
  }
  try {
    await run(directory);
    await stopAll();
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    if (interrupted) return;
    process.exitCode = 1;
    await stopAll();
    explain(error, directory);
  }
}

function explain(error, directory) {
  if (error instanceof MissingPrerequisiteError) {
    rmSync(directory, { recursive: true, force: true });
    console.error(error.message);
    return;
  }
  if (error.output) console.error(`\n${error.output.trimEnd()}`);
  console.error(`\n${paint("red", error.output === undefined ? (error.stack ?? error) : error.message)}`);
  console.error(`The logs and other files of this run are in ${directory}`);
}

/** Returns the path of the first of these programs that is on PATH, or undefined. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(path.isAbsolute);
  for (const name of names) {
    const found = folders.map((folder) => path.join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
