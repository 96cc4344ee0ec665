import { changedFields } from "../../api";
import { builtInRole, builtInRoles, type ResourceDefinition, registry } from "../../model";
import { generatePrivateJwk, toPublicJwk } from "../auth/tokens";
import { checkedInputs } from "../core/operations/inputs";
import { draft, insert, replace } from "../core/operations/resource-writes";
import type { WriteContext } from "../core/rules";
import { resources, type Store, type StoredResource } from "../store";
import type { NewOrganization, Organization, OwnKey } from "./new-organization";

/**
 * The parts of an installation that the API cannot create: organizations with their first owners, and built-in roles.
 */

interface CreationContext {
  readonly store: Store;
  readonly now: string;
  /** The prefix of the issuer in tokens signed with an owner's own key. */
  readonly baseUrl: string;
}

/**
 * Creates a root group and an identity that owns it. Throws ALREADY_EXISTS, which names the uid, or INVALID_ARGUMENT.
 */
export async function createOrganization(
  { store, now, baseUrl }: CreationContext,
  { name, issuer, subject }: NewOrganization,
): Promise<Organization> {
  const owner = builtInRole("owner").uid;
  const privateKey = issuer === undefined && subject === undefined ? await generatePrivateJwk() : undefined;
  return store.transaction(async (tx) => {
    const add = (definition: ResourceDefinition, parent: string | null, inputs: Readonly<Record<string, unknown>>) =>
      create({ tx, now }, definition, parent, inputs);
    const group = await add(registry.groups, null, { name });
    const own = privateKey && { privateKey, issuer: `${baseUrl}/organizations/${group.uid}`, subject: "owner" };
    const relationship = own ? { staticKeys: staticKeysOf(own) } : { claimMatch: { issuer, subject } };
    const identity = await add(registry.identities, group.uid, {
      name: "owner",
      description: "The first owner of the organization.",
      ...relationship,
    });
    await add(registry.roleBindings, group.uid, { identityUid: identity.uid, roleUid: owner });
    return { groupUid: group.uid, identityUid: identity.uid, ...own };
  });
}

const staticKeysOf = ({ privateKey, issuer, subject }: OwnKey) => ({
  issuer,
  subject,
  issuerKeys: JSON.stringify({ keys: [toPublicJwk(privateKey)] }),
});

async function create(
  writing: WriteContext,
  definition: ResourceDefinition,
  parent: string | null,
  inputs: Readonly<Record<string, unknown>>,
): Promise<StoredResource> {
  const { now } = writing;
  const resource = draft(definition, parent, checkedInputs(definition, inputs, now), now);
  await insert(writing, definition, resource);
  return resource;
}

/** Stores this version's built-in roles, so that lists and lookups treat them like other roles. */
export function storeBuiltInRoles(store: Store, now: string): Promise<void> {
  const definition: ResourceDefinition = registry.roles;
  return store.transaction(async (tx) => {
    const writing = { tx, now };
    for (const { uid, capabilities, ...inputs } of builtInRoles) {
      // Sorted, so that reordering the definition does not change the stored role.
      const sorted = definition.fields.capabilities!.normalize(capabilities);
      const fields = checkedInputs(definition, { ...inputs, capabilities: sorted }, now);
      const found = await resources.get(tx, definition.name, uid);
      if (!found)
        await insert(writing, definition, {
          type: definition.name,
          uid,
          parent: null,
          createTime: now,
          updateTime: now,
          fields,
        });
      else if (JSON.stringify(found.fields) !== JSON.stringify(fields))
        await replace(
          writing,
          definition,
          { ...found, updateTime: now, fields },
          changedFields(definition, found.fields, fields),
        );
    }
  });
}
