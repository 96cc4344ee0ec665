import type { Field, Fields, JsonObject, ResourceDefinition } from "../../../model";
import { isInput, objectOrEmpty, registry } from "../../../model";
import { audit, type StoredResource } from "../../store";
import type { Caller } from "../access";
import type { WriteContext } from "../rules";

/** The write of a resource. */
interface ResourceEvent {
  readonly action: "create" | "update" | "delete";
  /** The fields changed by an update; by default all inputs that are set. */
  readonly fields?: readonly string[];
  readonly replay?: true;
  /** The number of deleted children, if all children of the type were deleted. */
  readonly count?: number;
}

/** Writes the audit event of a resource write, in the same transaction. */
export async function writeAuditEvent(
  { tx, now, by }: WriteContext,
  definition: ResourceDefinition,
  resource: Pick<StoredResource, "uid" | "fields">,
  { action, fields = setInputs(definition.fields, resource.fields), replay, count }: ResourceEvent,
): Promise<void> {
  const written = Object.fromEntries(
    fields.map((name) => [name, resource.fields[name] ?? definition.fields[name]?.zero]),
  );
  await audit.add(tx, {
    createTime: now,
    action,
    outcome: "OK",
    actor: by?.identityUid ?? "operator",
    resourceType: definition.name,
    resource: resource.uid,
    ...(fields.length > 0 ? { fields } : {}),
    values: withoutSecrets(definition.fields, written),
    ...(by ? requestOf(by) : {}),
    ...(replay ? { replay } : {}),
    ...(count === undefined ? {} : { count }),
  });
}

/** Writes the audit event of ending an identity's access, entirely or for one session. */
export const writeRevocation = ({ tx, now, by }: WriteContext, identity: string, session?: string): Promise<void> =>
  audit.add(tx, {
    createTime: now,
    action: session === undefined ? "token.revoke" : "session.revoke",
    outcome: "OK",
    actor: by?.identityUid ?? "operator",
    resourceType: registry.identities.name,
    resource: identity,
    ...(session === undefined ? {} : { values: { session } }),
    ...(by ? requestOf(by) : {}),
  });

/** Returns the members of an event that describe its request. */
export const requestOf = ({ tokenId, restrictions, address, requestId }: Caller) => ({
  ...(tokenId === undefined ? {} : { tokenId }),
  ...(restrictions && (restrictions.capabilities ?? restrictions.groups) ? { narrowing: restrictions } : {}),
  ...(address === undefined ? {} : { address }),
  ...(requestId === undefined ? {} : { requestId }),
});

const setInputs = (members: Fields, value: JsonObject): string[] =>
  Object.entries(members).flatMap(([name, field]) => (isInput(field) && value[name] !== undefined ? [name] : []));

/** Removes sensitive and write-only members, at any depth. */
function withoutSecrets(members: Fields, value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const field = members[name];
    return !field || isSecret(field) ? [] : [[name, valueWithoutSecrets(field, member)] as const];
  });
  return Object.fromEntries(entries);
}

function valueWithoutSecrets(field: Field, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (field.members) return withoutSecrets(field.members, objectOrEmpty(value));
  const { element } = field;
  if (!element) return value;
  if (isSecret(element)) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((each) => valueWithoutSecrets(element, each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, valueWithoutSecrets(element, each)]));
}

const isSecret = ({ sensitive, writeOnly }: Field): boolean => Boolean(sensitive || writeOnly);
