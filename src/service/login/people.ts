import { MAX_NAME, type ResourceDefinition, registry } from "../../model";
import { checkedInputs } from "../operations/inputs";
import { draft, insert } from "../operations/records";
import { type Database, people, resources, type Store } from "../store";
import type { Person } from "../tokens";
import type { Provider } from "./providers";

/**
 * The uid of a person's identity. On the first login it is made, below the organization, and bound with the provider's
 * default role; what becomes of that binding later is up to the organization.
 */
export function identityOf(store: Store, provider: Provider, person: Person, now: string): Promise<string> {
  return store.transaction(
    async (tx) => {
      const known = await people.find(tx, provider.uid, whoIs(person));
      if (known && (await resources.get(tx, "Identity", known))) return known;
      const made = await welcome(tx, provider, person, now);
      await people.set(tx, provider.uid, whoIs(person), made);
      return made;
    },
    { root: provider.organization },
  );
}

/** A subject means someone else at another issuer: whoever may change a provider's must not become its people. */
const whoIs = ({ issuer, subject }: Person): string => JSON.stringify([issuer, subject]);

async function welcome(tx: Database, provider: Provider, person: Person, now: string): Promise<string> {
  const { organization, clientId, defaultRole, name } = provider;
  const description = `Logs in with ${name}.`;
  const identityUid = await newIdentity(tx, organization, person, { description, audience: clientId }, now);
  await bind(tx, organization, { identityUid, roleUid: defaultRole }, now);
  return identityUid;
}

interface IdentityDetails {
  readonly description: string;
  /** Whom the tokens are for that may assume it; this service unless given. */
  readonly audience?: string;
}

/** Makes a person's identity in a group, and gives its uid. */
export async function newIdentity(
  tx: Database,
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

interface Grant {
  readonly identityUid: string;
  readonly roleUid: string;
}

/** Grants a person a role in a group, on their own account. Throws ALREADY_EXISTS. */
export async function bind(tx: Database, group: string, grant: Grant, now: string): Promise<string> {
  const binding = draft(roleBindings, group, checkedInputs(roleBindings, { ...grant }, now), now);
  await insert({ tx, now, by: { identityUid: grant.identityUid } }, roleBindings, binding);
  return binding.uid;
}

const identities: ResourceDefinition = registry.identities;
const roleBindings: ResourceDefinition = registry.roleBindings;

/** What people are known by, in the letters that a name may have. */
const nameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 ._-]+/g, "-")
    .slice(0, MAX_NAME);
