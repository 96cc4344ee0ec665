import { builtInRoles, isJsonObject, snakeCase } from "../../model";
import type { MaybeUnknown, Snapshot, Unknown } from "../snapshot";
import {
  addEntry,
  type Entries,
  noEntries,
  type SnapshotPart,
  snapshotParts,
  snapshotTypes,
  terraformType,
} from "./entries";
import { type Block, ConfigurationReader, isMultiple, type TerraformConfiguration } from "./terraform-expressions";

export const isTerraformConfiguration = (json: unknown): json is TerraformConfiguration["json"] =>
  isJsonObject(json as never) && ["terraform", "resource", "provider"].some((key) => key in (json as object));

/**
 * Returns the access that configurations describe, before any plan. Ids are addresses, except where the configuration
 * contains the uid. Whatever is computed is unknown. Built-in roles are recognized by name. What is looked up is another
 * resource than those that the configurations manage, is assumed to be enabled, and is the same for equal lookups.
 */
export function configuredAccess(configurations: readonly TerraformConfiguration[]): Snapshot {
  const entries = noEntries();
  const reader = new ConfigurationReader(configurations, idOf);
  for (const block of reader.blocks) {
    const part = partOf(block.type);
    if (part === undefined) continue;
    if (block.mode === "data") addLookup(entries, part, block, reader);
    else if (!isMultiple(block)) addManaged(entries, part, block, reader);
    else if (part === "bindings") addManaged(entries, part, block, reader, undetermined(block));
  }
  return { ...entries, gaps: gapsOf(reader) };
}

const parts = new Map(snapshotParts.map((part) => [terraformType(snapshotTypes[part]), part]));

const partOf = (type: string): SnapshotPart | undefined => parts.get(type);

/** How many resources a block with `count` or `for_each` stands for is known after the plan at the earliest. */
const undetermined = ({ address }: Block): Unknown => ({
  unknown: `the number of ${address} is known only after apply`,
});

function gapsOf({ blocks, modules }: ConfigurationReader): string[] {
  const multiple = blocks.filter(
    (block) => block.mode === "managed" && isMultiple(block) && (partOf(block.type) ?? "bindings") !== "bindings",
  );
  return [
    ...modules.map((name) => `The module ${name} was not considered.`),
    ...multiple.map(({ address }) => `The resources of ${address} are known only after apply.`),
  ];
}

/** Returns a uid that the configuration contains, otherwise the address. */
function idOf(block: Block, reader: ConfigurationReader): MaybeUnknown<string> {
  if (isMultiple(block)) return undetermined(block);
  if (block.mode === "managed") return block.importedUid ?? block.address;
  const uid = reader.read(block, "uid");
  if (typeof uid === "string" && uid !== "") return uid;
  return builtInRole(block, reader)?.uid ?? reader.firstLike(block).address;
}

/** Built-in roles have a name and no group. */
function builtInRole(block: Block, reader: ConfigurationReader) {
  const isInGroup = ["group_uid", "descendants_of", "ancestor_uid"].some((name) => block.body[name] !== undefined);
  const name = partOf(block.type) === "roles" && !isInGroup ? reader.read(block, "name") : undefined;
  return builtInRoles.find((role) => role.name === name);
}

function addManaged(
  entries: Entries,
  part: SnapshotPart,
  block: Block,
  reader: ConfigurationReader,
  identity?: Unknown,
): void {
  const { address } = block;
  const id = block.importedUid ?? address;
  const read = (field: string): MaybeUnknown<unknown> =>
    identity !== undefined && field === "identityUid" ? identity : reader.read(block, snakeCase(field));
  addEntry(entries, part, { id, address, read });
}

/** Adds what a data source finds, unless its uid or the model already says all that is known. */
function addLookup(entries: Entries, part: SnapshotPart, block: Block, reader: ConfigurationReader): void {
  const id = idOf(block, reader);
  if (id !== block.address || part === "bindings") return;
  const { attribute } = snapshotTypes[part].parent;
  const isKnown = (field: string) => field === "name" || (field === attribute && block.body[snakeCase(field)]);
  const read = (field: string): MaybeUnknown<unknown> => {
    if (isKnown(field)) return reader.read(block, snakeCase(field));
    return field === "disabled" ? false : { unknown: `the ${snakeCase(field)} of ${id} is known only after apply` };
  };
  addEntry(entries, part, { id, read });
}
