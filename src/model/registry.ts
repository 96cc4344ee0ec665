import type { ResourceDefinition } from "./resource";
import { accountAssociation } from "./types/account-association";
import { advisory } from "./types/advisory";
import { auditEvent } from "./types/audit-event";
import { group } from "./types/group";
import { groupInvite } from "./types/group-invite";
import { identity } from "./types/identity";
import { identityProvider } from "./types/identity-provider";
import { repo, wholeRepo } from "./types/repo";
import { role } from "./types/role";
import { roleBinding } from "./types/role-binding";
import { session } from "./types/session";
import { tag } from "./types/tag";

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

/** The registry as clients have it: what the API spreads over several paths and versions is one resource here. */
export const clientRegistry = { ...registry, repos: wholeRepo } as const;

export type ClientRegistry = typeof clientRegistry;
/** The plural of a resource type: `roleBindings`. */
export type Plural = keyof Registry;

export const definitions: readonly ResourceDefinition[] = Object.values(registry);

export const clientDefinitions: readonly ResourceDefinition[] = Object.values(clientRegistry);

/** The definition of a type as clients have it, by its name (`RoleBinding`); undefined for a name that is none. */
export const definitionNamed = (name: string): ResourceDefinition | undefined =>
  clientDefinitions.find((definition) => definition.name === name);

/** The types that the service answers for: those of the registry, and what is kept apart from resources. */
export const servedDefinitions: readonly ResourceDefinition[] = [...definitions, session, auditEvent];
