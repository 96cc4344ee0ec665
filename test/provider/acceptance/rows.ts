// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { builtInRole, type Plural } from "../../../src/model";

/**
 * The resources of the acceptance suite: for every type, one with all its fields, and a second value for each field. A
 * type with mutually exclusive fields has several rows. Values are JSON bodies; a string may refer to another row as in
 * Terraform: `${platform_identity.claims.uid}`.
 */
export interface Row {
  readonly plural: Plural;
  /** The label in the configuration. */
  readonly label: string;
  /** The parent's address; by default the organization's group. */
  readonly parent?: string;
  readonly first: Body;
  /** Replaces members of `first`; undefined clears one. */
  readonly second: Body;
  /** Replaces members of the second body, for a type that needs another value to be replaced than a new parent. */
  readonly replacing?: Body;
}

export type Body = Readonly<Record<string, unknown>>;

const [viewer, editor] = [builtInRole("viewer").uid, builtInRole("editor").uid];
const team = "platform_group.team";

/** In the service's serialization. */
const keys = (x: string) => JSON.stringify({ keys: [{ crv: "Ed25519", kty: "OKP", x }] });
const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString();
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

const oidc = {
  issuer: "https://login.example.com",
  clientId: "platform",
  clientSecret: "first secret",
  additionalScopes: ["email"],
  groupsClaim: "groups",
  requiredClaims: { hd: "example.com" },
  requiredClaimPatterns: { email: "[^@]+@example\\.com" },
  roleMappings: [
    { claimValue: "staff", roleUid: viewer },
    { claimValue: "operators", roleUid: editor },
  ],
  correlationRule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID",
  pkceEnabled: true,
};
const otherOidc = {
  issuer: "https://login.example.org",
  clientId: "access",
  clientSecret: "second secret",
  additionalScopes: ["email", "profile"],
  groupsClaim: "roles",
  requiredClaims: { hd: "example.org", tid: "1" },
  requiredClaimPatterns: { email: "[^@]+@example\\.org" },
  roleMappings: [{ claimValue: "administrators", roleUid: viewer, groupUid: `\${${team}.uid}` }],
  // Omits the correlation rule, for which the first body sets the default: only clearing it plans no change.
};

/** The body of a repo's overlay in which every string has the ending. */
const overlay = (ending: string, number: number) => ({
  contents: {
    packages: [`curl${ending}`],
    runtimeRepositories: [`https://packages.example.com/${ending}`],
    runtimeKeyring: [{ name: `key${ending}.pub`, content: `key ${ending}` }],
  },
  environment: { MODE: `mode${ending}` },
  annotations: { "org.example.team": `team${ending}` },
  accounts: {
    runAs: `runner${ending}`,
    users: [
      {
        username: `runner${ending}`,
        uid: number,
        gid: number,
        groupName: `runners${ending}`,
        shell: `/bin/sh${ending}`,
        homeDir: `/home/runner${ending}`,
      },
    ],
    groups: [{ groupname: `runners${ending}`, gid: number, members: [`runner${ending}`] }],
  },
  certificates: {
    additional: [{ name: `ca${ending}.pem`, content: `certificate ${ending}` }],
    providers: [`provider${ending}`],
  },
});

/** A uid for a source repo, which nothing reads. */
const source = (digit: string): string => `${digit.repeat(40)}/${digit.repeat(16)}`;

export const rows: readonly Row[] = [
  {
    plural: "groups",
    label: "team",
    first: { name: "team", description: "A team." },
    second: { name: "other team", description: "Another team." },
  },
  {
    plural: "identities",
    label: "claims",
    parent: team,
    first: {
      name: "claims",
      description: "A pipeline.",
      disabled: true,
      claimMatch: {
        issuer: "https://issuer.example.com",
        subject: "main",
        audience: "platform",
        claims: { environment: "production" },
        claimPatterns: { ref: "refs/heads/.*" },
      },
    },
    second: {
      name: "patterns",
      description: "Any pipeline.",
      disabled: undefined,
      claimMatch: {
        issuerPattern: "https://issuer\\.example\\.com/(a|b)",
        subjectPattern: "main|release",
        audiencePattern: "plat.*",
        claims: { environment: "staging" },
        claimPatterns: { ref: "refs/tags/.*" },
      },
    },
  },
  {
    plural: "identities",
    label: "keys",
    parent: team,
    first: {
      name: "keys",
      staticKeys: {
        issuer: "https://keys.example.com",
        subject: "operator",
        issuerKeys: keys("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"),
        expirationTime: inDays(10),
        audiences: ["platform"],
      },
    },
    second: {
      staticKeys: {
        issuer: "https://keys.example.org",
        subject: "robot",
        issuerKeys: keys("ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs"),
        expirationTime: inDays(20),
        audiences: ["platform", "registry"],
      },
    },
  },
  {
    plural: "identities",
    label: "aws",
    parent: team,
    first: {
      name: "aws",
      awsIdentity: { awsAccount: "123456789012", arn: "arn:aws:sts::123456789012:assumed-role/ci/1", userId: "AROA1" },
    },
    second: {
      awsIdentity: { awsAccount: "210987654321", arnPattern: "arn:aws:sts::.*", userIdPattern: "AROA[0-9]" },
    },
  },
  {
    plural: "identities",
    label: "principal",
    parent: team,
    first: { name: "principal", servicePrincipal: "SERVICE_PRINCIPAL_COSIGNED" },
    second: { servicePrincipal: "SERVICE_PRINCIPAL_INGESTER" },
  },
  {
    plural: "roles",
    label: "lister",
    parent: team,
    first: { name: "lister", description: "Lists groups.", capabilities: ["groups.list"] },
    second: { name: "reader", description: "Lists more.", capabilities: ["groups.list", "repo.list"] },
  },
  {
    plural: "roleBindings",
    label: "granted",
    parent: team,
    first: { identityUid: "${platform_identity.claims.uid}", roleUid: viewer, expirationTime: inDays(40) },
    second: { roleUid: editor, expirationTime: inDays(50) },
  },
  {
    plural: "identityProviders",
    label: "staff",
    first: { name: "staff", description: "Who works here.", defaultRole: viewer, oidc },
    second: { name: "people", description: "Everyone.", defaultRole: editor, oidc: otherOidc },
    replacing: { oidc: { ...otherOidc, correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" } },
  },
  {
    plural: "accountAssociations",
    label: "clouds",
    parent: team,
    first: {
      name: "clouds",
      description: "Where things run.",
      amazon: { account: "123456789012" },
      google: { projectId: "project", projectNumber: "1" },
      azure: { tenantId: "tenant", clientIds: { deploy: "client" } },
      github: { appInstallations: { 42: { installations: [{ installationId: "7", name: "octo" }] } } },
      chainguard: { serviceBindings: { INGESTER: "${platform_identity.claims.uid}" } },
    },
    second: {
      name: "accounts",
      description: "Where things run now.",
      amazon: { account: "210987654321" },
      google: { projectId: "other project", projectNumber: "2" },
      azure: { tenantId: "other tenant", clientIds: { deploy: "other client" } },
      github: { appInstallations: { 42: { installations: [{ installationId: "9007199254740993", name: "cat" }] } } },
      chainguard: { serviceBindings: { COSIGNED: "${platform_identity.claims.uid}" } },
    },
  },
  {
    plural: "groupInvites",
    label: "join",
    parent: team,
    first: { roleUid: viewer, email: "someone@example.com", ttl: "3600s", singleUse: true },
    second: { roleUid: editor, email: "other@example.com", ttl: "7200s", singleUse: undefined },
  },
  {
    plural: "repos",
    label: "images",
    parent: team,
    first: {
      name: "images",
      description: "Images.",
      catalogTier: "CATALOG_TIER_BASE",
      bundles: ["base"],
      aliases: ["pictures"],
      readme: "# Images",
      activeTags: ["latest"],
      sync_config: {
        source: source("1"),
        uniqueTags: true,
        expirationTime: inDays(30),
        google: "g1",
        amazon: "a1",
        azure: "z1",
        apkoOverlay: "o1",
        gracePeriod: true,
      },
      customOverlay: overlay("1", 1000),
    },
    second: {
      name: "other images",
      description: "Other images.",
      catalogTier: "CATALOG_TIER_FIPS",
      bundles: ["base", "fips"],
      aliases: ["photos"],
      readme: "# Other images",
      activeTags: ["latest", "1"],
      sync_config: {
        source: source("2"),
        uniqueTags: false,
        expirationTime: inDays(60),
        google: "g2",
        amazon: "a2",
        azure: "z2",
        apkoOverlay: "o2",
        gracePeriod: false,
      },
      customOverlay: overlay("2", 2000),
    },
  },
  {
    plural: "tags",
    label: "latest",
    parent: "platform_repo.images",
    first: { name: "latest", digest: digest("0"), deprecated: true, bundles: ["base"] },
    second: { name: "stable", digest: digest("1"), deprecated: undefined, bundles: ["fips"] },
  },
];
