/**
 * Builds the provider plugin: a program that prints the handshake line, and the files that it loads afterwards, each
 * when needed: the plugin SDK, the provider, undici, re2js and the encoded schema.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = (name) => path.join(root, "src/provider", name);
const manifestOf = (folder) => JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));

/** Builds the plugin into a directory, whose previous content is replaced only once the build is complete. */
export async function buildPlugin({ outDir }) {
  const built = `${outDir}.${process.pid}`;
  mkdirSync(built, { recursive: true });
  try {
    await buildInto(built);
    rmSync(outDir, { recursive: true, force: true });
    renameSync(built, outDir);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

async function buildInto(outDir) {
  const file = (name) => path.join(outDir, name);
  const { name, version } = manifestOf(".");
  // Without it, a package.json of another type in a parent directory would determine the module format of these files.
  writeFileSync(file("package.json"), `${JSON.stringify({ name, version, type: "commonjs" })}\n`);

  const program = file("terraform-provider-platform");
  const pluginLayer = ["index", "rpc", "transport/server"].map((module) => `export * from "./${module}";`).join("\n");
  // The launcher must be valid in old versions of Node, so that it can report the required version.
  await bundle({ entryPoints: [source("main.ts")], outfile: program, target: "es2018", banner: { js: launcher() } });
  await bundle({ stdin: { contents: pluginLayer, resolveDir: source("plugin") }, outfile: file("plugin.cjs") }, []);
  const ofUndici = new Set();
  await bundle({ entryPoints: [source("index.ts")], outfile: file("provider.cjs"), banner: noticeOf("zod") }, [
    otherParts,
    apart("undici", "./undici.cjs", ofUndici),
    apart("re2js", "./re2js.cjs", new Set()),
  ]);
  await bundle(
    {
      stdin: { contents: 'exports.re2js = require("re2js");', resolveDir: root },
      outfile: file("re2js.cjs"),
      banner: noticeOf("re2js"),
    },
    [],
  );
  const exports = [...ofUndici].map((module) => `define("${module}", () => require("${module}"));`).join("\n");
  await bundle(
    {
      stdin: { contents: COMPILE_ONCE + exports, resolveDir: root },
      outfile: file("undici.cjs"),
      banner: noticeOf("undici"),
    },
    [],
  );
  chmodSync(program, 0o755);

  const require = createRequire(import.meta.url);
  const { encodeProviderSchema } = require(file("plugin.cjs"));
  const { createProvider } = require(file("provider.cjs"));
  writeFileSync(file("schema.bin"), encodeProviderSchema(createProvider({})));
}

/**
 * Returns the start of the program: a shell script that is also valid JavaScript, followed by a check of Node's
 * version. Engines show the first line of a plugin's standard output if it is not a handshake.
 */
function launcher() {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(manifestOf(".").engines.node);
  const needs = `the platform provider needs Node.js ${major}.${minor} or later`;
  return [
    "#!/bin/sh",
    `":" //; command -v node >/dev/null 2>&1 || { echo '${needs}, but node is not in PATH'; exit 1; }`,
    '":" //; exec node "$0" "$@"',
    ";(function (version) {",
    `  if (version[0] > ${major} || (version[0] == ${major} && version[1] >= ${minor})) return;`,
    `  require("fs").writeSync(1, "${needs}, but node in PATH is " + version.join(".") + "\\n");`,
    "  process.exit(1);",
    '})(process.versions.node.split(".").map(Number));',
  ].join("\n");
}

function noticeOf(library) {
  const { version, license } = manifestOf(path.join("node_modules", library));
  return { js: `/* With ${library} ${version} (${license}). */` };
}

const bundle = (options, plugins = [otherParts]) =>
  build({
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "error",
    plugins,
    ...options,
  });

/**
 * V8 compiles WebAssembly quickly and then again with optimizations, and delays the exit of the process until that is
 * done. In a process that runs for a second, this doubles the cost of the HTTP parser. V8's code cache is valid only
 * with the default flags, so they are restored on exit.
 */
const COMPILE_ONCE = `
const { setFlagsFromString } = require("node:v8");
const tierUp = (no) => ["wasm-tier-up", "wasm-dynamic-tiering"].forEach((flag) => setFlagsFromString("--" + no + flag));
tierUp("no-");
process.prependOnceListener("exit", () => tierUp(""));
const define = (module, get) => Object.defineProperty(exports, module, { get });
`;

/** Maps our modules that have their own output file to that file, so that all parts share them. */
const parts = {
  [source("index")]: "./provider.cjs",
  [source("plugin")]: "./plugin.cjs",
  [source("plugin/index")]: "./plugin.cjs",
  [source("plugin/rpc")]: "./plugin.cjs",
  [source("plugin/transport/server")]: "./plugin.cjs",
};

const otherParts = {
  name: "other parts",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path: specifier, resolveDir, kind }) => {
      const file = parts[path.join(resolveDir, specifier)];
      return file && kind !== "entry-point" ? { path: file, external: true } : undefined;
    });
  },
};

/** Loads a library's modules from one file, when the first of them is needed, and records which ones are used. */
const apart = (library, file, modules) => ({
  name: `${library} apart`,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${library}(/|$)`) }, ({ path: module }) => {
      modules.add(module);
      return { path: module, namespace: library };
    });
    onResolve({ filter: /./, namespace: library }, () => ({ path: file, external: true }));
    onLoad({ filter: /./, namespace: library }, ({ path: module }) => ({
      contents: `module.exports = require("${file}")["${module}"];`,
    }));
  },
});
