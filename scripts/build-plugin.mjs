/**
 * Builds the provider plugin: a program that prints the handshake line and, beside it, what it loads afterwards, each
 * part when it is needed: the plugin layer, the provider, undici, and the encoded schema.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = (name) => path.join(root, "src/provider", name);

/** What stands in a file of its own, so that two parts that need it share it: module to file. */
const parts = {
  [source("index")]: "./provider.cjs",
  [source("plugin")]: "./plugin.cjs",
  [source("plugin/index")]: "./plugin.cjs",
  [source("plugin/rpc")]: "./plugin.cjs",
  [source("plugin/server")]: "./plugin.cjs",
  undici: "./undici.cjs",
};

/** Writes the plugin into a directory; what was there stays until all of it is built. */
export async function buildPlugin({ outDir }) {
  const built = `${outDir}.${process.pid}`;
  mkdirSync(built, { recursive: true });
  await buildInto(built);
  rmSync(outDir, { recursive: true, force: true });
  renameSync(built, outDir);
}

async function buildInto(outDir) {
  const { name, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  // Without it, a package.json of another kind further up would decide how these files are read.
  writeFileSync(path.join(outDir, "package.json"), `${JSON.stringify({ name, version, type: "commonjs" })}\n`);
  const program = path.join(outDir, "terraform-provider-platform");
  const pluginLayer = ["index", "rpc", "server"].map((file) => `export * from "./${file}";`).join("\n");
  await Promise.all([
    bundle({ entryPoints: [source("main.ts")], outfile: program, banner: { js: "#!/usr/bin/env node" } }),
    bundle({
      stdin: { contents: pluginLayer, resolveDir: source("plugin") },
      outfile: path.join(outDir, "plugin.cjs"),
      whole: true,
    }),
    bundle({
      entryPoints: [source("index.ts")],
      outfile: path.join(outDir, "provider.cjs"),
    }),
    bundle({
      stdin: { contents: 'export * from "undici";', resolveDir: root },
      outfile: path.join(outDir, "undici.cjs"),
      whole: true,
    }),
  ]);
  chmodSync(program, 0o755);
  const require = createRequire(import.meta.url);
  const { encodeProviderSchema } = require(path.join(outDir, "plugin.cjs"));
  const { createProvider } = require(path.join(outDir, "provider.cjs"));
  writeFileSync(path.join(outDir, "schema.bin"), encodeProviderSchema(createProvider({})));
}

/** Bundles one part; imports of the others stay, and name their files. A part that is `whole` has no imports of others. */
function bundle({ whole = false, ...options }) {
  return build({
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "error",
    plugins: whole ? [] : [otherParts],
    ...options,
  });
}

const otherParts = {
  name: "other parts",
  setup({ onResolve }) {
    onResolve({ filter: /^\.|^undici$/ }, ({ path: specifier, resolveDir, kind }) => {
      if (kind === "entry-point") return undefined;
      const file = parts[specifier] ?? parts[path.join(resolveDir, specifier)];
      return file ? { path: file, external: true } : undefined;
    });
  },
};
