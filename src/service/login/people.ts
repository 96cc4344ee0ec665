import { type ResourceDefinition, registry } from "../../model";
import { checkedInputs } from "../operations/inputs";
import { draft, insert } from "../operations/records";
import { type Database, people, resources, type Store } from "../store";
import type { Provider } from "./providers";
import type { Person } from "./upstream";

/**
 * The uid of a person's identity. On the first login it is made, below the organization, and bound with the provider's
 * default role; what becomes of that binding later is up to the organization.
 */
export function identityOf(store: Store, provider: Provider, person: Person, now: string): Promise<string> {
  return store.transaction(
    async (tx) => {
      const known = await people.find(tx, provider.uid, person.subject);
      if (known && (await resources.get(tx, "Identity", known))) return known;
      const made = await welcome(tx, provider, person, now);
      await people.set(tx, provider.uid, person.subject, made);
      return made;
    },
    { root: provider.organization },
  );
}

async function welcome(tx: Database, provider: Provider, { subject, email }: Person, now: string): Promise<string> {
  const { organization, issuer, clientId, defaultRole } = provider;
  const [identities, roleBindings]: ResourceDefinition[] = [registry.identities, registry.roleBindings];
  const claimMatch = { issuer, subject, audience: clientId };
  const description = `Logs in with ${provider.name}.`;
  const inputs = checkedInputs(identities!, { name: nameOf(email ?? subject), description, claimMatch }, now);
  const identity = draft(identities!, organization, { ...inputs, ...(email ? { email } : {}) }, now);
  const writing = { tx, now, by: { identityUid: identity.uid } };
  await insert(writing, identities!, identity);
  const binding = checkedInputs(roleBindings!, { identityUid: identity.uid, roleUid: defaultRole }, now);
  await insert(writing, roleBindings!, draft(roleBindings!, organization, binding, now));
  return identity.uid;
}

/** What people are known by, in the letters that a name may have. */
const nameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 ._-]+/g, "-")
    .slice(0, 255);
