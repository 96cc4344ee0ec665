import { PlatformError, unauthenticated } from "../../../api";
import { MAX_NAME, type ResourceDefinition, registry } from "../../../model";
import { type Credential, generationOf, type ProviderGeneration } from "../../core/access";
import { checkedInputs } from "../../core/operations/inputs";
import { draft, insert } from "../../core/operations/resource-writes";
import {
  type Database,
  people,
  type Store,
  type StoredIdentity,
  identities as stored,
  type Transaction,
} from "../../store";
import type { Person } from "../tokens";
import { grantRole } from "./bindings";
import { applyRoleMappings } from "./mapped-roles";
import { type Provider, providerOf } from "./providers";

/**
 * Returns the credential of a person who logged in. On the first login, creates an identity below the organization and
 * binds it to the provider's default role; the organization manages that binding afterwards. `verifiedWith` is the
 * provider that verified the person: throws UNAUTHENTICATED if it was changed or deleted since, and PERMISSION_DENIED
 * if the identity is disabled.
 */
export async function identityOf(
  store: Store,
  verifiedWith: Provider,
  person: Person,
  now: string,
): Promise<Credential & { readonly provider: ProviderGeneration }> {
  // Checked first, so that a rejected login does not wait for the organization's write lock.
  await find(store.db, verifiedWith, person);
  return store.transaction(
    async (tx) => {
      const provider = await providerOf(tx, verifiedWith.uid);
      if (provider?.settingsDigest !== verifiedWith.settingsDigest)
        throw unauthenticated("the identity provider changed during the login; start again");
      const known = await find(tx, provider, person);
      const identityUid = known?.credential.identityUid ?? (await createPerson(tx, provider, person, now));
      if (known?.key !== personKey(person)) await people.set(tx, provider.uid, personKey(person), identityUid);
      await applyRoleMappings(tx, provider, { identityUid, groups: person.groups ?? [] }, now);
      const { uid, generation } = provider;
      return { ...(known?.credential ?? { identityUid }), provider: { uid, generation } };
    },
    { root: verifiedWith.organization },
  );
}

/** Returns the identity's credential. Throws PERMISSION_DENIED if the identity is disabled. */
export function credentialOf(identity: StoredIdentity): Credential {
  if (identity.disabled)
    throw new PlatformError(
      "PERMISSION_DENIED",
      "Permission denied: your identity is disabled; ask an administrator of the organization to enable it",
    );
  return { identityUid: identity.uid, generation: generationOf(identity) };
}

interface LinkedIdentity {
  readonly credential: Credential;
  /** The key under which the person is stored. */
  readonly key: string;
}

/**
 * Returns the person's identity, if there is one. Looks up the object id first, then the subject, by which earlier
 * logins may have been stored. Throws PERMISSION_DENIED if the identity is disabled.
 */
async function find(db: Database, provider: Provider, person: Person): Promise<LinkedIdentity | undefined> {
  for (const key of new Set([personKey(person), personKey({ ...person, objectId: undefined })])) {
    const uid = await people.find(db, provider.uid, key);
    const identity = uid === undefined ? undefined : await stored.identityReader(db).get(uid);
    if (identity) return { credential: credentialOf(identity), key };
  }
  return undefined;
}

/**
 * Includes the issuer: the same subject at another issuer is another person, so changing a provider's issuer does not
 * allow impersonation.
 */
const personKey = ({
  issuer,
  subject,
  objectId,
}: Omit<Person, "objectId"> & { objectId?: string | undefined }): string =>
  JSON.stringify(objectId === undefined ? [issuer, subject] : [issuer, "oid", objectId]);

async function createPerson(tx: Transaction, provider: Provider, person: Person, now: string): Promise<string> {
  const { organization, clientId, defaultRole, name } = provider;
  const description = `Logs in with ${name}.`;
  const identityUid = await newIdentity(tx, organization, person, { description, audience: clientId }, now);
  await grantRole(tx, organization, { identityUid, roleUid: defaultRole }, now);
  return identityUid;
}

interface IdentityDetails {
  readonly description: string;
  /** The audience of the tokens that may assume it; by default, this service. */
  readonly audience?: string;
}

/** Creates a person's identity in a group, and returns its uid. */
export async function newIdentity(
  tx: Transaction,
  group: string,
  { issuer, subject, email }: Person,
  { description, audience }: IdentityDetails,
  now: string,
): Promise<string> {
  const claimMatch = { issuer, subject, ...(audience ? { audience } : {}) };
  const inputs = checkedInputs(identities, { name: nameOf(email ?? subject), description, claimMatch }, now);
  const identity = draft(identities, group, { ...inputs, ...(email ? { email } : {}) }, now);
  await insert({ tx, now, by: { identityUid: identity.uid } }, identities, identity);
  return identity.uid;
}

const identities: ResourceDefinition = registry.identities;

/** Converts an e-mail address or subject to the characters allowed in names. */
const nameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 ._-]+/g, "-")
    .slice(0, MAX_NAME);
