/** Runs the checks besides lint and tests: the direction of imports, and whether generated files are current. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const scripts = path.dirname(fileURLToPath(import.meta.url));
const run = (script, ...options) =>
  spawnSync(process.execPath, [path.join(scripts, script), ...options], { stdio: "inherit" }).status === 0;

const passed = [run("check-imports.mjs"), run("generate.mjs", "--check")];
process.exitCode = passed.every(Boolean) ? 0 : 1;
