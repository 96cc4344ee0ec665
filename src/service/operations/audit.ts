import type { Field, Fields, JsonObject, ResourceDefinition } from "../../model";
import { isInput } from "../../model";
import type { Writing } from "../rules";
import { audit, type StoredResource } from "../store";

/** What happened to a resource. */
export interface Deed {
  readonly action: "create" | "update" | "delete";
  /** The fields that an update changed; every input that is set unless given. */
  readonly mask?: readonly string[];
  readonly replay?: true;
  /** That all of the type below the resource were deleted, and how many. */
  readonly count?: number;
}

/** Writes into the audit trail what a request does to a resource, in the transaction in which it does it. */
export async function record(
  { tx, now, by }: Writing,
  definition: ResourceDefinition,
  { uid, fields }: Pick<StoredResource, "uid" | "fields">,
  { action, mask = setInputs(definition.fields, fields), replay, count }: Deed,
): Promise<void> {
  const written = Object.fromEntries(mask.map((name) => [name, fields[name] ?? definition.fields[name]!.zero]));
  await audit.add(tx, {
    time: now,
    caller: by?.identityUid ?? "operator",
    action,
    type: definition.name,
    uid,
    mask,
    values: withoutSecrets(definition.fields, written),
    ...(by?.requestId === undefined ? {} : { requestId: by.requestId }),
    ...(replay ? { replay } : {}),
    ...(count === undefined ? {} : { count }),
  });
}

const setInputs = (members: Fields, value: JsonObject): string[] =>
  Object.keys(members).filter((name) => isInput(members[name]!) && value[name] !== undefined);

/** Leaves out what is kept from logs, at any depth. */
function withoutSecrets(members: Fields, value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const field = members[name];
    return !field || isSecret(field) ? [] : [[name, valueWithoutSecrets(field, member)] as const];
  });
  return Object.fromEntries(entries);
}

function valueWithoutSecrets(field: Field, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (field.members) return withoutSecrets(field.members, value as JsonObject);
  const { element } = field;
  if (!element) return value;
  if (isSecret(element)) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((each) => valueWithoutSecrets(element, each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, valueWithoutSecrets(element, each)]));
}

const isSecret = ({ sensitive, writeOnly }: Field): boolean => Boolean(sensitive || writeOnly);
