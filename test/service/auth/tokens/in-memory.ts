import type {
  IdentityDirectory,
  KeyStore,
  OrganizationDirectory,
  SigningKeyRecord,
  StoredIdentity,
} from "../../../../src/service/store";

/** An installation with a single organization. */
export const oneOrganization: OrganizationDirectory = {
  uidOf: (nameOrUid) => nameOrUid,
  first: () => ["a".repeat(40)],
};

export function inMemoryKeys(): KeyStore {
  const records: SigningKeyRecord[] = [];
  return {
    list: () => [...records],
    add: (record) => {
      records.push(record);
    },
    remove: (kid) => {
      records.splice(
        records.findIndex((record) => record.kid === kid),
        1,
      );
    },
  };
}

export function inMemoryDirectory(identities: readonly StoredIdentity[]) {
  const byUid = new Map(identities.map((identity) => [identity.uid, identity]));
  const seen = new Map<string, string>();
  const directory: IdentityDirectory = {
    get: (uid) => byUid.get(uid),
    hasSession: () => true,
    providerGeneration: () => 0,
    requiredProviderOf: () => undefined,
    withExactClaims: ({ issuer, subject }) =>
      [...byUid.values()].filter(({ claimMatch, staticKeys }) => {
        const claims = staticKeys ?? claimMatch;
        return claims?.issuer === issuer && claims.subject === subject;
      }),
    markSeen: (uid, time) => {
      seen.set(uid, time);
    },
  };
  return { ...directory, seen, remove: (uid: string) => byUid.delete(uid) };
}
