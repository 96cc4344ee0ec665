import { isRoot, selfAndAncestors } from "../api";
import { clientDefinitions, type JsonObject, type ResourceDefinition } from "../model";

/** A resource as the service returned it. */
export interface Exported {
  readonly definition: ResourceDefinition;
  readonly resource: JsonObject;
}

/** A group and everything below it, as read from the service. */
export interface Snapshot {
  /** The uid of the group at the top. */
  readonly top: string;
  /** All resources to export, including the group at the top, in any order. */
  readonly resources: readonly Exported[];
  /** The names of the deployment's built-in roles, by uid. */
  readonly builtInRoles: ReadonlyMap<string, string>;
}

/** Facts about this package that files contain. */
export interface PackageInfo {
  /** The provider's source address in full. */
  readonly providerSource: string;
  readonly version: string;
}

/** The text of each file, by its path. */
export type Files = ReadonlyMap<string, string>;

/** The names of resources in code, by type and uid. */
export type Names = ReadonlyMap<string, string>;

/** The generated files, and the names to pass to the next export. */
export interface Export {
  readonly files: Files;
  readonly names: Names;
}

/** The types that can be managed, in the order of the registry. */
export const exportedDefinitions: readonly ResourceDefinition[] = clientDefinitions.filter(({ operations }) =>
  operations.includes("create"),
);

/**
 * Returns the uid of the exported group that a resource is in; a group is in itself. Resources whose group is not
 * exported are in the group at the top.
 */
export const groupOf = ({ top }: Snapshot, groups: ReadonlySet<string>, uid: string): string =>
  selfAndAncestors(uid).find((each) => groups.has(each)) ?? top;

/** Reports whether a resource is an organization, which cannot be created or deleted. */
export const isOrganization = ({ definition, resource }: Exported): boolean =>
  definition.name === "Group" && isRoot(String(resource.uid));

/**
 * Removes the identities of people who log in with one of the exported identity providers, and their role bindings:
 * logins create and change both.
 */
export function withoutPeople(snapshot: Snapshot): Snapshot {
  const claims = new Set(
    snapshot.resources.flatMap(({ definition, resource }) => {
      const { issuer, clientId } = (resource.oidc ?? {}) as JsonObject;
      return definition.name === "IdentityProvider" ? [JSON.stringify([issuer, clientId])] : [];
    }),
  );
  const people = new Set(
    snapshot.resources.flatMap(({ definition, resource }) => {
      const { issuer, audience } = (resource.claimMatch ?? {}) as JsonObject;
      const isPerson = definition.name === "Identity" && claims.has(JSON.stringify([issuer, audience]));
      return isPerson ? [resource.uid] : [];
    }),
  );
  const resources = snapshot.resources.filter(
    ({ definition, resource }) => !people.has(definition.name === "RoleBinding" ? resource.identityUid : resource.uid),
  );
  return { ...snapshot, resources };
}
