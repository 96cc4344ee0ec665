/** Fails with an instruction in a fresh clone, where the build could only report that it cannot find a module. */
const { existsSync } = require("node:fs");
const path = require("node:path");

if (!existsSync(path.join(__dirname, "../node_modules/esbuild"))) {
  console.error("error: the dependencies are not installed; run `npm ci` first");
  process.exitCode = 1;
}
