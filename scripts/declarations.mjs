/** Writes the type declarations that are reachable from the package's entry points. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import ts from "typescript";

/** Compiles the project in `root`, with its tests. Returns the compiler's exit code. */
export function emitDeclarations(root, entryPoints) {
  const status = compile(root);
  if (reachable(entryPoints)) return status;
  // A previous run removed an unreachable file, but the incremental build state says that it exists.
  rmSync(path.join(root, "dist/.tsbuildinfo"), { force: true });
  return compile(root);
}

function compile(root) {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "-p", root], { stdio: "inherit" }).status ?? 1;
}

/** Removes the declarations in a folder that are not reachable from the entry points. */
export function pruneDeclarations(folder, entryPoints) {
  const kept = reachable(entryPoints);
  if (!kept) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !kept.has(file)) rmSync(file);
  }
  removeEmpty(folder);
}

/** Returns the entry points and all declaration files reachable from them; undefined if one is missing. */
export function reachable(entryPoints) {
  const found = new Set();
  const open = [...entryPoints];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    if (!existsSync(file)) return undefined;
    found.add(file);
    for (const specifier of modulesIn(file)) {
      if (!specifier.startsWith(".")) continue;
      const target = path.resolve(path.dirname(file), specifier);
      open.push([`${target}.d.ts`, path.join(target, "index.d.ts")].find(existsSync) ?? `${target}.d.ts`);
    }
  }
  return found;
}

/** Returns the names of the modules that a declaration file imports, exports from, or refers to in a type. */
export function modulesIn(file) {
  const found = [];
  const visit = (node) => {
    const named = node.moduleSpecifier ?? (ts.isImportTypeNode(node) ? node.argument.literal : undefined);
    if (named) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(path.join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
