import { createHash } from "node:crypto";
import { isUid, rootOf } from "../../../api";
import { generationOf } from "../../core/access";
import { type RoleMapping, roleMappingsOf } from "../../core/rules/managed-bindings";
import { type Database, organizations, resources, type StoredResource } from "../../store";
import type { PersonPolicy } from "../tokens";

/** An identity provider, as a login needs it. */
export interface Provider {
  readonly uid: string;
  /** The uid of the organization whose people log in there. */
  readonly organization: string;
  readonly name: string;
  /** The role of those who log in for the first time. */
  readonly defaultRole: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly additionalScopes: readonly string[];
  readonly policy: PersonPolicy;
  readonly roleMappings: readonly RoleMapping[];
  /** Rises whenever it admits other people than before: logins that began with another one do not go on. */
  readonly generation: number;
  /** A digest of all that a login depends on: whom it admits, and what it grants them. */
  readonly settings: string;
}

const TYPE = "IdentityProvider";

export async function providerOf(db: Database, uid: string): Promise<Provider | undefined> {
  const found = isUid(uid) ? await resources.get(db, TYPE, uid) : undefined;
  return found && read(found);
}

/** Those of an organization, which its name or uid names; none for one that there is not. */
export async function providersOf(db: Database, organization: string): Promise<Provider[]> {
  const uid = await organizations.uidOf(db, organization);
  return uid === undefined ? [] : (await resources.childrenOf(db, TYPE, uid)).map(read);
}

function read(resource: StoredResource): Provider {
  const { uid, fields } = resource;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const oidc = (fields.oidc ?? {}) as Readonly<Record<string, unknown>>;
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
    settings: createHash("sha256")
      .update(JSON.stringify([oidc, fields.defaultRole]))
      .digest("base64url"),
  };
}

const textsOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, string>>;
