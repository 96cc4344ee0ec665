/**
 * Builds dist: compiles TypeScript to CommonJS with declarations, bundles each library that an installation does not
 * include into one file, and builds the provider plugin. `--clean` removes dist first, as required for publishing.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
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

await vendor({ out });
await buildPlugin({ outDir: path.join(out, "plugin") });
chmodSync(path.join(out, "src/cli/platformctl.js"), 0o755);

process.exitCode = compiled.status ?? 1;
