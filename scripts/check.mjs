/** Checks imports, function length and generated files. Lint and tests run separately. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const scripts = path.dirname(fileURLToPath(import.meta.url));
const run = (script, ...options) =>
  spawnSync(process.execPath, [path.join(scripts, script), ...options], { stdio: "inherit" }).status === 0;

const passed = [run("check-imports.mjs"), run("check-functions.mjs"), run("generate.mjs", "--check")];
process.exitCode = passed.every(Boolean) ? 0 : 1;
