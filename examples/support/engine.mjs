/** Terraform or OpenTofu, whichever is installed. */
import os from "node:os";
import path from "node:path";
import { findProgram, MissingPrerequisiteError } from "./example.mjs";

/** Returns the path of `terraform`, otherwise of `tofu`. Throws MissingPrerequisiteError if neither is installed. */
export function findEngine() {
  const engine = findProgram("terraform", "tofu");
  if (engine) return engine;
  throw new MissingPrerequisiteError(
    "This example needs Terraform or OpenTofu on the PATH: install one of them and run it again.",
  );
}

/** Returns an environment in which the engine stores its files below `directory` and does not check for updates. */
export const engineEnvironment = (directory) => ({
  PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
  HOME: directory,
  XDG_RUNTIME_DIR: directory,
  // Providers in terraform/plugins below it need no download.
  ...(process.env.XDG_DATA_HOME && { XDG_DATA_HOME: process.env.XDG_DATA_HOME }),
  TF_CLI_CONFIG_FILE: os.devNull,
  TF_IN_AUTOMATION: "1",
  TF_INPUT: "0",
  CHECKPOINT_DISABLE: "1",
});

/** Returns the engine's summary line. */
export const summaryOf = (output) => /(?:(?:Apply|Destroy) complete!|No changes\.).*/.exec(output)?.[0] ?? "";
