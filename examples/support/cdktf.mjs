/** A CDKTF program in a separate project, in which `cdktf` runs as for any user. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { engineEnvironment, summaryOf } from "./engine.mjs";
import { MissingPrerequisiteError } from "./example.mjs";
import { repository } from "./platform.mjs";
import { run } from "./processes.mjs";

const cdktf = createRequire(import.meta.url).resolve("cdktf-cli/bundle/bin/cdktf");

/**
 * Throws MissingPrerequisiteError if `cdktf` would fail with a stack trace: all its commands load a native library, which is
 * precompiled for some versions of Node.js, and exists for others only if npm could compile it.
 */
export function checkCdktf() {
  const library = createRequire(cdktf);
  const name = "@cdktf/node-pty-prebuilt-multiarch";
  const compiled = path.join(path.dirname(library.resolve(`${name}/package.json`)), "build/Release/pty.node");
  if (library(`${name}/lib/prebuild-file-path`).ptyPath !== null || existsSync(compiled)) return;
  const here = `Node.js ${process.version} on ${process.platform}-${process.arch}`;
  throw new MissingPrerequisiteError(
    `cdktf-cli has no prebuilt terminal library for ${here}: use Node.js 20 or 22, or install Python and a C++ compiler and run \`npm rebuild ${name}\`.`,
  );
}

/**
 * Creates the project below `directory`. `program` is the path of the compiled program in the repository; `engine` the
 * path of `terraform` or `tofu`. The methods return the engine's summary line.
 */
export function cdktfProject(directory, { program, engine, environment }) {
  const project = path.join(directory, "project");
  mkdirSync(project);
  const app = `node ${JSON.stringify(path.join(repository, program))}`;
  const configuration = { language: "typescript", app, projectId: "example", sendCrashReports: "false" };
  writeFileSync(path.join(project, "cdktf.json"), JSON.stringify(configuration, undefined, 2));

  const env = {
    ...engineEnvironment(directory),
    TERRAFORM_BINARY_NAME: engine,
    CDKTF_DISABLE_PLUGIN_CACHE_ENV: "1",
    DISABLE_VERSION_CHECK: "1",
    // Plain output for the log.
    CI: "1",
    FORCE_COLOR: "0",
    ...environment,
  };
  const log = path.join(directory, "cdktf.log");
  const command = async (args, further) =>
    summaryOf(await run(process.execPath, [cdktf, ...args], { cwd: project, env: { ...env, ...further }, log }));

  return {
    /** Deploys every stack, with additional environment variables. */
    deploy: (further) => command(["deploy", "*", "--auto-approve"], further),
    destroy: (further) => command(["destroy", "*", "--auto-approve"], further),
  };
}
