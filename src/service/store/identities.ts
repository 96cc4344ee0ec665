import { createHash } from "node:crypto";
import type { Database } from "./database";
import type { LastSeen } from "./last-seen";
import * as people from "./people";
import { preparedRow } from "./prepared-queries";
import * as resources from "./resources";
import type { StoredResource } from "./schema";
import * as searchIndex from "./search-index";
import type { IdentityDirectory } from "./token-interfaces";

/** The search index field by which identities are found for a token's claims. */
export const CLAIM_FIELD = "claim";

/** The exact issuer and subject that an identity accepts. */
export interface ExactClaims {
  readonly issuer: string;
  readonly subject: string;
}

/** Returns the search index value of claims: a digest of fixed length. */
export const claimIndexValue = ({ issuer, subject }: ExactClaims): string =>
  createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("hex");

/** Implements the token service's identity directory. */
export const identityDirectory = (db: Database, lastSeen: LastSeen): IdentityDirectory => ({
  ...identityReader(db),
  markSeen: (uid, time) => lastSeen.record(uid, time),
});

/** As `identityDirectory`, but read-only; also for use in a transaction. */
export function identityReader(db: Database): Omit<IdentityDirectory, "markSeen"> {
  return {
    async get(uid) {
      const found = await resources.get(db, "Identity", uid);
      return found && asStored(found);
    },
    providerGeneration: async (uid) => {
      const found = await resources.get(db, "IdentityProvider", uid);
      return found && Number(found.fields.tokenGeneration ?? 0);
    },
    hasSession: async (uid) => (await sessionOf(db, uid)) !== undefined,
    async withExactClaims(claims, organization, limit) {
      const within = { below: organization, limit };
      const uids = await searchIndex.find(db, "Identity", CLAIM_FIELD, [claimIndexValue(claims)], within);
      return [...(await resources.getMany(db, "Identity", uids)).values()].map(asStored);
    },
    async requiredProviderOf(uid) {
      const linked = await people.providersOf(db, uid);
      const providers = await resources.getMany(db, "IdentityProvider", linked);
      if (linked.length === 0) return undefined;
      const identity = await resources.get(db, "Identity", uid);
      // The links of a deleted provider remain in effect, so that its deletion does not enable direct exchange.
      return linked.find((each) => {
        const provider = providers.get(each);
        return !provider || !identity || restrictsLogins(provider) || !trustsProvider(identity, provider);
      });
    },
  };
}

const sessionOf = preparedRow((db, uid: string) =>
  db.query.selectFrom("sessions").select("uid").where("uid", "=", uid),
);

/** Returns whether an identity provider restricts who can log in, or grants roles at each login. */
export const restrictsLogins = ({ fields }: StoredResource): boolean => {
  const oidc = (fields.oidc ?? {}) as Readonly<Record<string, unknown>>;
  return [oidc.requiredClaims, oidc.requiredClaimPatterns, oidc.roleMappings].some((each) => each !== undefined);
};

/**
 * Returns whether an identity created at a login accepts only tokens of its identity provider's current issuer and
 * client. Tokens of a replaced issuer or client may be in anyone's hands.
 */
export const trustsProvider = (identity: StoredResource, provider: StoredResource): boolean => {
  const { issuer, clientId } = (provider.fields.oidc ?? {}) as Readonly<Record<string, unknown>>;
  const accepted = (identity.fields.claimMatch ?? {}) as Readonly<Record<string, unknown>>;
  return accepted.issuer === issuer && (accepted.audience ?? clientId) === clientId;
};

const asStored = ({ uid, fields }: StoredResource) => ({ ...fields, uid });
