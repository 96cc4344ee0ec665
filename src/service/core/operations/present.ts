import {
  type Field,
  type Fields,
  isUnset,
  type JsonObject,
  objectOrEmpty,
  type ResourceDefinition,
} from "../../../model";
import type { Database, StoredResource } from "../../store";
import type { Access } from "../access";
import { rulesOf } from "../rules";

/** Returns a resource as shown to the caller. `isNew` includes fields that only the response to a create contains. */
export async function present(
  db: Database,
  access: Access,
  definition: ResourceDefinition,
  resource: StoredResource,
  isNew = false,
): Promise<JsonObject> {
  const [presented = {}] = await presentAll(db, access, definition, [resource], isNew);
  return presented;
}

/**
 * Returns resources as shown to the caller. Reads the fields that come from other resources for all of them at once.
 */
export async function presentAll(
  db: Database,
  access: Access,
  definition: ResourceDefinition,
  all: readonly StoredResource[],
  areNew = false,
): Promise<JsonObject[]> {
  const hydrated = all.length > 0 ? await rulesOf(definition.name).hydrate?.(db, access, all) : undefined;
  const { lasting, new: first } = responseMembers(definition.fields);
  return all.map(({ uid, createTime, updateTime, fields }) => {
    const hydratedFields = hydrated?.get(uid);
    const written = writeMembers(areNew ? first : lasting, hydratedFields ? { ...fields, ...hydratedFields } : fields);
    return Object.assign(written, { uid, createTime, updateTime });
  });
}

type Members = readonly (readonly [name: string, field: Field])[];

/** A cache of what follows from a definition, which never changes: lists write thousands of members. */
const membersByFields = new WeakMap<Fields, { readonly new: Members; readonly lasting: Members }>();

/** Returns the members of responses, in order: never secrets, and some only for new resources. */
function responseMembers(members: Fields) {
  const known = membersByFields.get(members);
  if (known) return known;
  const shown = Object.entries(members).filter(([, field]) => !field.writeOnly);
  const found = { new: shown, lasting: shown.filter(([, field]) => !field.onlyInCreate) };
  membersByFields.set(members, found);
  return found;
}

/** Writes all members, with zero values for those that are not set; omits oneof members that are not set. */
function writeMembers(members: Members, value: JsonObject): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, field] of members) {
    const own = value[name];
    if (!field.oneof || !isUnset(field, own)) written[name] = writeValue(field, own);
  }
  return written;
}

function writeValue(field: Field, value: unknown): unknown {
  if (isUnset(field, value)) return field.zero;
  const { members, element } = field;
  if (members) return writeMembers(responseMembers(members).new, objectOrEmpty(value));
  if (element?.members && Array.isArray(value)) return value.map((each) => writeValue(element, each));
  if (element?.members)
    return Object.fromEntries(
      Object.entries(objectOrEmpty(value)).map(([key, each]) => [key, writeValue(element, each)]),
    );
  return value;
}
