/** A CDKTF program in a project of its own, for which `cdktf` is run as anyone would run it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { engineEnvironment, summaryOf } from "./engine.mjs";
import { repository } from "./platform.mjs";
import { run } from "./processes.mjs";

const cdktf = createRequire(import.meta.url).resolve("cdktf-cli/bundle/bin/cdktf");

/**
 * Makes the project below `directory`. `program` is the compiled program, by its path in the repository; `engine` the
 * path of `terraform` or `tofu`. The methods give the line with which the engine sums up what it did.
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
    // Plain lines, which end up in the log.
    CI: "1",
    FORCE_COLOR: "0",
    ...environment,
  };
  const log = path.join(directory, "cdktf.log");
  const command = async (args, further) =>
    summaryOf(await run(process.execPath, [cdktf, ...args], { cwd: project, env: { ...env, ...further }, log }));

  return {
    /** Deploys every stack, with these further environment variables. */
    deploy: (further) => command(["deploy", "*", "--auto-approve"], further),
    destroy: (further) => command(["destroy", "*", "--auto-approve"], further),
  };
}
