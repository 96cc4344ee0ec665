import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { isRoot } from "../../api";
import type { PlatformClient } from "../../client";
import { exportedDefinitions, type Files, type Snapshot, type Target, targets, withoutPeople } from "../../export";
import { type JsonObject, type ResourceDefinition, registry, snakeCase } from "../../model";
import { packageVersion, providerSource } from "../../provider/package-info";
import { withClient } from "../client-option";
import { CommandFailure, withOperation } from "../failure";
import { groupUidOf } from "../group-argument";
import type { Output } from "../output";
import { createProgress, type Progress } from "../progress";

export interface ExportOptions {
  /** The uid of a group, or its path of names. */
  readonly group: string;
  readonly to: Target;
  readonly out: string;
  /** Types to leave out, by their kebab-case plural. */
  readonly exclude?: readonly string[];
  readonly includePeople: boolean;
  readonly force: boolean;
  readonly session?: string;
}

/** Writes a group and everything below it as code. All resources are read before the first file is written. */
export async function exportGroup(options: ExportOptions, output: Output): Promise<void> {
  requireWritable(options);
  const snapshot = await withClient(options, async (client) => {
    const top = await groupUidOf(client, options.group);
    const progress = process.stderr.isTTY ? createProgress(output, true) : noProgress;
    try {
      return await readSnapshot(client, top, definitionsFor(options), progress);
    } finally {
      progress.end();
    }
  });
  const exported = options.includePeople ? snapshot : withoutPeople(snapshot);
  const previous = await withOperation(`read ${path.join(options.out, MANIFEST)}`, () => readManifest(options.out));
  const info = { providerSource, version: packageVersion() };
  const { files, names } = targets[options.to](exported, info, new Map(Object.entries(previous.names)));
  const manifest = { files: [...files.keys()], names: Object.fromEntries(names) };
  await writeFiles(options.out, new Map([...files, [MANIFEST, `${JSON.stringify(manifest, undefined, 2)}\n`]]));
  for (const name of previous.files) if (!files.has(name)) await rm(path.join(options.out, name), { force: true });
  const { length } = exported.resources;
  const people = snapshot.resources.length - length;
  if (people > 0)
    output.stderr(
      `left out ${people} identities and role bindings of people who log in; --include-people exports them\n`,
    );
  output.stdout(`wrote ${length} resources to ${files.size} files in ${options.out}\n`);
}

const noProgress: Progress = { show: () => {}, end: () => {} };

/** The types that --exclude accepts, by name: everything else is in groups. */
export const excludableTypes: ReadonlyMap<string, ResourceDefinition> = new Map(
  exportedDefinitions
    .filter((definition) => definition.name !== registry.groups.name)
    .map((definition) => [snakeCase(definition.plural).replaceAll("_", "-"), definition]),
);

function definitionsFor({ exclude = [] }: ExportOptions): readonly ResourceDefinition[] {
  const excluded = exclude.map((name) => excludableTypes.get(name));
  return exportedDefinitions.filter((definition) => !excluded.includes(definition));
}

function requireWritable({ out, force }: ExportOptions): void {
  if (force || !existsSync(out)) return;
  const names = readdirSync(out);
  if (names.length > 0)
    throw new CommandFailure(
      `--out ${out} is not empty (${names.length} ${names.length === 1 ? "entry" : "entries"}); choose another directory, or replace the files of an earlier export with --force`,
    );
}

/** What an export wrote: another export to the same directory keeps the names, and deletes files that it does not write. */
const MANIFEST = ".platform-export.json";

interface Manifest {
  readonly files: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

async function readManifest(out: string): Promise<Manifest> {
  const file = path.join(out, MANIFEST);
  if (!existsSync(file)) return { files: [], names: {} };
  const { files, names } = JSON.parse(await readFile(file, "utf8")) as Partial<Manifest>;
  const isWithin = (name: string) => !path.relative(out, path.join(out, name)).startsWith("..");
  return { files: (files ?? []).filter(isWithin), names: names ?? {} };
}

/** Lists the types concurrently; lists of one type are read page by page. */
async function readSnapshot(
  client: PlatformClient,
  top: string,
  definitions: readonly ResourceDefinition[],
  progress: Progress,
): Promise<Snapshot> {
  const group = await client.groups.get(top);
  const counter = new Counter(definitions.length, progress);
  const [roles, ...lists] = await Promise.all([
    builtInRoles(client),
    ...definitions.map((definition) => listAll(client, definition, top, counter)),
  ]);
  const resources = lists.flatMap((list, index) =>
    list.map((resource) => ({ definition: definitions[index]!, resource })),
  );
  const below = resources.filter(({ definition, resource }) => definition !== registry.groups || resource.uid !== top);
  return { top, resources: [{ definition: registry.groups, resource: group }, ...below], builtInRoles: roles };
}

async function builtInRoles(client: PlatformClient): Promise<ReadonlyMap<string, string>> {
  const roles = new Map<string, string>();
  for await (const { uid, name } of client.roles.list({ inRoot: true })) if (isRoot(uid)) roles.set(uid, name);
  return roles;
}

async function listAll(
  client: PlatformClient,
  definition: ResourceDefinition,
  top: string,
  counter: Counter,
): Promise<readonly JsonObject[]> {
  const collection = client.collection(definition);
  const resources: JsonObject[] = [];
  let isFirst = true;
  for await (const each of pagesOf(collection, top)) {
    if (isFirst) counter.addTotal(each.totalCount);
    isFirst = false;
    counter.add(each.items.length);
    resources.push(...each.items);
  }
  return resources;
}

type Lists = Pick<ReturnType<PlatformClient["collection"]>, "page">;

async function* pagesOf(collection: Lists, descendantsOf: string) {
  let pageToken: string | undefined;
  do {
    const found = await collection.page({
      descendantsOf,
      pageSize: 200,
      orderBy: "uid",
      ...(pageToken ? { pageToken } : {}),
    });
    yield found;
    pageToken = found.nextPageToken;
  } while (pageToken);
}

/** Shows progress once the number of resources of every type is known. */
class Counter {
  #types: number;
  #total = 0;
  #done = 0;

  constructor(
    types: number,
    private readonly progress: Progress,
  ) {
    this.#types = types;
  }

  addTotal(count: number): void {
    this.#total += count;
    this.#types--;
  }

  add(count: number): void {
    this.#done += count;
    if (this.#types === 0) this.progress.show(this.#done, this.#total, "resources read");
  }
}

/** Writes each file under another name first, so that an interrupted export leaves no half of a file. */
async function writeFiles(out: string, files: Files): Promise<void> {
  await withOperation(`write to ${out}`, async () => {
    for (const [name, text] of files) {
      const file = path.join(out, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(`${file}.tmp`, text);
      await rename(`${file}.tmp`, file);
    }
  });
}
