import { changedFields } from "../../../api";
import type { JsonObject, ResourceDefinition } from "../../../model";
import { resources } from "../../store";
import type { Context } from "../rules";
import { checkedInputs, readInputs } from "./inputs";
import { draft, insert, replace } from "./resource-writes";
import type { SingletonInput } from "./types";

/** Checks singletons that are written with their parent, and returns how to write them. Throws INVALID_ARGUMENT. */
export function checkedSingletons(singletons: readonly SingletonInput[], now: string) {
  const checked = singletons.map(({ definition, body }) => ({
    definition,
    fields: checkedInputs(definition, readInputs(definition, body).value, now),
  }));
  return async (context: Context, uid: string): Promise<void> => {
    for (const { definition, fields } of checked) await writeSingleton(context, definition, uid, fields);
  };
}

/** Writes a singleton if it changed. */
export async function writeSingleton(
  context: Context,
  definition: ResourceDefinition,
  uid: string,
  fields: JsonObject,
): Promise<void> {
  const { tx, now } = context;
  const found = await resources.get(tx, definition.name, uid);
  const changed = changedFields(definition, found?.fields ?? {}, fields);
  if (changed.length === 0) return;
  if (found) await replace(context, definition, { ...found, updateTime: now, fields }, changed);
  else await insert(context, definition, draft(definition, uid, fields, now));
}
