import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { text as readText } from "node:stream/consumers";
import { patternProblem } from "../../api";
import { findOne, type PlatformClient } from "../../client";
import {
  check,
  definitionNamed,
  formatPath,
  isInput,
  type JsonObject,
  nameWithArticle,
  type ResourceDefinition,
  registry,
  unknownFieldProblem,
} from "../../model";
import { resolvePath } from "../../provider/import";
import { importIdFormats, parseImportId } from "../../provider/import-id";
import { withClient } from "../client-option";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";
import type { FilterFlag } from "../resources/filters";
import { bodyFrom, type FieldFlag, isNamed, isRoleName } from "../resources/flags";
import { formatResources, parseBody, withShortCapabilities } from "../resources/format";
import { kebabCase, type OutputFormat } from "../resources/types";

export interface ResourceOptions extends JsonObject {
  /** Defaults to a table on a terminal and JSON elsewhere. */
  readonly output?: OutputFormat;
  readonly session?: string;
  /** JSON or YAML; - for standard input. */
  readonly fromFile?: string;
}

/** Prints one resource, by its uid or its path of names. */
export const getResource = (definition: ResourceDefinition, id: string, options: ResourceOptions, output: Output) =>
  withClient(options, async (client) => {
    const uid = await uidOf(client, definition, id);
    print(definition, await client.collection(definition).get(uid), options, output);
  });

/** Prints all resources that match. */
export const listResources = (
  definition: ResourceDefinition,
  flags: readonly FilterFlag[],
  options: ResourceOptions & { readonly limit?: number },
  output: Output,
) =>
  withClient(options, async (client) => {
    const query: Record<string, unknown> = {};
    for (const { option, name, type } of flags) {
      const value = options[option.attributeName()];
      if (value === undefined) continue;
      query[name] = type ? await uidOf(client, definitionNamed(type)!, String(value), option.long) : value;
    }
    const { limit = Number.POSITIVE_INFINITY } = options;
    const found: JsonObject[] = [];
    const resources = client.collection(definition).list({ ...query, pageSize: Math.min(limit, 200) });
    for await (const each of resources) if (found.push(each) >= limit) break;
    print(definition, found, options, output);
  });

/** Creates a resource from options, or from a file, and prints it. */
export const createResource = (
  definition: ResourceDefinition,
  flags: readonly FieldFlag[],
  parentFlag: string,
  options: ResourceOptions & { readonly parent: string },
  output: Output,
) =>
  withClient(options, async (client) => {
    const { body } = await bodyOf(definition, flags, options);
    const [violation] = check(definition.fields, definition.rules ?? [], body, {
      rejectOutputs: true,
      ...(options.fromFile === undefined ? { formatName: kebabCase } : {}),
      regexProblem: patternProblem,
    }).filter(({ path }) => !isNamedReference(definition, body, path));
    if (violation) throw new CommandFailure(`${spell(flags, violation.path, options)} ${violation.problem}`);
    const parentUid = await uidOf(client, definitionNamed(definition.parent.type)!, options.parent, parentFlag);
    const collection = client.collection(definition);
    print(
      definition,
      await collection.create(parentUid, (await withUids(client, definition, body)) as never),
      options,
      output,
    );
  });

/** Changes the given fields of a resource, and no others. */
export const updateResource = (
  definition: ResourceDefinition,
  id: string,
  flags: readonly FieldFlag[],
  options: ResourceOptions,
  output: Output,
) =>
  withClient(options, async (client) => {
    const { body, paths } = await bodyOf(definition, flags, options);
    if (paths.length === 0) throw new CommandFailure("nothing to update: give an option for each field to change");
    const uid = await uidOf(client, definition, id);
    const changes = await withUids(client, definition, body);
    print(
      definition,
      await client.collection(definition).update(uid, changes as never, { updateMask: paths }),
      options,
      output,
    );
  });

/** Deletes a resource after its uid was confirmed. */
export const deleteResource = (
  definition: ResourceDefinition,
  id: string,
  { yes, ...options }: ResourceOptions & { readonly yes: boolean },
  output: Output,
) =>
  withClient(options, async (client) => {
    const collection = client.collection(definition);
    const uid = await uidOf(client, definition, id);
    if (!yes) {
      output.stderr(formatResources(definition, await collection.get(uid), "table"));
      await confirm(uid);
    }
    await collection.delete(uid);
    output.stdout(`deleted ${uid}\n`);
  });

function print(
  definition: ResourceDefinition,
  found: unknown,
  { output: format }: ResourceOptions,
  output: Output,
): void {
  const resources = Array.isArray(found)
    ? found.map((each) => withShortCapabilities(each as JsonObject))
    : withShortCapabilities(found as JsonObject);
  output.stdout(formatResources(definition, resources, format ?? (process.stdout.isTTY ? "table" : "json")));
}

/** Returns the uid of a resource that is given by its uid or its path of names. */
async function uidOf(client: PlatformClient, definition: ResourceDefinition, id: string, what = "ID"): Promise<string> {
  const parsed = parseImportId(definition, id);
  // Built-in roles have no path.
  if (parsed === undefined && definition.name === registry.roles.name && isRoleName(id))
    return (await findOne(client, registry.roles, { name: id })).uid;
  if (parsed === undefined)
    throw new CommandFailure(
      `${what} ${JSON.stringify(id)} is not the id of ${nameWithArticle(definition.name)}, which is ${importIdFormats(definition)}`,
    );
  if (typeof parsed === "string") return parsed;
  return resolvePath(client, definition, parsed, { signal: new AbortController().signal });
}

/** Returns the body of the file, with the fields of the options, and the paths that it sets. */
async function bodyOf(definition: ResourceDefinition, flags: readonly FieldFlag[], options: ResourceOptions) {
  const given = bodyFrom(flags, options);
  const { fromFile } = options;
  if (fromFile === undefined) return given;
  if (given.paths.length > 0)
    throw new CommandFailure("--from-file cannot be combined with options for fields; set them in the file");
  const content = await withOperation(`read ${fromFile}`, () =>
    fromFile === "-" ? readText(process.stdin) : readFileSync(fromFile, "utf8"),
  );
  const body = parseBody(fromFile, content);
  const known = Object.entries(definition.fields).flatMap(([name, field]) => (isInput(field) ? [name] : []));
  const stray = Object.keys(body).find((name) => !known.includes(name));
  if (stray !== undefined)
    throw new CommandFailure(`--from-file ${fromFile}: ${stray} ${unknownFieldProblem(stray, known)}`);
  return { body, paths: Object.keys(body) };
}

/** Names a field as the user wrote it: as an option or as in the file. */
function spell(flags: readonly FieldFlag[], path: readonly (string | number)[], { fromFile }: ResourceOptions): string {
  if (fromFile !== undefined) return `--from-file ${fromFile}: ${formatPath(path)}`;
  const [flag, ...others] = flags.filter((each) => path.every((name, index) => each.path[index] === name));
  const exact = flags.findLast((each) => each.path.every((name, index) => path[index] === name)) ?? flag;
  return others.length > 0 && exact === flag
    ? `--${path.map((each) => kebabCase(String(each))).join("-")}-…`
    : (exact?.option.long ?? formatPath(path));
}

const isNamedReference = (
  { fields }: ResourceDefinition,
  body: JsonObject,
  [name = "", ...rest]: readonly (string | number)[],
) => rest.length === 0 && fields[name] !== undefined && isNamed(fields[name], body[name]);

/** Replaces names of built-in roles, whose uids differ between deployments, and paths of names by uids. */
async function withUids(client: PlatformClient, { fields }: ResourceDefinition, body: JsonObject): Promise<JsonObject> {
  const entries = Object.entries(body).map(async ([name, value]) => {
    const field = fields[name];
    // The registry has every type that a field refers to.
    if (!field?.refersTo || !isNamed(field, value)) return [name, value] as const;
    return [name, await uidOf(client, definitionNamed(field.refersTo)!, value)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function confirm(uid: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandFailure(
      "cannot ask for confirmation: standard input is not a terminal; use --yes to delete without asking",
    );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if ((await lines.question("Type the uid to confirm: ")) !== uid)
      throw new CommandFailure("nothing was deleted: the uid does not match");
  } finally {
    lines.close();
  }
}
