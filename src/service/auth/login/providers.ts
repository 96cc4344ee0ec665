import { createHash } from "node:crypto";
import { isUid, notFound, rootOf } from "../../../api";
import { objectOrEmpty } from "../../../model";
import { generationOf } from "../../core/access";
import { type RoleMapping, roleMappingsOf } from "../../core/rules/managed-bindings";
import { type Database, organizations, resources, type StoredResource } from "../../store";
import type { PersonPolicy } from "../tokens";

/** The settings of an identity provider used in logins. */
export interface Provider {
  readonly uid: string;
  /** The uid of the organization whose people log in there. */
  readonly organization: string;
  readonly name: string;
  /** The role granted at a person's first login. */
  readonly defaultRole: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly additionalScopes: readonly string[];
  readonly policy: PersonPolicy;
  readonly roleMappings: readonly RoleMapping[];
  /** Increases whenever the set of admitted people changes: logins that began with an earlier generation fail. */
  readonly generation: number;
  /** A digest of all settings that affect logins: who is admitted, and with which roles. */
  readonly settingsDigest: string;
}

const TYPE = "IdentityProvider";

export async function providerOf(db: Database, uid: string): Promise<Provider | undefined> {
  const found = isUid(uid) ? await resources.get(db, TYPE, uid) : undefined;
  return found && providerFrom(found);
}

/** Returns the identity provider with this uid. Throws NOT_FOUND. */
export async function requireProvider(db: Database, uid: string): Promise<Provider> {
  const provider = await providerOf(db, uid);
  if (!provider) throw notFound(TYPE, uid);
  return provider;
}

/** Returns the identity providers of an organization, by its name or uid; empty if it does not exist. */
export async function providersOf(db: Database, organization: string): Promise<Provider[]> {
  const uid = await organizations.uidOf(db, organization);
  return uid === undefined ? [] : (await resources.childrenOf(db, TYPE, uid)).map(providerFrom);
}

function providerFrom(resource: StoredResource): Provider {
  const { uid, fields } = resource;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const oidc = objectOrEmpty(fields.oidc);
  return {
    uid,
    organization: rootOf(uid),
    name: text(fields.name),
    defaultRole: text(fields.defaultRole),
    issuer: text(oidc.issuer),
    clientId: text(oidc.clientId),
    clientSecret: text(oidc.clientSecret),
    additionalScopes: Array.isArray(oidc.additionalScopes) ? oidc.additionalScopes.map(String) : [],
    policy: {
      required: { claims: textsOf(oidc.requiredClaims), claimPatterns: textsOf(oidc.requiredClaimPatterns) },
      usesObjectId: oidc.correlationRule === "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID",
      groupsClaim: text(oidc.groupsClaim),
    },
    roleMappings: roleMappingsOf(resource),
    generation: generationOf(fields),
    settingsDigest: createHash("sha256")
      .update(JSON.stringify([oidc, fields.defaultRole]))
      .digest("base64url"),
  };
}

/** Returns a stored map, whose values were validated as texts. */
const textsOf = (value: unknown) => objectOrEmpty(value) as Readonly<Record<string, string>>;
