/**
 * Bundles the libraries that our code uses but an installation should not include (devDependencies in package.json),
 * each into one CommonJS file in dist/vendor, and rewrites imports in the compiled code to these files. So ESM-only
 * libraries load under any test runner, and installations stay small.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Matches module names in compiled code and declarations: `require("x")`, `import("x")`, `import … from "x"`. */
const SPECIFIER = /(\brequire\(|\bimport\(|\bfrom )"([^"]+)"/g;
const NAMED_IMPORT = /import (?:type )?\{([^}]*)\} from "([^"]+)"|import\("([^"]+)"\)\.(\w+)/g;

export async function vendor({ out }) {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const provided = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), manifest.name];
  const isVendored = (specifier) =>
    !specifier.startsWith(".") &&
    !specifier.startsWith("node:") &&
    !builtinModules.includes(specifier) &&
    !provided.some((name) => specifier === name || specifier.startsWith(`${name}/`));

  const used = new Map(); // by library, the names that declarations import from it
  for (const file of [...filesIn(path.join(out, "src")), ...filesIn(path.join(out, "constructs"))]) {
    const before = readFileSync(file, "utf8");
    const after = before.replace(SPECIFIER, (whole, how, specifier) => {
      if (!isVendored(specifier)) return whole;
      const target = path.relative(path.dirname(file), path.join(out, "vendor", `${fileName(specifier)}.cjs`));
      return `${how}"${target.startsWith(".") ? target : `./${target}`}"`;
    });
    if (after !== before) writeFileSync(file, after);
    for (const [, , specifier] of after.matchAll(SPECIFIER)) {
      if (specifier.includes("/vendor/")) used.set(path.basename(specifier, ".cjs"), new Set());
    }
  }
  for (const [library, names] of namesInDeclarations(out)) used.set(library, names);
  for (const [library, names] of used) declare(path.join(out, "vendor", `${library}.d.cts`), names);
  await Promise.all(
    [...used.keys()].map((library) =>
      bundle(library.replaceAll("__", "/"), path.join(out, "vendor", `${library}.cjs`), provided),
    ),
  );
}

const fileName = (specifier) => specifier.replaceAll("/", "__");

function namesInDeclarations(out) {
  const found = new Map();
  const add = (specifier, name) => {
    if (!specifier.includes("/vendor/")) return;
    const library = path.basename(specifier, ".cjs");
    found.set(library, (found.get(library) ?? new Set()).add(name));
  };
  for (const file of [...filesIn(path.join(out, "src"), ".d.ts"), ...filesIn(path.join(out, "constructs"), ".d.ts")]) {
    for (const [, names, specifier, inline, inlineName] of readFileSync(file, "utf8").matchAll(NAMED_IMPORT)) {
      if (inline) add(inline, inlineName);
      else
        for (const name of names.split(","))
          add(
            specifier,
            name
              .trim()
              .replace(/^type /, "")
              .split(" as ")[0],
          );
    }
  }
  return found;
}

/** Writes opaque declarations for a bundled library; no public signature needs its types. */
function declare(file, names) {
  const types = [...names]
    .sort()
    .map(
      (name) =>
        `export type ${name}<_A = any, _B = any, _C = any, _D = any> = any;\nexport declare const ${name}: any;`,
    );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${types.join("\n")}\nexport {};\n`);
}

/** Bundles one library, unless the bundle is already of the installed version. */
async function bundle(specifier, outfile, external) {
  const { name, version, license } = manifestOf(specifier);
  const banner = `/* ${name} ${version} (${license}) and its dependencies, bundled; license texts are in ${path.basename(outfile)}.LEGAL.txt and in the packages. */`;
  if (existsSync(outfile) && readFileSync(outfile, "utf8").startsWith(banner)) return;
  mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    stdin: {
      // Loads the CommonJS form if there is one, otherwise the converted ES module, as Node's require does.
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

function* filesIn(directory, ...endings) {
  if (!existsSync(directory)) return;
  const wanted = endings.length > 0 ? endings : [".js", ".d.ts"];
  for (const entry of readdirSync(directory)) {
    const file = path.join(directory, entry);
    if (statSync(file).isDirectory()) yield* filesIn(file, ...wanted);
    else if (wanted.some((ending) => file.endsWith(ending))) yield file;
  }
}
