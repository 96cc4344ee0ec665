/** A Pulumi program in a separate project, in which `pulumi` runs as for any user. */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { findProgram, MissingPrerequisiteError } from "./example.mjs";
import { repository } from "./platform.mjs";
import { run } from "./processes.mjs";

/** The folders of Pulumi's programs: PATH, or the output of `npm run engines`. Its dynamic provider comes with npm. */
const folders = [
  path.dirname(process.execPath),
  ...(process.env.PATH ?? "").split(path.delimiter),
  path.join(repository, ".engines/bin"),
  path.join(repository, "node_modules/@pulumi/pulumi"),
];

/** Throws MissingPrerequisiteError if there is no `pulumi` that runs Node programs. */
export function findPulumi() {
  process.env.PATH = folders.join(path.delimiter);
  const pulumi = findProgram("pulumi");
  if (pulumi && findProgram("pulumi-language-nodejs")) return pulumi;
  throw new MissingPrerequisiteError("This example needs `pulumi` on the PATH: install it and run it again.");
}

/**
 * Copies the program in `from` into a project below `directory`, independent of this repository; links replace `npm
 * install`. `up` and `destroy` return Pulumi's summary.
 */
export async function pulumiProject(directory, { pulumi, from, files, configuration, environment }) {
  const project = path.join(directory, "project");
  const state = path.join(directory, "state");
  mkdirSync(path.join(project, "node_modules"), { recursive: true });
  mkdirSync(state);
  for (const file of files) cpSync(path.join(from, file), path.join(project, file));
  symlinkSync(repository, path.join(project, "node_modules/platform-iac"));
  symlinkSync(path.join(repository, "node_modules/@pulumi"), path.join(project, "node_modules/@pulumi"));

  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    TMPDIR: directory,
    PULUMI_HOME: path.join(directory, "pulumi"),
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    ...environment,
  };
  const log = path.join(directory, "pulumi.log");
  const command = (...args) => run(pulumi, [...args, "--non-interactive"], { cwd: project, env, log });

  await command("stack", "init", "quickstart");
  for (const [key, value] of Object.entries(configuration)) await command("config", "set", key, value);
  return {
    up: async (...options) => summaryOf(await command("up", "--yes", "--skip-preview", ...options)),
    destroy: async () => summaryOf(await command("destroy", "--yes", "--skip-preview")),
  };
}

/** Returns the lines below `Resources:` as one line. */
const summaryOf = (output) =>
  (/^Resources:\n((?: {4}.+\n)+)/m.exec(output)?.[1] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ");
