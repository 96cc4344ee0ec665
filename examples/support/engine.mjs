/** Terraform or OpenTofu, whichever the reader has. */
import os from "node:os";
import path from "node:path";
import { findProgram, NotReady } from "./example.mjs";

/** The path of `terraform`, else `tofu`. Throws NotReady where there is neither. */
export function findEngine() {
  const engine = findProgram("terraform", "tofu");
  if (engine) return engine;
  throw new NotReady(
    "This example needs Terraform or OpenTofu: install one of them, so that it is on PATH, and run it again.",
  );
}

/** An environment in which the engine keeps what it keeps below `directory`, and asks nobody for newer versions. */
export const engineEnvironment = (directory) => ({
  PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
  HOME: directory,
  XDG_RUNTIME_DIR: directory,
  TF_CLI_CONFIG_FILE: os.devNull,
  TF_IN_AUTOMATION: "1",
  TF_INPUT: "0",
  CHECKPOINT_DISABLE: "1",
});

/** The line with which the engine sums up what it did. */
export const summaryOf = (output) => /(?:(?:Apply|Destroy) complete!|No changes\.).*/.exec(output)?.[0] ?? "";
