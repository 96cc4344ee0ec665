/**
 * Builds dist: the declarations and bundles of the package's entry points, the provider plugin, and the licenses and
 * bill of materials of what they include. Does nothing if dist was built from the same sources. `--clean` removes dist
 * first, as required for publishing.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildBrowserCode } from "./build-browser-code.mjs";
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
const stamp = path.join(out, ".stamp");
const digest = digestOfInputs();

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== digest) await buildAll();

async function buildAll() {
  rmSync(stamp, { force: true });
  // The bundler reads the sources only, so the compiler's errors need not stop it.
  const status = emitDeclarations(root, declarations);
  pruneDeclarations(path.join(out, "types"), declarations);
  for (const name of readdirSync(out)) if (name.endsWith(".js")) rmSync(path.join(out, name));
  const bundled = await bundle({
    entryPoints: {
      ...Object.fromEntries(exported.map(({ types, default: file }) => [path.basename(file, ".js"), sourceOf(types)])),
      platformctl: path.join(root, "src/cli/platformctl.ts"),
      "docker-credential-platform": path.join(root, "src/cli/docker-credential-platform.ts"),
    },
    outDir: out,
    external: [
      ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
      manifest.name,
      "pg-native", // pg works without it
    ],
    overrides: { platformctl: { mode: 0o755 }, "docker-credential-platform": { mode: 0o755 } },
  });
  const schema = encodedSchema();
  const plugin = await buildPlugin({ program: "node", outDir: path.join(out, "plugin"), schema });
  await buildPlugin({ program: "standalone", outDir: path.join(out, "standalone"), schema });
  const browserCode = await buildBrowserCode(out);
  writeNotices(root, out, [bundled, plugin, browserCode]);
  await buildExamples();
  process.exitCode = status;
  if (status === 0) writeFileSync(stamp, digest);
}

/** Returns a digest of everything that a build reads. */
function digestOfInputs() {
  const files = ["src", "constructs", "examples", "scripts"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)),
  );
  const settings = ["package.json", "package-lock.json", "tsconfig.json"].map((name) => path.join(root, name));
  const hash = createHash("sha256");
  for (const file of [...settings, ...files.sort()]) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

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
