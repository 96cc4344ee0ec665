/**
 * Bundles the libraries that our code uses and a user's install shall not bring along (package.json lists them as
 * devDependencies), each to one CommonJS file under dist/vendor, and points the compiled code at those files. So ESM-only
 * libraries load under any test runner, and an install stays small.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SPECIFIER = /\b(require|import)\("([^"]+)"\)/g;

export async function vendor({ out }) {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const provided = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), manifest.name];
  const isVendored = (specifier) =>
    !specifier.startsWith(".") &&
    !specifier.startsWith("node:") &&
    !builtinModules.includes(specifier) &&
    !provided.some((name) => specifier === name || specifier.startsWith(`${name}/`));

  const used = new Set();
  for (const file of [...filesIn(path.join(out, "src")), ...filesIn(path.join(out, "constructs"))]) {
    const before = readFileSync(file, "utf8");
    const after = before.replace(SPECIFIER, (whole, how, specifier) => {
      if (specifier.includes("vendor/")) used.add(path.basename(specifier, ".cjs"));
      if (!isVendored(specifier)) return whole;
      used.add(fileName(specifier));
      const target = path.relative(path.dirname(file), path.join(out, "vendor", `${fileName(specifier)}.cjs`));
      return `${how}("${target.startsWith(".") ? target : `./${target}`}")`;
    });
    if (after !== before) writeFileSync(file, after);
  }
  await Promise.all(
    [...used].map((name) => bundle(name.replaceAll("__", "/"), path.join(out, "vendor", `${name}.cjs`), provided)),
  );
}

const fileName = (specifier) => specifier.replaceAll("/", "__");

/** Bundles one library, unless its bundle is of the installed version already. */
async function bundle(specifier, outfile, external) {
  const { name, version, license } = manifestOf(specifier);
  const banner = `/* ${name} ${version} (${license}) and what it needs, bundled; their licence texts stand in ${path.basename(outfile)}.LEGAL.txt and the packages themselves. */`;
  if (existsSync(outfile) && readFileSync(outfile, "utf8").startsWith(banner)) return;
  mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    stdin: {
      // As Node would load it for a require: the CommonJS form where there is one, else the ES module, turned.
      contents: `module.exports = require(${JSON.stringify(specifier)});`,
      resolveDir: root,
    },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "external",
    banner: { js: banner },
    external,
    outfile,
    logLevel: "error",
  });
}

function manifestOf(specifier) {
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"));
}

function* filesIn(directory) {
  if (!existsSync(directory)) return;
  for (const entry of readdirSync(directory)) {
    const file = path.join(directory, entry);
    if (statSync(file).isDirectory()) yield* filesIn(file);
    else if (file.endsWith(".js")) yield file;
  }
}
