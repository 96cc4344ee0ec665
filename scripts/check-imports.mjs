/**
 * Checks the direction of imports between folders, cycles between files, and which libraries a folder may import.
 * An argument names another tree to check.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Maps each folder to the other folders that it may import; nested folders come first. */
const mayImport = {
  "src/provider/plugin": [],
  "src/model": [],
  "src/api": ["src/model"],
  "src/pages": [],
  "src/access": ["src/api", "src/model"],
  "src/workloads": ["src/model"],
  "src/client": ["src/access", "src/api", "src/workloads", "src/model"],
  "src/provider": ["src/provider/plugin", "src/client", "src/access", "src/api", "src/model"],
  ...serviceLayers(),
  "src/service": ["src/service", "src/pages", "src/access", "src/api", "src/model"],
  "src/issuer": ["src/pages", "src/workloads", "src/model"],
  "src/export": ["src/api", "src/workloads", "src/model"],
  "src/testing": ["src"],
  "src/cli": ["src"],
  constructs: ["src/access", "src/client", "src/provider", "src/workloads", "src/model"],
};

/** Folders that may import only Node's built-in modules and the listed libraries. */
const libraries = {
  "src/provider/plugin": [],
  "src/model": ["zod"],
  "src/api": ["re2js"],
  "src/access": [],
  "src/workloads": [],
  "src/export": [],
  "src/client": ["undici"],
};

/** The folders of the service by layer: each may import only folders of lower layers. */
function serviceLayers() {
  const layers = [["rest", "grpc"], ["protos"], ["v1"], ["platform"], ["auth"], ["core"], ["store"], ["net"]];
  const pathOf = (folder) => `src/service/${folder}`;
  return Object.fromEntries(
    layers.flatMap((folders, layer) => {
      const below = layers
        .slice(layer + 1)
        .flat()
        .map(pathOf);
      return folders.map((folder) => [pathOf(folder), [...below, "src/access", "src/api", "src/pages", "src/model"]]);
    }),
  );
}

const folderOf = (file) => Object.keys(mayImport).find((folder) => file.startsWith(`${folder}/`));
const isWithin = (file, folder) => file.startsWith(`${folder}/`);

const violations = [];
/** The files that each file imports, types included. */
const importsOf = new Map();
for (const file of ["src", "constructs"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
)) {
  if (!file.endsWith(".ts")) continue;
  const folder = folderOf(file);
  if (!folder) {
    violations.push(`${file} is in a folder that mayImport does not list`);
    continue;
  }
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), "utf8"), true, true);
  const specifiers = importedFiles.map(({ fileName }) => fileName);
  for (const specifier of specifiers) {
    const problem = specifier.startsWith(".") ? ownImport(file, folder, specifier) : libraryImport(folder, specifier);
    if (problem) violations.push(`${file} imports ${specifier}: ${problem}`);
  }
  const own = specifiers.filter((specifier) => specifier.startsWith(".")).map((specifier) => resolve(file, specifier));
  importsOf.set(
    file,
    own.filter((imported) => imported !== undefined),
  );
}
violations.push(...cycles(importsOf).map((cycle) => `import cycle: ${cycle.join(" -> ")}`));

function ownImport(file, folder, specifier) {
  const target = path.join(path.dirname(file), specifier);
  const targetFolder = folderOf(`${target}/`) ?? target;
  if (
    targetFolder === folder ||
    mayImport[folder].some((allowed) => targetFolder === allowed || isWithin(targetFolder, allowed))
  )
    return undefined;
  return `${folder} may import ${mayImport[folder].join(", ") || "nothing from src"}`;
}

function libraryImport(folder, specifier) {
  const allowed = libraries[folder];
  if (
    !allowed ||
    specifier.startsWith("node:") ||
    allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  )
    return undefined;
  return `${folder} may use ${["Node's own modules", ...allowed].join(" and ")} only`;
}

/** Returns the file that a specifier names; undefined for a file that is not TypeScript. */
function resolve(file, specifier) {
  const target = path.join(path.dirname(file), specifier);
  return [`${target}.ts`, `${target}/index.ts`].find((name) => existsSync(path.join(root, name)));
}

/** Returns the shortest cycle through the first file of each set of files that import each other. */
function cycles(graph) {
  const reported = new Set();
  return [...graph.keys()].flatMap((file) => {
    if (reported.has(file)) return [];
    const cycle = shortestCycle(graph, file);
    for (const each of cycle) reported.add(each);
    return cycle.length > 0 ? [cycle] : [];
  });
}

/** Returns the shortest chain of imports from a file back to itself; empty if there is none. */
function shortestCycle(graph, start) {
  const chains = new Map([[start, [start]]]);
  // A Map iterates over entries added during iteration, in order, so this is a breadth-first search.
  for (const [file, chain] of chains)
    for (const imported of graph.get(file) ?? []) {
      if (imported === start) return [...chain, start];
      if (!chains.has(imported)) chains.set(imported, [...chain, imported]);
    }
  return [];
}

for (const line of violations) console.error(line);
console.log(violations.length === 0 ? "imports: ok" : `imports: ${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
