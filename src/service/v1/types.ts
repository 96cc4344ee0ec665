import { field, repoInV1, type Shape, sameFields, timestampFields, type V1Field } from "../../api";
import { type ResourceDefinition, registry } from "../../model";
import { identityProvider, repo, roleBinding, tag } from "./definitions";

/** How v1 represents a type: its own names and message numbers. Contains no behavior. */
export interface V1Type {
  /** The definition of v2, with additions for v1. */
  readonly definition: ResourceDefinition;
  /** The name in paths, such as `rolebindings`. */
  readonly path: string;
  /** The names of its service and message, if they differ from v2. */
  readonly service?: string;
  readonly message?: string;
  /** The name of its uid, if it is not `id`. */
  readonly key?: "group";
  /** The name of the parent's uid in a Create. */
  readonly parent: "parent" | "parentId" | "repoId" | "group";
  readonly shape: Shape;
  /** The message of a Create that contains the resource's fields directly, beside the parent. */
  readonly created?: Message;
  /** The message of a List's items, if it differs. */
  readonly listed?: Message;
  /** The fields that a replacement preserves unless it sets them. */
  readonly kept?: readonly string[];
  /** Whether a Create replaces an existing resource, unless the request opts out. */
  readonly createReplaces?: boolean;
  /** Additional members of a Create request, with their numbers. */
  readonly flags?: Readonly<Record<string, number>>;
  /** The parameters of a List, with their numbers. */
  readonly filters: Readonly<Record<string, number>>;
}

/** An additional message. */
export interface Message {
  readonly typeName: string;
  readonly shape: Shape;
}

const id = field(1, { from: "uid" });
const name = field(2);

const servicePrincipals = [
  "COSIGNED",
  "INGESTER",
  "CATALOG_SYNCER",
  "APKO_BUILDER",
  "ENTITLEMENT_SYNCER",
  "TENANT_SCANNER",
  "SEDIMENTOLOGY",
  "SKILLUP",
  "MATERIALIZER",
  "MICROFLOW",
  "GUARDENER",
  "MICROVM",
  "SKILLS",
];

const named: Shape = { id, name, description: field(3) };

const invite: Shape = {
  id,
  expiration: field(2, { from: "expirationTime" }),
  keyId: field(3),
  role: field(4, { typeName: "Role", members: { ...named, capabilities: field(4) } }),
};

const oidc = sameFields(
  1,
  "issuer",
  "clientId",
  "clientSecret",
  "additionalScopes",
  "groupsClaim",
  "correlationRule",
  "pkceEnabled",
);

const account = (number: number, typeName: string, members?: Shape): V1Field =>
  field(number, { typeName: `AccountAssociations.${typeName}`, ...(members ? { members } : {}) });

const associations: Shape = {
  group: id,
  amazon: account(2, "Amazon"),
  google: account(3, "Google"),
  ...sameFields(4, "name", "description"),
  chainguard: account(7, "Chainguard"),
  azure: account(8, "Azure"),
  github: account(9, "GitHub", {
    appInstallations: account(2, "GitHubAppInstallations", { installations: account(1, "GitHubInstallation") }),
  }),
  id: { from: "uid" },
  ...timestampFields,
};

/** Ordered by service: each type of iam has its own, those of the registry share one. */
export const v1Types: readonly V1Type[] = [
  {
    definition: registry.groups,
    path: "groups",
    parent: "parent",
    shape: { ...named, ...sameFields(4, "resourceLimits", "verified", "kind", "status"), ...timestampFields },
    filters: { id: 1, uidp: 2, name: 3 },
  },
  {
    definition: registry.identities,
    path: "identities",
    parent: "parentId",
    shape: {
      ...named,
      createdAt: field(4, timestampFields.createdAt),
      updatedAt: field(5, timestampFields.updatedAt),
      lastSeen: field(9, { from: "lastSeenTime" }),
      claimMatch: field(10),
      static: field(11, {
        from: "staticKeys",
        members: {
          ...sameFields(1, "issuer", "subject"),
          issuerKeys: field(4),
          expiration: field(5, { from: "expirationTime" }),
          audiences: field(6),
        },
      }),
      servicePrincipal: field(12, {
        values: {
          prefix: "SERVICE_PRINCIPAL_",
          numbers: Object.fromEntries(["UNKNOWN", ...servicePrincipals].map((each, index) => [each, index])),
        },
      }),
      awsIdentity: field(13, {
        members: { awsAccount: field(1), ...sameFields(3, "arn", "arnPattern", "userId", "userIdPattern") },
      }),
    },
    filters: { uidp: 1, id: 2 },
  },
  {
    definition: registry.roles,
    path: "roles",
    parent: "parentId",
    shape: { ...named, capabilities: field(4), ...timestampFields },
    filters: { id: 1, name: 2, parent: 3, uidp: 4 },
  },
  {
    definition: roleBinding,
    path: "rolebindings",
    parent: "parent",
    shape: {
      id,
      identity: field(2, { from: "identityUid" }),
      group: field(3, { from: "group.uid" }),
      role: field(4, { from: "roleUid" }),
      ...timestampFields,
    },
    listed: {
      typeName: "RoleBindingList.Binding",
      shape: {
        id,
        group: field(2, { typeName: "Group", members: named }),
        identity: field(3, { from: "identityUid" }),
        role: field(4, { typeName: "Role", members: named }),
        email: field(5, { from: "identity.email" }),
        claimMatchIssuer: field(6, { from: "identity.issuer" }),
        claimMatchSubject: field(7, { from: "identity.subject" }),
        createdAt: field(8, timestampFields.createdAt),
        updatedAt: timestampFields.updatedAt,
      },
    },
    filters: { id: 1, uidp: 2 },
  },
  {
    definition: registry.groupInvites,
    path: "group_invites",
    parent: "group",
    shape: { ...invite, code: field(5), ...timestampFields },
    created: {
      typeName: "GroupInviteRequest",
      shape: { group: id, ttl: field(2), role: field(3, { from: "roleUid" }), ...sameFields(4, "email", "singleUse") },
    },
    listed: {
      typeName: "StoredGroupInvite",
      shape: {
        ...invite,
        email: field(5),
        createdAt: field(6, timestampFields.createdAt),
        singleUse: field(7),
        updatedAt: timestampFields.updatedAt,
      },
    },
    filters: { group: 1, id: 2, keyId: 3 },
  },
  {
    definition: identityProvider,
    path: "identityProviders",
    parent: "parentId",
    shape: { ...named, defaultRole: field(4), oidc: field(20, { members: oidc }), ...timestampFields },
    filters: { id: 1, name: 2, uidp: 3 },
  },
  {
    definition: registry.accountAssociations,
    path: "account_associations",
    service: "GroupAccountAssociations",
    message: "AccountAssociations",
    key: "group",
    parent: "group",
    shape: associations,
    created: { typeName: "AccountAssociations", shape: associations },
    filters: { group: 1, name: 2 },
  },
  {
    definition: repo,
    path: "repos",
    parent: "parentId",
    createReplaces: true,
    flags: { preventExisting: 3 },
    shape: repoInV1,
    filters: { uidp: 1, name: 2, id: 3 },
  },
  {
    definition: tag,
    createReplaces: true,
    kept: ["digest"],
    path: "tags",
    parent: "repoId",
    shape: {
      id,
      name,
      digest: field(3),
      lastUpdated: field(4, { from: "updateTime" }),
      ...sameFields(5, "deprecated", "bundles"),
      ...timestampFields,
    },
    filters: {
      uidp: 1,
      name: 2,
      updatedSince: 3,
      excludeReferrers: 6,
      excludeDates: 7,
      excludeEpochs: 8,
      id: 9,
      digest: 10,
    },
  },
];
