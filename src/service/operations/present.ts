import type { Field, Fields, ResourceDefinition } from "../../model";
import { rulesOf } from "../rules";
import type { Database, StoredResource } from "../store";
import { isZero } from "./inputs";
import type { JsonObject } from "./types";

/** A resource as it is answered; what is shown only once, where it is new. */
export async function present(
  db: Database,
  definition: ResourceDefinition,
  resource: StoredResource,
  isNew = false,
): Promise<JsonObject> {
  const [answer] = await presentAll(db, definition, [resource], isNew);
  return answer!;
}

/** Resources as they are answered. What they are filled with from elsewhere is read for all of them at once. */
export async function presentAll(
  db: Database,
  definition: ResourceDefinition,
  all: readonly StoredResource[],
  areNew = false,
): Promise<JsonObject[]> {
  const hydrated = all.length > 0 ? await rulesOf(definition.name).hydrate?.(db, all) : undefined;
  return all.map(({ uid, createTime, updateTime, fields }) =>
    writeMembers(areNew ? definition.fields : lasting(definition.fields), {
      ...fields,
      ...hydrated?.get(uid),
      uid,
      createTime,
      updateTime,
    }),
  );
}

const lasting = (members: Fields): Fields =>
  Object.fromEntries(Object.entries(members).filter(([, field]) => !field.onlyInCreate));

/** Writes every member, zero where it has no value; members of a oneof only where they are set, secrets never. */
function writeMembers(members: Fields, value: JsonObject): JsonObject {
  const entries = Object.entries(members).flatMap(([name, field]) => {
    const own = value[name];
    if (field.writeOnly || (field.oneof && isZero(field, own))) return [];
    return [[name, writeValue(field, own)] as const];
  });
  return Object.fromEntries(entries);
}

function writeValue(field: Field, value: unknown): unknown {
  if (isZero(field, value)) return field.zero;
  if (field.members) return writeMembers(field.members, value as JsonObject);
  if (field.element?.members && Array.isArray(value)) return value.map((each) => writeValue(field.element!, each));
  if (field.element?.members)
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, each]) => [key, writeValue(field.element!, each)]),
    );
  return value;
}
