/**
 * Builds the provider plugin: a program that prints the handshake line, and the files that it loads afterwards, each
 * when needed, among them the encoded schema.
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { writeNotices } from "./notices.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const PROGRAM = "terraform-provider-platform";

/** The programs: the one for Node.js, and the one that is compiled together with its runtime. */
const builders = { node: buildForNode, standalone: buildStandalone };

/**
 * Builds a program of the plugin into a directory, whose previous content is replaced only once the build is complete. `schema` is the
 * encoded schema of the provider. Returns the bundler's metafile.
 */
export async function buildPlugin({ program, outDir, schema }) {
  const built = `${outDir}.${process.pid}`;
  mkdirSync(built, { recursive: true });
  try {
    const metafile = await builders[program](built, schema);
    writeNotices(root, built, [metafile]);
    rmSync(outDir, { recursive: true, force: true });
    renameSync(built, outDir);
    return metafile;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

async function buildForNode(outDir, schema) {
  const file = (name) => path.join(outDir, name);
  const { name, version } = manifest;
  // Without it, a package.json of another type in a parent directory would determine the module format of these files.
  writeFileSync(file("package.json"), `${JSON.stringify({ plugin: name, version, type: "commonjs" })}\n`);
  const metafile = await bundle({
    entryPoints: { [PROGRAM]: path.join(root, "src/provider/main.ts") },
    outDir,
    extension: ".cjs",
    minify: true,
    // The launcher must be valid in old versions of Node, so that it can report the required version.
    overrides: {
      [PROGRAM]: { to: file(PROGRAM), target: "es2018", banner: launcher(), mode: 0o755 },
      "client-http-undici": { footer: COMPILE_ONCE },
    },
  });
  writeFileSync(file("schema.bin"), schema);
  return metafile;
}

/** Writes the files that src/provider/release/executable.ts compiles. */
async function buildStandalone(outDir, schema) {
  const asset = path.join(outDir, "schema.bin");
  writeFileSync(asset, schema);
  const metafile = await bundle({
    entryPoints: { program: path.join(root, "src/provider/standalone.ts") },
    outDir,
    extension: ".cjs",
    define: {
      EMBEDDED_VERSION: JSON.stringify(manifest.version),
      // Bun replaces these by paths of the building machine.
      __dirname: '"/"',
      __filename: '"/program.cjs"',
    },
    assets: { "./schema.bin": asset },
    isFollowable: true,
  });
  rmSync(asset);
  copyFileSync(path.join(root, "scripts/licenses/bun.txt"), path.join(outDir, "RUNTIME-LICENSES.txt"));
  return metafile;
}

/**
 * V8 compiles WebAssembly quickly and then again with optimizations, and delays the exit of the process until that is
 * done. In a process that runs for a second, this doubles the cost of the HTTP parser. V8's code cache is valid only
 * with the default flags, so they are set after undici is loaded, and restored on exit.
 */
const COMPILE_ONCE = `(({ setFlagsFromString }) => {
  if (process.versions.bun) return;
  const tierUp = (no) => ["wasm-tier-up", "wasm-dynamic-tiering"].forEach((flag) => setFlagsFromString("--" + no + flag));
  tierUp("no-");
  process.prependOnceListener("exit", () => tierUp(""));
})(require("node:v8"));`;

/**
 * Starts the program with Bun if PATH contains it, since it starts faster, unless PLATFORM_RUNTIME is "node". The shell
 * looks for Bun itself, so that no process is forked without it. Bun would read settings from the working directory,
 * which may be untrusted: a bunfig.toml can run code.
 */
const WITH_BUN =
  '[ "$PLATFORM_RUNTIME" = node ] || ! command -v bun >/dev/null 2>&1 || case "$(bun --version 2>/dev/null)" in ' +
  '1.[4-9]*|1.[1-9][0-9]*|[2-9]*) exec bun --no-env-file --config=/dev/null "$0" "$@";; esac';

/**
 * Returns the start of the program: a shell script that is also valid JavaScript, followed by a check of Node's
 * version. Engines show the first line of a plugin's standard output if it is not a handshake.
 */
function launcher() {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(manifest.engines.node);
  const needs = `the platform provider needs Node.js ${major}.${minor} or later`;
  return [
    "#!/bin/sh",
    `":" //; ${WITH_BUN}`,
    `":" //; command -v node >/dev/null 2>&1 || { echo '${needs}, but node is not in PATH'; exit 1; }`,
    '":" //; exec node "$0" "$@"',
    '"use strict";',
    ";(function (version) {",
    `  if (version[0] > ${major} || (version[0] == ${major} && version[1] >= ${minor})) return;`,
    `  require("fs").writeSync(1, "${needs}, but node in PATH is " + version.join(".") + "\\n");`,
    "  process.exit(1);",
    '})(process.versions.node.split(".").map(Number));',
  ].join("\n");
}
