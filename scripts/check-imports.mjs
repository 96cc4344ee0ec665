/** Checks the direction of imports between folders, and which libraries a folder may import. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Maps each folder to the other folders that it may import; nested folders come first. */
const mayImport = {
  "src/provider/plugin": [],
  "src/model": [],
  "src/api": ["src/model"],
  "src/workloads": ["src/model"],
  "src/client": ["src/api", "src/workloads", "src/model"],
  "src/provider": ["src/provider/plugin", "src/client", "src/api", "src/model"],
  ...serviceRooms(),
  "src/service": ["src/service", "src/api", "src/model"],
  "src/issuer": ["src/workloads"],
  "src/testing": ["src"],
  "src/cli": ["src"],
  constructs: ["src/client", "src/provider", "src/workloads", "src/model"],
};

/** Folders that may import only Node's built-in modules and the listed libraries. */
const libraries = {
  "src/provider/plugin": [],
  "src/model": ["zod"],
  "src/api": ["re2js"],
  "src/workloads": [],
  "src/client": ["undici"],
};

/** The folders of the service by level: each may import only folders of lower levels. */
function serviceRooms() {
  const floors = [["rest", "grpc"], ["protos"], ["v1"], ["platform"], ["auth"], ["core"], ["store"], ["net"]];
  const folder = (room) => `src/service/${room}`;
  return Object.fromEntries(
    floors.flatMap((rooms, floor) => {
      const below = floors
        .slice(floor + 1)
        .flat()
        .map(folder);
      return rooms.map((room) => [folder(room), [...below, "src/api", "src/model"]]);
    }),
  );
}

const folderOf = (file) => Object.keys(mayImport).find((folder) => file.startsWith(`${folder}/`));
const isWithin = (file, folder) => file.startsWith(`${folder}/`);

const broken = [];
for (const entry of ["src", "constructs"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
)) {
  if (!entry.endsWith(".ts")) continue;
  const folder = folderOf(entry);
  if (!folder) {
    broken.push(`${entry} is in a folder that mayImport does not list`);
    continue;
  }
  for (const { fileName: specifier } of ts.preProcessFile(readFileSync(path.join(root, entry), "utf8"), true, true)
    .importedFiles) {
    const problem = specifier.startsWith(".") ? ownImport(entry, folder, specifier) : libraryImport(folder, specifier);
    if (problem) broken.push(`${entry} imports ${specifier}: ${problem}`);
  }
}

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

for (const line of broken) console.error(line);
console.log(broken.length === 0 ? "imports: ok" : `imports: ${broken.length} violations`);
process.exitCode = broken.length === 0 ? 0 : 1;
