import { parentOf } from "../../api";
import {
  canonicalTimestamp,
  findCapability,
  type Resource,
  type ResourceDefinition,
  registry,
  relationshipTypes,
  singular,
  snakeCase,
} from "../../model";
import {
  type BindingEntry,
  type GroupEntry,
  type IdentityEntry,
  isUnknown,
  knownOr,
  type MaybeUnknown,
  type RoleEntry,
  type Snapshot,
} from "../snapshot";
import { trustFrom } from "../trust";

/** The types of a snapshot's resources. */
export const snapshotTypes = {
  groups: registry.groups,
  identities: registry.identities,
  roles: registry.roles,
  bindings: registry.roleBindings,
} as const satisfies Partial<Record<keyof Snapshot, ResourceDefinition>>;

export type SnapshotPart = keyof typeof snapshotTypes;

export const snapshotParts = Object.keys(snapshotTypes) as readonly SnapshotPart[];

/** Entries of a snapshot, by part. */
export interface Entries {
  readonly groups: GroupEntry[];
  readonly identities: IdentityEntry[];
  readonly roles: RoleEntry[];
  readonly bindings: BindingEntry[];
}

export const noEntries = (): Entries => ({ groups: [], identities: [], roles: [], bindings: [] });

/** Returns the Terraform type of a definition, such as `platform_role_binding`. */
export const terraformType = (definition: ResourceDefinition): string => `platform_${snakeCase(singular(definition))}`;

/** A resource of a plan or of the API. */
export interface Source {
  readonly id: string;
  readonly address?: string | undefined;
  /** Returns the value of a field, by the model's name; null and undefined are not set. */
  readonly read: (field: string) => MaybeUnknown<unknown>;
}

/** Adds the entry of a resource. */
export function addEntry(entries: Entries, part: SnapshotPart, source: Source): void {
  const { id, address } = source;
  const own = address === undefined ? { id } : { id, address };
  const parent = text(source, snapshotTypes[part].parent.attribute);
  switch (part) {
    case "groups":
      entries.groups.push({ ...own, name: text(source, "name"), parent: parent === "" ? undefined : parent });
      return;
    case "identities":
      entries.identities.push({ ...own, ...identityValues(source), group: parent });
      return;
    case "roles":
      entries.roles.push({ ...own, name: text(source, "name"), capabilities: capabilitiesOf(source) });
      return;
    case "bindings":
      entries.bindings.push({
        ...own,
        group: parent,
        identity: text(source, "identityUid"),
        role: text(source, "roleUid"),
        expirationTime: time(source, "expirationTime"),
      });
  }
}

const text = ({ read }: Source, field: string): MaybeUnknown<string> => {
  const value = read(field);
  return isUnknown(value) ? value : String(value ?? "");
};

/** Returns a time in the form that the service writes, because configurations may spell it otherwise. */
function time({ read }: Source, field: string): MaybeUnknown<string> | undefined {
  const value = read(field);
  if (value === null || value === undefined || value === "" || isUnknown(value)) return value || undefined;
  return canonicalTimestamp(String(value)) ?? String(value);
}

function identityValues(source: Source): Omit<IdentityEntry, "id" | "group"> {
  const disabled = source.read("disabled");
  const relationships = Object.values(relationshipTypes).map((name) => [name, source.read(name)] as const);
  const unknown = relationships.map(([, value]) => value).find(isUnknown);
  const optional = ["email", "createTime", "lastSeenTime"].flatMap((field) => {
    const value = knownOr(source.read(field), undefined);
    return value ? [[field, String(value)]] : [];
  });
  return {
    name: text(source, "name"),
    disabled: isUnknown(disabled) ? disabled : disabled === true,
    trust: unknown ?? trustFrom(Object.fromEntries(relationships)),
    ...Object.fromEntries(optional),
  };
}

function capabilitiesOf({ read }: Source): MaybeUnknown<readonly string[]> {
  const value = read("capabilities");
  return isUnknown(value) ? value : ((value ?? []) as readonly unknown[]).map(String).map(shortName);
}

const shortName = (name: string): string => findCapability(name) ?? name;

/** Adds a resource that the API returned. */
export function addResource(entries: Entries, part: SnapshotPart, resource: Resource<ResourceDefinition>): void {
  const values: Readonly<Record<string, unknown>> = resource;
  const uid = String(values.uid);
  const { attribute } = snapshotTypes[part].parent;
  addEntry(entries, part, { id: uid, read: (field) => (field === attribute ? parentOf(uid) : values[field]) });
}
