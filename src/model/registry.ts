import type { ResourceDefinition } from "./resource";
import { accountAssociation } from "./types/account-association";
import { advisory } from "./types/advisory";
import { auditEvent } from "./types/audit-event";
import { group } from "./types/group";
import { groupAccess } from "./types/group-access";
import { groupInvite } from "./types/group-invite";
import { identity } from "./types/identity";
import { identityProvider } from "./types/identity-provider";
import { clientRepo, repo } from "./types/repo";
import { repoReadme } from "./types/repo-readme";
import { role } from "./types/role";
import { roleBinding } from "./types/role-binding";
import { session } from "./types/session";
import { tag } from "./types/tag";

/** Every resource type by its plural. Code that handles all types iterates over this. */
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

/** The registry for clients, in which a resource that the API splits across several paths and versions is one type. */
export const clientRegistry = { ...registry, repos: clientRepo } as const;

export type ClientRegistry = typeof clientRegistry;
/** The plural of a resource type: `roleBindings`. */
export type Plural = keyof Registry;

export const definitions: readonly ResourceDefinition[] = Object.values(registry);

export const clientDefinitions: readonly ResourceDefinition[] = Object.values(clientRegistry);

/** The types that exist only in configurations: each manages several resources of the API as one. */
export const compositeDefinitions: readonly ResourceDefinition[] = [groupAccess];

/** Returns the definition of a type that clients manage by its name (`RoleBinding`); undefined if there is none. */
export const definitionNamed = (name: string): ResourceDefinition | undefined =>
  [...clientDefinitions, ...compositeDefinitions].find((definition) => definition.name === name);

/** Returns the definition of a type that the registry or the service has. Throws for any other name. */
export function definitionOf(name: string): ResourceDefinition {
  const definition = definitionNamed(name) ?? servedDefinitions.find((each) => each.name === name);
  if (!definition) throw new Error(`there is no resource type ${name}`);
  return definition;
}

/** The types that the service serves: those of the registry, and those that clients do not manage as resources. */
export const servedDefinitions: readonly ResourceDefinition[] = [...definitions, session, auditEvent, repoReadme];

/** The served types that have a collection and a gRPC service. */
export const collectionDefinitions: readonly ResourceDefinition[] = servedDefinitions.filter(
  ({ singleton }) => !singleton,
);

/** Returns a type and its singletons, which have the same gRPC service. */
export const withSingletons = (definition: ResourceDefinition): readonly ResourceDefinition[] => [
  definition,
  ...servedDefinitions.filter(({ singleton, parent }) => singleton && parent.type === definition.name),
];
