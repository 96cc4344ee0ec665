/**
 * Builds dist: the declarations and bundles of the package's entry points, the provider plugin, and the licenses and
 * bill of materials of what they include. `--clean` removes dist first, as required for publishing.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildPlugin } from "./build-plugin.mjs";
import { bundle } from "./bundle.mjs";
import { emitDeclarations, pruneDeclarations } from "./declarations.mjs";
import { writeNotices } from "./notices.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, "dist");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

if (process.argv.includes("--clean")) rmSync(out, { recursive: true, force: true });

const exported = Object.values(manifest.exports).filter(({ types }) => types);
const declarations = exported.map(({ types }) => path.join(root, types));
const sourceOf = (types) => path.join(root, types.replace("/dist/types/", "/").replace(/\.d\.ts$/, ".ts"));

// The bundler reads the sources only, so that the compiler's errors need not stop it.
process.exitCode = emitDeclarations(root, declarations);
pruneDeclarations(path.join(out, "types"), declarations);
for (const name of readdirSync(out)) if (name.endsWith(".js")) rmSync(path.join(out, name));
const bundled = await bundle({
  entryPoints: {
    ...Object.fromEntries(exported.map(({ types, default: file }) => [path.basename(file, ".js"), sourceOf(types)])),
    platformctl: path.join(root, "src/cli/platformctl.ts"),
  },
  outDir: out,
  external: [
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    manifest.name,
    "pg-native", // pg works without it
  ],
  overrides: { platformctl: { mode: 0o755 } },
});
const plugin = await buildPlugin({ outDir: path.join(out, "plugin"), schema: encodedSchema() });
writeNotices(root, out, [bundled, plugin]);
await buildExamples();

/** Returns the provider's schema as the plugin answers with it. */
function encodedSchema() {
  const require = createRequire(path.join(out, "index.js"));
  const { createProvider } = require("./provider.js");
  const { encodeProviderSchema } = require("./provider-plugin.js");
  return encodeProviderSchema(createProvider({}));
}

/** Compiles the examples, which import the package by its name. */
async function buildExamples() {
  const examples = path.join(root, "examples");
  await build({
    entryPoints: readdirSync(examples, { recursive: true })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => path.join(examples, name)),
    outbase: examples,
    outdir: path.join(out, "examples"),
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "error",
  });
}
