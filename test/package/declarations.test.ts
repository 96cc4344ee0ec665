import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import ts from "typescript";

/** The package's declarations, as far as its entry points lead to them. */

const root = path.resolve(__dirname, "../..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const entryPoints = Object.values<{ types?: string }>(manifest.exports).flatMap(({ types }) => types ?? []);
const declarations = new Map<string, ts.SourceFile>();
for (const file of entryPoints) read(path.join(root, file));

function read(file: string): void {
  if (declarations.has(file)) return;
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  declarations.set(file, source);
  for (const name of modulesIn(source)) if (name.startsWith(".")) read(fileOf(path.resolve(path.dirname(file), name)));
}

function fileOf(module: string): string {
  const file = `${module}.d.ts`;
  return existsSync(file) ? file : path.join(module, "index.d.ts");
}

function* nodesIn(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesIn(child);
}

function modulesIn(source: ts.SourceFile): string[] {
  return [...nodesIn(source)].flatMap((node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      return node.moduleSpecifier ? (node.moduleSpecifier as ts.StringLiteral).text : [];
    return ts.isImportTypeNode(node) ? ((node.argument as ts.LiteralTypeNode).literal as ts.StringLiteral).text : [];
  });
}

const places = (matches: (node: ts.Node) => boolean): string[] =>
  [...declarations].flatMap(([file, source]) =>
    [...nodesIn(source)]
      .filter(matches)
      .map((node) => `${path.relative(root, file)}: ${(node.parent ?? node).getText(source).slice(0, 100)}`),
  );

test("import only Node's modules and libraries that an installation has", () => {
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const foreign = [...declarations].flatMap(([file, source]) =>
    modulesIn(source)
      .filter((name) => !name.startsWith(".") && !installed.includes(name))
      .filter((name) => !name.startsWith("node:") || !builtinModules.includes(name.slice("node:".length)))
      .map((name) => `${path.relative(root, file)}: ${name}`),
  );
  expect(declarations.size).toBeGreaterThan(100);
  expect(foreign).toEqual([]);
});

test("contain no `any`, except in the bindings, which CDKTF's generator writes", () => {
  const found = places((node) => node.kind === ts.SyntaxKind.AnyKeyword);
  expect(found.filter((place) => !place.startsWith("dist/types/constructs/cdktf/bindings/"))).toEqual([]);
});

test("show the service without its store and its protocols", () => {
  const service = [...declarations.keys()].map((file) =>
    path.relative(path.join(root, "dist/types/src/service"), file),
  );
  expect(service.filter((file) => /^(rest|grpc|protos|v1|store\/(?!audit-event|backup))/.test(file))).toEqual([]);
});
