import { group } from "./group";
import { identity } from "./identity";
import { repo } from "./repo";
import type { ResourceDefinition } from "./resource";
import { role } from "./role";
import { roleBinding } from "./role-binding";

/** Every resource type, by its plural. What walks this serves all of them. */
export const registry = {
  groups: group,
  identities: identity,
  roles: role,
  roleBindings: roleBinding,
  repos: repo,
} as const;

export type Registry = typeof registry;
/** The plural of a resource type: `roleBindings`. */
export type Plural = keyof Registry;

export const definitions: readonly ResourceDefinition[] = Object.values(registry);

/** The definition of a type by its name (`RoleBinding`); undefined for a name that is none. */
export const definitionNamed = (name: string): ResourceDefinition | undefined =>
  definitions.find((definition) => definition.name === name);
