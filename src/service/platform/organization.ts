import type { JWK } from "jose";
import { changedFields } from "../../api";
import { builtInRole, builtInRoles, type ResourceDefinition, registry } from "../../model";
import { generatePrivateJwk, publicHalf } from "../auth/tokens";
import { checkedInputs } from "../core/operations/inputs";
import { draft, insert, replace } from "../core/operations/records";
import type { Writing } from "../core/rules";
import { resources, type Store, type StoredResource } from "../store";

/** What an installation has beside what comes through the API: organizations with their first owners, built-in roles. */

export interface NewOrganization {
  /** The root group's name; once on an installation. */
  readonly name: string;
  /** Whose OIDC tokens assume the owner identity. Without issuer and subject it gets a key of its own. */
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
}

export interface Organization {
  readonly groupUid: string;
  /** The identity that owns it. */
  readonly identityUid: string;
  /** The private key that signs the owner's tokens, where no issuer was named. It is kept nowhere. */
  readonly privateKey?: JWK;
}

interface Place {
  readonly store: Store;
  readonly now: string;
  /** Begins the issuer's name in tokens signed with an owner's own key. */
  readonly baseUrl: string;
}

/** Makes a root group and an identity that owns it. Throws ALREADY_EXISTS, naming the uid, INVALID_ARGUMENT. */
export async function createOrganization(
  { store, now, baseUrl }: Place,
  { name, issuer, subject }: NewOrganization,
): Promise<Organization> {
  const owner = builtInRole("owner").uid;
  const privateKey = issuer === undefined && subject === undefined ? await generatePrivateJwk() : undefined;
  return store.transaction(async (tx) => {
    const add = (definition: ResourceDefinition, parent: string | null, inputs: Readonly<Record<string, unknown>>) =>
      addTo({ tx, now }, definition, parent, inputs);
    const group = await add(registry.groups, null, { name });
    const relationship = privateKey
      ? { staticKeys: ownKey(privateKey, `${baseUrl}/organizations/${group.uid}`) }
      : { claimMatch: { issuer, subject } };
    const identity = await add(registry.identities, group.uid, {
      name: "owner",
      description: "The first owner of the organization.",
      ...relationship,
    });
    await add(registry.roleBindings, group.uid, { identityUid: identity.uid, roleUid: owner });
    return { groupUid: group.uid, identityUid: identity.uid, ...(privateKey ? { privateKey } : {}) };
  });
}

const ownKey = (privateKey: JWK, issuer: string) => ({
  issuer,
  subject: "owner",
  issuerKeys: JSON.stringify({ keys: [publicHalf(privateKey)] }),
});

async function addTo(
  writing: Writing,
  definition: ResourceDefinition,
  parent: string | null,
  inputs: Readonly<Record<string, unknown>>,
): Promise<StoredResource> {
  const { now } = writing;
  const resource = draft(definition, parent, checkedInputs(definition, inputs, now), now);
  await insert(writing, definition, resource);
  return resource;
}

/** Stores the built-in roles as this version has them, so that lists and lookups treat them like all others. */
export function keepBuiltInRoles(store: Store, now: string): Promise<void> {
  const definition: ResourceDefinition = registry.roles;
  return store.transaction(async (tx) => {
    const writing = { tx, now };
    for (const { uid, capabilities, ...inputs } of builtInRoles) {
      // In one order, whatever theirs is, so that what is stored only changes with what it says.
      const sorted = definition.fields.capabilities!.normalise(capabilities);
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
