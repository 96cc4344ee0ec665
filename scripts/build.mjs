/**
 * Builds dist: compiles TypeScript to CommonJS with declarations, bundles each library that an installation does not
 * include into one file, and builds the provider plugin. `--clean` removes dist first, as required for publishing.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildPlugin } from "./build-plugin.mjs";
import { vendor } from "./vendor.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, "dist");

if (process.argv.includes("--clean")) rmSync(out, { recursive: true, force: true });

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compiled = spawnSync(process.execPath, [tsc, "-p", path.join(root, "tsconfig.json")], { stdio: "inherit" });

// An output of a source that was moved could shadow the new one: platform.js is resolved before platform/index.js.
for (const folder of ["src", "constructs", "examples"]) removeStale(path.join(out, folder), path.join(root, folder));

await vendor({ out });
await buildPlugin({ outDir: path.join(out, "plugin") });
chmodSync(path.join(out, "src/cli/platformctl.js"), 0o755);

process.exitCode = compiled.status ?? 1;

/** Removes the outputs in a folder that have no TypeScript source. */
function removeStale(outputs, sources) {
  for (const entry of existsSync(outputs) ? readdirSync(outputs, { withFileTypes: true }) : []) {
    const [output, source] = [path.join(outputs, entry.name), path.join(sources, entry.name)];
    const hasSource = existsSync(entry.isDirectory() ? source : source.replace(/(\.d)?\.[jt]s$/, ".ts"));
    if (!hasSource) rmSync(output, { recursive: true });
    else if (entry.isDirectory()) removeStale(output, source);
  }
}
