import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Imports a TypeScript module from its source, given by its path in the repository. */
export async function load(module) {
  const { outputFiles } = await build({
    entryPoints: [path.resolve(root, module)],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
    logLevel: "error",
    // What CommonJS modules have, and ES modules lack.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url); const { dirname: __dirname, filename: __filename } = import.meta;',
    },
  });
  // Below node_modules, so that its package imports resolve.
  const compiled = path.join(root, "node_modules/.cache/generate", `${module.replaceAll("/", "-")}.mjs`);
  mkdirSync(path.dirname(compiled), { recursive: true });
  writeFileSync(compiled, outputFiles[0].contents);
  return import(pathToFileURL(compiled));
}
