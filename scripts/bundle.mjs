/**
 * Bundles entry points into CommonJS files that share chunks. esbuild splits code only between ES modules, so it first
 * bundles these and then converts each file. A module that our code loads on demand becomes an entry point of its own,
 * whose file is read when it is needed. Code that users may bundle again must load it by `import()`, which other
 * bundlers follow; `require` is synchronous, but is compiled to a helper that other bundlers do not recognize.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Writes one file for each entry point, by name, and those that they share, all in one directory. `overrides` changes
 * how single files are converted, `define` replaces identifiers, and `assets` are files to embed, by the name under
 * which the code requires them. With `isFollowable`, modules are loaded on demand by calls that another bundler finds.
 * Returns esbuild's metafile.
 */
export async function bundle({
  entryPoints,
  outDir,
  external = [],
  extension = ".js",
  minify = false,
  overrides = {},
  define = {},
  assets = {},
  isFollowable = false,
}) {
  const options = {
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outdir: outDir,
    outExtension: { ".js": extension },
    chunkNames: "chunk-[hash]",
    legalComments: "none",
    logLevel: "error",
    external,
    define,
    loader: { ".bin": "binary" },
    plugins: [embedded(assets)],
  };
  const onDemand = await modulesOnDemand(options, entryPoints);
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: { ...entryPoints, ...onDemand },
    plugins: [...options.plugins, separateFiles(onDemand, extension), serializable],
  });
  const followable = (code) => (isFollowable ? withPlainRequires(code, Object.keys(onDemand), extension) : code);
  mkdirSync(outDir, { recursive: true });
  for (const { path: file, text } of outputFiles) {
    const override = overrides[path.basename(file, extension)] ?? {};
    const { banner = '"use strict";', footer = "", target = "node20", mode = 0o644, to = file } = override;
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      target,
      supported: { "dynamic-import": false },
      define: { [PLAIN_REQUIRE]: "require" },
      banner,
      footer,
      minifySyntax: minify,
      minifyWhitespace: minify,
    });
    writeFileSync(to, followable(code));
    chmodSync(to, mode);
  }
  return metafile;
}

/** Stands for `require` between the two steps. */
const PLAIN_REQUIRE = "__plainRequire";

/**
 * Pulumi serializes a function of this module; it supports `require`, but not esbuild's replacement for it in ES
 * modules.
 */
const serializable = {
  name: "serializable functions",
  setup({ onLoad }) {
    onLoad({ filter: /constructs\/pulumi\/resource\.ts$/ }, async ({ path: file }) => {
      const { code } = await transform(readFileSync(file, "utf8"), {
        loader: "ts",
        target: "node20",
        define: { require: PLAIN_REQUIRE },
      });
      return { contents: code, loader: "js" };
    });
  },
};

/** Resolves required assets to their files. */
const embedded = (assets) => ({
  name: "embedded files",
  setup({ onResolve }) {
    onResolve({ filter: /\.bin$/ }, ({ path: specifier }) => ({ path: assets[specifier] }));
  },
});

/** Replaces the function that loads modules on demand by `require`. */
function withPlainRequires(code, names, extension) {
  const files = names.map((name) => `\\./${name}${extension.replace(".", "\\.")}`).join("|");
  return code.replace(new RegExp(`\\(0,\\s*\\w+\\.__require\\)\\(("(?:${files})")\\)`, "g"), "require($1)");
}

/** Finds the modules that our code loads on demand, as entry points. */
async function modulesOnDemand(options, entryPoints) {
  const { metafile } = await build({ ...options, outdir: "unused", entryPoints });
  const found = Object.entries(metafile.inputs)
    .filter(([importer]) => isOwnSource(importer))
    .flatMap(([, { imports }]) => imports)
    .filter(({ kind, path: file }) => (kind === "require-call" || kind === "dynamic-import") && isOwnSource(file))
    .map(({ path: file }) => [nameOf(file), path.join(root, file)]);
  return Object.fromEntries(found);
}

const isOwnSource = (file) => file.startsWith("src/") || file.startsWith("constructs/");

/** Names a module's file after its path: src/cli/commands/login.ts is in cli-commands-login. */
const nameOf = (file) =>
  file
    .replace(/^src\//, "")
    .replace(/(\/index)?\.ts$/, "")
    .replaceAll("/", "-");

/** Leaves each `require` of a module to Node.js, which loads it from its own file. */
const separateFiles = (modules, extension) => ({
  name: "modules on demand",
  setup({ onResolve, resolve }) {
    const names = new Map(Object.entries(modules).map(([name, file]) => [file, name]));
    onResolve({ filter: /^\./ }, async ({ path: specifier, kind, resolveDir, pluginData }) => {
      if (kind !== "require-call" || pluginData === "resolving") return undefined;
      const { path: file } = await resolve(specifier, { kind, resolveDir, pluginData: "resolving" });
      const name = names.get(file);
      return name ? { path: `./${name}${extension}`, external: true } : undefined;
    });
  },
});
