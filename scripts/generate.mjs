/**
 * Writes the generated files that are checked in. `--check` writes nothing; it lists the files that are out of date and
 * fails. Each generator owns a folder and returns the content of all its files by path.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cdktfBindings } from "./generate/cdktf-bindings.mjs";
import { load } from "./generate/load.mjs";
import { pulumiPages, referencePages } from "./generate/reference-pages.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const generators = [
  { folder: "constructs/cdktf/bindings", files: cdktfBindings },
  { folder: "constructs/pulumi/generated", files: pulumiTypes },
  {
    folder: "docs",
    // Not generated.
    except: "guides/",
    files: async () => ({
      ...(await referencePages()),
      ...(await pulumiPages()),
      "openapi.json": await openApi(),
      "capabilities.md": await capabilitiesPage(),
      "platformctl.md": await platformctlPage(),
    }),
  },
  { folder: "src/service/protos/gen", files: protos },
];

const check = process.argv.includes("--check");
const differences = [];

for (const { folder, except, files } of generators) {
  const wanted = new Map(Object.entries(await files()));
  const present = filesIn(path.join(root, folder)).filter((name) => !except || !name.startsWith(except));
  for (const name of new Set([...wanted.keys(), ...present])) {
    const file = path.join(root, folder, name);
    const before = present.includes(name) ? readFileSync(file, "utf8") : undefined;
    const after = wanted.get(name);
    if (before === after) continue;
    differences.push(`${folder}/${name}`);
    if (check) continue;
    if (after === undefined) rmSync(file);
    else {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, after);
    }
  }
}

if (check) {
  for (const file of differences) console.error(`${file} is not up to date`);
  console.log(differences.length === 0 ? "generated: up to date" : "generated: run npm run generate");
  process.exitCode = differences.length === 0 ? 0 : 1;
} else {
  for (const file of differences) console.log(file);
  console.log(`generated: ${differences.length} files changed`);
}

/** Returns the OpenAPI document as served, but without a server address. */
async function openApi() {
  const { openApiDocument } = await load("src/service/rest/openapi/document.ts");
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

async function capabilitiesPage() {
  const module = await load("scripts/generate/capabilities-page.ts");
  return module.capabilitiesPage();
}

async function platformctlPage() {
  const module = await load("scripts/generate/platformctl-page.ts");
  return module.platformctlPage();
}

async function pulumiTypes() {
  const module = await load("scripts/generate/pulumi/types.ts");
  return module.pulumiTypes();
}

async function protos() {
  const { publishedFiles: files, protoText } = await load("src/service/protos/index.ts");
  return Object.fromEntries(files.map((file) => [file.path, protoText(file, files)]));
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}
