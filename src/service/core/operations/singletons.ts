import { rootOf } from "../../../api";
import { definitionOf, fieldsOf, type JsonObject, type ResourceDefinition } from "../../../model";
import { resources } from "../../store";
import type { Caller } from "../access";
import { findVisible } from "./read";
import { writeSingleton } from "./singleton-writes";
import type { Dependencies } from "./types";
import { inputsAfterUpdate } from "./update";
import { write } from "./write";

/**
 * Singletons: resources that exist once in each parent, whose uid they have. A singleton is visible to those who can
 * see its parent, and stored from its first update on; before that, its fields have zero values.
 */

const parentOf = ({ parent }: ResourceDefinition): ResourceDefinition => definitionOf(parent.type);

export function getSingleton(
  { store: { db }, access }: Dependencies,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
): Promise<JsonObject> {
  return access.read(caller, async (seen) => {
    await findVisible(db, seen, parentOf(definition), uid);
    const found = await resources.get(db, definition.name, uid);
    return present(definition, uid, found?.fields);
  });
}

export function updateSingleton(
  dependencies: Dependencies,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
  body: JsonObject,
  mask: readonly string[],
): Promise<JsonObject> {
  const inputsFrom = inputsAfterUpdate(definition, body, mask);
  return write(dependencies, caller, { root: rootOf(uid) }, async ({ db, access, now }) => {
    await findVisible(db, access, parentOf(definition), uid);
    access.require(definition.capabilities.update ?? [], uid);
    const found = await resources.get(db, definition.name, uid);
    const fields = inputsFrom(found?.fields ?? {}, now);
    return async (context) => {
      await writeSingleton(context, definition, uid, fields);
      return present(definition, uid, fields);
    };
  });
}

/** Returns the stored singletons of parents that were already shown to the caller, by uid. */
export async function getSingletons(
  { store: { db } }: Dependencies,
  definition: ResourceDefinition,
  uids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = await resources.getMany(db, definition.name, uids);
  return new Map([...found].map(([uid, { fields }]) => [uid, present(definition, uid, fields)]));
}

const present = (definition: ResourceDefinition, uid: string, fields: JsonObject = {}): JsonObject => ({
  ...Object.fromEntries(fieldsOf(definition).map(([name, field]) => [name, field.normalize(fields[name])])),
  uid,
});
