import type { IdentityDirectory, KeyStore, SigningKeyRecord, StoredIdentity } from "../../../src/service/tokens";

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
    matching: () => [...byUid.values()],
    markSeen: (uid, time) => {
      seen.set(uid, time);
    },
  };
  return { ...directory, seen, remove: (uid: string) => byUid.delete(uid) };
}
