import { closest } from "./suggest";

/**
 * Capabilities, the permissions of roles. On the wire a capability is an enum name (`CAP_IAM_GROUPS_LIST`); users and
 * configurations write its short name (`groups.list`). Numbers below 10000 are those of the published protobuf enum;
 * higher ones are extensions.
 */
const numbers = {
  "groups.create": 101,
  "groups.update": 102,
  "groups.list": 103,
  "groups.delete": 104,
  "group_invites.create": 201,
  "group_invites.list": 203,
  "group_invites.delete": 204,
  "roles.create": 301,
  "roles.update": 302,
  "roles.list": 303,
  "roles.delete": 304,
  "role_bindings.create": 401,
  "role_bindings.update": 402,
  "role_bindings.list": 403,
  "role_bindings.delete": 404,
  "account_associations.create": 701,
  "account_associations.update": 702,
  "account_associations.list": 703,
  "account_associations.delete": 704,
  "identity.create": 901,
  "identity.update": 902,
  "identity.list": 903,
  "identity.delete": 904,
  "identity_providers.create": 1301,
  "identity_providers.update": 1302,
  "identity_providers.list": 1303,
  "identity_providers.delete": 1304,
  "repo.create": 1603,
  "repo.update": 1604,
  "repo.list": 1605,
  "repo.delete": 1606,
  "manifest.create": 1607,
  "manifest.update": 1608,
  "manifest.list": 1609,
  "manifest.delete": 1610,
  "tag.create": 1611,
  "tag.update": 1612,
  "tag.list": 1613,
  "tag.delete": 1614,
  "advisories.create": 1900,
  "advisories.update": 1901,
  "advisories.list": 1902,
  "advisories.delete": 1903,
  "audit_events.list": 10003,
} as const;

/** The short name of a capability, such as `groups.list`. */
export type Capability = keyof typeof numbers;

export const capabilities = Object.keys(numbers) as readonly Capability[];

/** Resource nouns outside the IAM domain, whose names in the published enum lack its prefix. */
const nonIamNouns = new Set(["repo", "manifest", "tag", "advisories"]);

/** Returns the wire name of a capability: `CAP_IAM_GROUPS_LIST` for `groups.list`. */
export function capabilityEnumName(capability: Capability): string {
  const [noun = ""] = capability.split(".");
  return `CAP_${nonIamNouns.has(noun) ? "" : "IAM_"}${capability.replace(".", "_").toUpperCase()}`;
}

const byEnumName = new Map(capabilities.map((capability) => [capabilityEnumName(capability), capability]));

export const capabilityNumber = (capability: Capability): number => numbers[capability];

/** Parses a short or wire name; undefined if there is no such capability. */
export function findCapability(text: string): Capability | undefined {
  return Object.hasOwn(numbers, text) ? (text as Capability) : byEnumName.get(text);
}

/** Returns the error message for an unknown capability, without the field name. */
export function capabilityProblem(text: string): string {
  const name = findCapability(closest(text, [...capabilities, ...byEnumName.keys()]) ?? "");
  return `must be a capability such as groups.list${name ? `; did you mean "${name}"?` : ""}`;
}

type Verb = "list" | "get" | "create" | "update" | "delete";

/**
 * Returns the capabilities required by the five standard operations on a noun; reading requires the same as listing.
 */
export function capabilitiesFor(noun: string, additional: Partial<Record<Verb, readonly Capability[]>> = {}) {
  const need = (verb: Verb, own: string) => [`${noun}.${own}` as Capability, ...(additional[verb] ?? [])];
  return {
    list: need("list", "list"),
    get: need("get", "list"),
    create: need("create", "create"),
    update: need("update", "update"),
    delete: need("delete", "delete"),
  } as const satisfies Record<Verb, readonly Capability[]>;
}
