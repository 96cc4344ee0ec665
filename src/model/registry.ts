import { accountAssociation } from "./account-association";
import { advisory } from "./advisory";
import { group } from "./group";
import { groupInvite } from "./group-invite";
import { identity } from "./identity";
import { identityProvider } from "./identity-provider";
import { repo } from "./repo";
import type { ResourceDefinition } from "./resource";
import { role } from "./role";
import { roleBinding } from "./role-binding";
import { tag } from "./tag";

/** Every resource type, by its plural. What walks this serves all of them. */
export const registry = {
  groups: group,
  identities: identity,
  roles: role,
  roleBindings: roleBinding,
  identityProviders: identityProvider,
  accountAssociations: accountAssociation,
  groupInvites: groupInvite,
  repos: repo,
  tags: tag,
  advisories: advisory,
} as const;

export type Registry = typeof registry;
/** The plural of a resource type: `roleBindings`. */
export type Plural = keyof Registry;

export const definitions: readonly ResourceDefinition[] = Object.values(registry);

/** The definition of a type by its name (`RoleBinding`); undefined for a name that is none. */
export const definitionNamed = (name: string): ResourceDefinition | undefined =>
  definitions.find((definition) => definition.name === name);
