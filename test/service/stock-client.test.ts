import { startIssuer } from "../../src/issuer";
import { builtInRole } from "../../src/model";
import { errorOf } from "../conformance/world";
import { GrpcClient } from "./grpc/client";
import { publishedRegistry } from "./grpc/published";
import { type GrpcWorld, startWorld } from "./grpc/world";

/**
 * The service with clients of the published API that know nothing of this one: descriptors from the record, packages
 * with a prefix, plain http on loopback, and the v1 calls of a Terraform provider: create, list by id, replace, delete.
 */
type JsonObject = Readonly<Record<string, unknown>>;

const PREFIX = "example.";
const viewer = builtInRole("viewer").uid;
const editor = builtInRole("editor").uid;

let world: GrpcWorld;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let client: GrpcClient;
let identity: string;
let token: string;

beforeAll(async () => {
  issuer = await startIssuer();
  world = await startWorld({ dev: true, grpcPackagePrefixes: [PREFIX] });
  client = new GrpcClient(world.service.baseUrl, publishedRegistry(PREFIX), {
    "grpc.primary_user_agent": "terraform-provider/1.0",
    // gzip, in both directions.
    "grpc.default_compression_algorithm": 2,
    "grpc.max_receive_message_length": -1,
  });
  const claimMatch = { issuer: issuer.issuer, subject: "pipeline" };
  const made = await world.rest("POST", `/iam/v1/identities/${world.groupUid}`, { name: "pipeline", claimMatch });
  identity = made.id as string;
  const owner = builtInRole("owner").uid;
  await world.rest("POST", `/iam/v1/rolebindings/${world.groupUid}`, { identity, role: owner });
  ({ token } = (await exchanges.GET!()) as { token: string });
});
afterAll(async () => {
  client.close();
  await world.close();
  await issuer.close();
});

const call = (method: string, request: JsonObject, options = {}) =>
  client.call(`${PREFIX}platform.${method}`, request, { token, ...options });

const outside = () => issuer.sign({ sub: "pipeline", aud: world.service.authUrl });

async function post(body: string, type: string): Promise<JsonObject> {
  const response = await fetch(`${world.service.authUrl}/sts/exchange`, {
    method: "POST",
    headers: { authorization: `Bearer ${await outside()}`, "content-type": type },
    body,
  });
  return (await response.json()) as JsonObject;
}

/** The ways in which clients exchange a token. */
const exchanges: Readonly<Record<string, () => Promise<JsonObject>>> = {
  async GET() {
    const query = new URLSearchParams({ aud: world.service.baseUrl, identity });
    const response = await fetch(`${world.service.authUrl}/sts/exchange?${query}`, {
      headers: { authorization: `Bearer ${await outside()}` },
    });
    return (await response.json()) as JsonObject;
  },
  "POST of a form": () =>
    post(String(new URLSearchParams({ aud: world.service.baseUrl, identity })), "application/x-www-form-urlencoded"),
  "POST of JSON": () =>
    post(
      JSON.stringify({ aud: [world.service.baseUrl], identity, cap: [], includeUpstreamToken: false }),
      "application/json",
    ),
  gRPC: async () =>
    client.call(
      `${PREFIX}platform.oidc.SecurityTokenService/Exchange`,
      { aud: [world.service.baseUrl], identity },
      { token: await outside() },
    ),
};

test.each(Object.keys(exchanges))("exchanges a token at the API's own address, by %s", async (way) => {
  const { token: own, ...further } = await exchanges[way]!();
  // Strict parsers accept only these names.
  for (const name of Object.keys(further)) expect(["expiry", "refreshToken"]).toContain(name);
  expect(await call("iam.Groups/List", { id: world.groupUid }, { token: own })).toMatchObject({
    items: [{ id: world.groupUid, name: "acme" }],
  });
});

// In an unusual spelling: a provider compares what it sent with what it reads.
const keys =
  '{ "keys": [{ "kty": "EC", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "crv": "P-256" }] }';

const soon = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000).toISOString().replace(".000Z", "Z");

/** What a provider sends for a synced repo; it fails if the response differs. */
const synced = (source: string) => ({
  sync_config: {
    source,
    expiration: soon,
    uniqueTags: true,
    gracePeriod: true,
    syncApks: true,
    google: "",
    apkoOverlay: "{}",
  },
});

interface Life {
  readonly service: string;
  /** The fields of a Create besides its parent, and the response's additional fields that matter. */
  readonly create: (parent: string) => JsonObject;
  readonly created: JsonObject;
  /** The fields of a replacement besides the id; undefined if there is none. */
  readonly update?: JsonObject | (() => JsonObject);
  readonly updated?: JsonObject;
  /** Used in the names of the registry's methods. */
  readonly suffix?: readonly [one: string, many: string];
  readonly key?: "group";
}

const lives: Readonly<Record<string, Life>> = {
  group: {
    service: "iam.Groups",
    create: (parent) => ({ parent, group: { name: "team", description: "Ours." } }),
    created: { name: "team", description: "Ours.", verified: false, resourceLimits: {} },
    update: { name: "squad" },
    updated: { name: "squad", description: "" },
  },
  "identity by claims": {
    service: "iam.Identities",
    create: (parentId) => ({
      parentId,
      identity: { name: "ci", claimMatch: { issuer: "https://a", subjectPattern: "b.*", claims: { ref: "main" } } },
    }),
    created: { claimMatch: { issuer: "https://a", subjectPattern: "b.*", claims: { ref: "main" }, claimPatterns: {} } },
    update: { name: "ci", claimMatch: { issuerPattern: "https://a/.*", subject: "b" } },
    updated: { claimMatch: { issuerPattern: "https://a/.*", subject: "b", claims: {}, claimPatterns: {} } },
  },
  "identity with keys": {
    service: "iam.Identities",
    create: (parentId) => ({
      parentId,
      identity: {
        name: "static",
        static: { issuer: "https://a", subject: "b", issuerKeys: keys, expiration: soon },
      },
    }),
    created: { static: { issuer: "https://a", subject: "b", issuerKeys: keys, expiration: soon, audiences: [] } },
    update: { name: "static", static: { issuer: "https://a", subject: "c", issuerKeys: keys } },
    updated: { static: { issuer: "https://a", subject: "c", issuerKeys: keys, audiences: [] } },
  },
  "identity at AWS": {
    service: "iam.Identities",
    create: (parentId) => ({
      parentId,
      identity: { name: "aws", awsIdentity: { awsAccount: "123456789012", arn: "arn:a", userIdPattern: "A.*" } },
    }),
    created: { awsIdentity: { awsAccount: "123456789012", arn: "arn:a", userIdPattern: "A.*" } },
    update: { name: "aws", servicePrincipal: "INGESTER" },
    updated: { servicePrincipal: "INGESTER" },
  },
  role: {
    service: "iam.Roles",
    create: (parentId) => ({ parentId, role: { name: "reader", capabilities: ["repo.list", "groups.list"] } }),
    created: { name: "reader", description: "", capabilities: ["repo.list", "groups.list"] },
    update: { name: "reader", capabilities: ["groups.list", "repo.list"] },
    updated: { capabilities: ["groups.list", "repo.list"] },
  },
  "role binding": {
    service: "iam.RoleBindings",
    create: (parent) => ({ parent, roleBinding: { identity, role: viewer } }),
    created: { identity: expect.any(String), role: viewer },
    update: () => ({ identity, role: editor }),
    updated: { role: editor },
  },
  invite: {
    service: "iam.GroupInvites",
    create: (group) => ({ group, ttl: "3599.123456789s", role: viewer, email: "someone@example.com" }),
    created: { role: { id: viewer, name: "viewer" }, code: expect.stringMatching(/./) },
  },
  "identity provider": {
    service: "iam.IdentityProviders",
    create: () => ({
      parentId: world.groupUid,
      identityProvider: {
        name: "login",
        defaultRole: viewer,
        oidc: {
          issuer: "https://login.example.com",
          clientId: "a",
          clientSecret: "secret",
          additionalScopes: ["email"],
        },
      },
    }),
    created: { defaultRole: viewer, oidc: { clientId: "a", clientSecret: "", additionalScopes: ["email"] } },
    update: { name: "login", defaultRole: editor, oidc: { issuer: "https://login.example.com", clientId: "b" } },
    updated: { defaultRole: editor, oidc: { clientId: "b", additionalScopes: [] } },
  },
  "account association": {
    service: "iam.GroupAccountAssociations",
    key: "group",
    create: (group) => ({ group, name: "accounts", amazon: { account: "123456789012" } }),
    created: { name: "accounts", amazon: { account: "123456789012" } },
    update: { name: "accounts", google: { projectId: "a", projectNumber: "1" } },
    updated: { google: { projectId: "a", projectNumber: "1" } },
  },
  "service bindings": {
    service: "iam.GroupAccountAssociations",
    key: "group",
    create: (group) => ({ group, name: "services", chainguard: { serviceBindings: { INGESTER: group } } }),
    created: { chainguard: { serviceBindings: { INGESTER: expect.stringMatching(/^[0-9a-f/]+$/) } } },
    update: { name: "services", chainguard: { serviceBindings: { COSIGNED: "0".repeat(40) } } },
    updated: { chainguard: { serviceBindings: { COSIGNED: "0".repeat(40) } } },
  },
  repo: {
    service: "registry.Registry",
    suffix: ["Repo", "Repos"],
    create: (parentId) => ({
      parentId,
      repo: {
        name: "nginx",
        bundles: ["fips", "base"],
        readme: "# nginx",
        catalogTier: "APPLICATION",
        aliases: ["web"],
        activeTags: ["latest", "1"],
        ...synced("0".repeat(40)),
      },
    }),
    created: {
      name: "nginx",
      bundles: ["fips", "base"],
      readme: "# nginx",
      catalogTier: "APPLICATION",
      activeTags: ["latest", "1"],
      ...synced("0".repeat(40)),
    },
    update: { name: "nginx", bundles: [], activeTags: ["2"], ...synced("1".repeat(40)) },
    updated: {
      bundles: [],
      readme: "",
      catalogTier: "UNKNOWN",
      aliases: [],
      activeTags: ["2"],
      ...synced("1".repeat(40)),
    },
  },
  tag: {
    service: "registry.Registry",
    suffix: ["Tag", "Tags"],
    create: (repoId) => ({ repoId, tag: { name: "1.27", bundles: ["base"] } }),
    created: { name: "1.27", digest: "", deprecated: false, bundles: ["base"] },
    update: { name: "1.28", bundles: [] },
    updated: { name: "1.28", bundles: [] },
  },
};

describe.each(Object.keys(lives))("the life of a %s, as a provider manages it", (name) => {
  test("create, list by id, replace, list, delete, not found", async () => {
    const { service, create, created, updated, suffix, key = "id", ...life } = lives[name]!;
    const update = typeof life.update === "function" ? life.update() : life.update;
    const run = (verb: string, request: JsonObject) =>
      call(`${service}/${verb}${suffix ? suffix[verb === "List" ? 1 : 0] : ""}`, request);
    const { id: group } = await call("iam.Groups/Create", { parent: world.groupUid, group: { name: "life" } });
    const { id: repo } = await call("registry.Registry/CreateRepo", { parentId: group, repo: { name: "repo" } });
    const made = await run("Create", create(String(name === "tag" ? repo : group)));
    expect(made).toMatchObject(created);
    const one = { [key]: made[key] };
    const { items } = (await run("List", one)) as { items: readonly JsonObject[] };
    expect(items).toHaveLength(1);
    if (name !== "role binding" && name !== "invite") expect(items).toEqual([made]);
    else expect(items[0]).not.toHaveProperty("code");
    if (update) {
      const replaced = await run("Update", { ...one, ...update });
      expect(replaced).toMatchObject(updated!);
      // Identity kinds and objects that a replacement lacks are removed, not emptied.
      for (const each of ["claimMatch", "static", "awsIdentity", "amazon"])
        if (!(each in updated!)) expect(replaced).not.toHaveProperty(each);
      if (name !== "role binding") expect(await run("List", one)).toEqual({ items: [replaced] });
    }
    expect(await run("Delete", one)).toEqual({});
    expect(await run("List", one)).toEqual({ items: [] });
    expect(await errorOf(run("Delete", one))).toMatchObject({ code: "NOT_FOUND" });
    if (update) expect(await errorOf(run("Update", { ...one, ...update }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

test("data sources find by name and parent, and receive an empty list if nothing matches", async () => {
  const { id: group } = await call("iam.Groups/Create", { parent: world.groupUid, group: { name: "places" } });
  const { id: child } = await call("iam.Groups/Create", { parent: group, group: { name: "below" } });
  const ids = async (uidp: JsonObject, further: JsonObject = {}) =>
    ((await call("iam.Groups/List", { uidp, ...further })).items as { id: string }[]).map(({ id }) => id);
  expect(await ids({ childrenOf: group })).toEqual([child]);
  expect(await ids({ childrenOf: world.groupUid }, { name: "places" })).toEqual([group]);
  expect(await ids({ descendantsOf: world.groupUid }, { name: "below" })).toEqual([child]);
  expect(await ids({ ancestorsOf: child })).toEqual([world.groupUid, group]);
  expect(await ids({}, { id: child, name: "below" })).toEqual([child]);
  expect(await ids({ childrenOf: child })).toEqual([]);
  expect(await ids({}, { name: "nothing" })).toEqual([]);
  const { items } = await call("iam.Roles/List", { name: "viewer" });
  expect(items).toMatchObject([{ id: viewer, capabilities: expect.arrayContaining(["groups.list"]) }]);
  const v2 = await call("iam.v2.GroupsService/ListGroups", { uidp: { childrenOf: child } });
  expect(v2).toEqual({ groups: [], nextPageToken: "", totalCount: "0", skipped: 0 });
});

test("renames a group with a mask that also names verified", async () => {
  const { uid } = await call("iam.v2beta1.GroupsService/CreateGroup", {
    parent: world.groupUid,
    group: { name: "old" },
  });
  const group = { uid, name: "new", description: "Renamed." };
  const updateMask = ["name", "description", "verified"];
  expect(await call("iam.v2beta1.GroupsService/UpdateGroup", { group }, { updateMask })).toMatchObject(group);
});

test("returns the codes that providers expect", async () => {
  const { groupUid } = world;
  const gone = `${groupUid}/0000000000000000`;
  for (const [method, request, code] of [
    ["iam.Groups/Create", { parent: gone, group: { name: "a" } }, "NOT_FOUND"],
    ["iam.Groups/Create", { parent: groupUid, group: { name: "A" } }, "INVALID_ARGUMENT"],
    ["iam.Groups/Delete", { id: gone }, "NOT_FOUND"],
    ["iam.v2beta1.GroupsService/GetGroup", { uid: gone }, "NOT_FOUND"],
    ["iam.v2.GroupsService/GetGroup", { uid: gone }, "NOT_FOUND"],
    ["iam.v2beta1.GroupsService/LookupGroup", {}, "UNIMPLEMENTED"],
    ["iam.v2beta1.IdentityProvidersService/SetScimEnabled", { identityProviderUid: gone }, "UNIMPLEMENTED"],
  ] as const) {
    const error = await errorOf(call(method, request));
    expect([method, error.code]).toEqual([method, code]);
    expect(error.detail("ErrorInfo")).toMatchObject({ reason: code });
  }
  expect(await errorOf(call("iam.Groups/List", {}, { token: undefined }))).toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await errorOf(call("iam.Groups/List", {}, { token: "nonsense" }))).toMatchObject({ code: "UNAUTHENTICATED" });
});

test("ignores published fields that this service does not have", async () => {
  const made = await call("iam.v2beta1.IdentitiesService/CreateIdentity", {
    parent: world.groupUid,
    identity: { name: "more", company: "acme", claimMatch: { issuer: "https://a", subject: "more" } },
  });
  expect(made).toMatchObject({ name: "more", company: "" });
});

test("a response may be longer than requests may be", async () => {
  const { id: group } = await call("iam.Groups/Create", { parent: world.groupUid, group: { name: "long" } });
  const readme = "x".repeat(250_000);
  for (let count = 0; count < 18; count++)
    await call("registry.Registry/CreateRepo", { parentId: group, repo: { name: `repo ${count}`, readme } });
  const { items } = await call("registry.Registry/ListRepos", { uidp: { childrenOf: group } });
  expect((items as unknown[]).length).toBe(18);
});
