import { PlatformError } from "../../src/api";
import {
  type BuiltInRoleName,
  builtInRole,
  type Operation,
  type Plural,
  type ResourceDefinition,
  registry,
} from "../../src/model";
import type { Api, Deployment, Driver, JsonObject } from "./driver";

/** A service with an organization, in which the owner creates resources for tests. */
export class World {
  private constructor(
    readonly service: Deployment,
    readonly root: string,
    readonly ownerUid: string,
    readonly token: string,
    readonly owner: Api,
  ) {}

  static async start(driver: Driver): Promise<World> {
    return World.join(await driver.start(), "acme");
  }

  /** Returns the same service from the view of another organization's owner. */
  static async join(service: Deployment, organization: string): Promise<World> {
    const { groupUid, identityUid } = await service.organization(organization);
    const token = await service.tokenFor(identityUid);
    return new World(service, groupUid, identityUid, token, service.as(token));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  async group(name: string, parent = this.root): Promise<string> {
    return uidOf(await this.owner.create(registry.groups, parent, { name }));
  }

  async identity(name: string, group = this.root): Promise<string> {
    return uidOf(await this.owner.create(registry.identities, group, { name, claimMatch: claims(name) }));
  }

  async role(capabilities: readonly string[], group = this.root): Promise<string> {
    return uidOf(await this.owner.create(registry.roles, group, { name: "custom", capabilities }));
  }

  async bind(identityUid: string, roleUid: string, group = this.root): Promise<string> {
    return uidOf(await this.owner.create(registry.roleBindings, group, { identityUid, roleUid }));
  }

  /**
   * Creates a sample of a type in a group, or in the place that its type requires; types without create are imported.
   */
  async sample({ plural, definition }: Type, group: string, key?: string): Promise<Made> {
    const { parent = group, ...sample } = await samples[plural](this, group);
    return { ...sample, parent, made: await this.make(definition, parent, sample.body, key) };
  }

  async make(definition: ResourceDefinition, parent: string, body: JsonObject, key?: string): Promise<JsonObject> {
    if (definition.operations.includes("create")) return this.owner.create(definition, parent, body, key);
    // Later than all others, so that it can be identified.
    this.service.pass(1);
    await this.service.import({ type: definition.name, parent, ...body });
    const { items } = await this.owner.list(definition, { "uidp.children_of": parent, order_by: "create_time desc" });
    return items[0]!;
  }

  async repo(name: string, group = this.root): Promise<string> {
    return uidOf(await this.owner.create(registry.repos, group, { name }));
  }

  /** Returns the API as called by a new identity with the role in the group. */
  async actor(role: BuiltInRoleName | readonly string[], group = this.root): Promise<Api> {
    const identity = await this.identity("actor");
    await this.bind(identity, typeof role === "string" ? builtIn(role) : await this.role(role), group);
    return this.service.as(await this.service.tokenFor(identity));
  }
}

export const builtIn = (name: BuiltInRoleName): string => builtInRole(name).uid;
export const uidOf = (resource: JsonObject): string => resource.uid as string;
export const namesOf = (items: readonly JsonObject[]): unknown[] => items.map(({ name }) => name);
export const uidsOf = (items: readonly JsonObject[]): string[] => items.map(uidOf);
export const claims = (subject: string) => ({ issuer: "https://issuer.example.com", subject });

/** Returns the error of a call; fails the test if it succeeds. */
export async function errorOf(call: Promise<unknown>): Promise<PlatformError> {
  const outcome = await call.then(
    () => new Error("the call succeeded"),
    (error: unknown) => error,
  );
  if (outcome instanceof PlatformError) return outcome;
  throw outcome;
}

/** Expects a call to be rejected with these field violations. */
export async function expectViolations(call: Promise<unknown>, violations: Readonly<Record<string, string>>) {
  const error = await errorOf(call);
  expect(error.code).toBe("INVALID_ARGUMENT");
  const found = error.detail("BadRequest")?.fieldViolations ?? [];
  expect(Object.fromEntries(found.map(({ field, description }) => [field, description]))).toEqual(violations);
}

let made = 0;
/** Returns a unique name. */
const newName = () => `sample ${++made}`;

/** Functions by type that prepare a sample's body and changes in a group. */
export const samples: Readonly<Record<Plural, (world: World, group: string) => Promise<Sample>>> = {
  groups: async () => ({ body: { name: "sample", description: "A sample." }, change: { description: "Changed." } }),
  identities: async () => ({
    body: { name: "sample", description: "A sample.", claimMatch: claims("sample") },
    change: { claimMatch: claims("changed") },
  }),
  roles: async () => ({
    body: { name: "sample", description: "A sample.", capabilities: ["CAP_IAM_GROUPS_LIST"] },
    change: { capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"] },
  }),
  roleBindings: async (world, group) => ({
    body: { identityUid: await world.identity("bound", group), roleUid: builtIn("viewer") },
    change: { roleUid: builtIn("editor"), expirationTime: "2100-01-31T12:00:00.000Z" },
  }),
  repos: async () => ({
    body: { name: newName(), description: "A sample.", bundles: ["base"], sync_config: { source: "elsewhere" } },
    change: { catalogTier: "CATALOG_TIER_BASE" },
  }),
  identityProviders: async ({ root }) => ({
    parent: root,
    body: {
      name: "sample",
      description: "A sample.",
      defaultRole: builtIn("viewer"),
      oidc: {
        issuer: "https://login.example.com",
        clientId: "platform",
        pkceEnabled: true,
        groupsClaim: "groups",
        requiredClaims: { hd: "example.com" },
        requiredClaimPatterns: { email: "[^@]+@example\\.com" },
        roleMappings: [{ claimValue: "staff", roleUid: builtIn("viewer"), groupUid: root }],
      },
    },
    change: { defaultRole: builtIn("editor") },
  }),
  accountAssociations: async (world, group) => ({
    parent: await world.group("associated", group),
    body: {
      name: "sample",
      description: "A sample.",
      amazon: { account: "123456789012" },
      github: { appInstallations: { 42: { installations: [{ installationId: "7", name: "sample" }] } } },
      chainguard: { serviceBindings: { INGESTER: await world.identity("ingester", group) } },
    },
    change: { google: { projectId: "sample", projectNumber: "1" } },
  }),
  groupInvites: async () => ({
    body: { roleUid: builtIn("viewer"), email: "someone@example.com", ttl: "3600s", singleUse: true },
  }),
  tags: async (world, group) => ({
    parent: await world.repo(newName(), group),
    body: { name: "sample", digest: `sha256:${"0".repeat(64)}`, bundles: ["base"] },
  }),
  advisories: async () => ({
    body: {
      advisoryId: newName(),
      artifactName: "sample",
      aliases: ["CVE-2024-0001"],
      events: [{ createTime: "2024-01-02T03:04:05.000Z", author: "someone", detection: { manual: {} } }],
    },
  }),
};

export interface Sample {
  /** The parent's uid if it is not the group. */
  readonly parent?: string;
  readonly body: JsonObject;
  /** Changes for an update; undefined for types without one. */
  readonly change?: JsonObject;
}

/** A created sample. */
export interface Made extends Sample {
  readonly parent: string;
  readonly made: JsonObject;
}

export interface Type {
  readonly plural: Plural;
  readonly definition: ResourceDefinition;
}

/** All types, for `describe.each`. */
export const types: readonly Type[] = Object.entries(registry).map(([plural, definition]) => ({
  plural: plural as Plural,
  definition,
}));

/** Returns the types with an operation. */
export const typesWith = (operation: Operation): readonly Type[] =>
  types.filter(({ definition }) => definition.operations.includes(operation));
