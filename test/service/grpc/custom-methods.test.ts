import { errorOf } from "../../conformance/world";
import { type GrpcWorld, startWorld } from "./world";

describe("custom methods", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const identity = async (name: string) => {
    const { uid } = await world.iam("IdentitiesService/CreateIdentity", {
      parent: world.groupUid,
      identity: { name, claimMatch: { issuer: "https://issuer.example.com", subject: name } },
    });
    return uid as string;
  };

  test("an identity is looked up by its claims, as over REST", async () => {
    const uid = await identity("lookup");
    const claims = { issuer: "https://issuer.example.com", subject: "lookup" };
    expect(await world.iam("IdentitiesService/LookupIdentity", claims)).toEqual({ uid });
    const query = new URLSearchParams(claims);
    expect(await world.rest("GET", `/iam/v2beta1/identities:lookupIdentity?${query}`)).toEqual({ uid });
    const none = world.iam("IdentitiesService/LookupIdentity", { ...claims, subject: "nobody" });
    expect(await errorOf(none)).toMatchObject({ code: "NOT_FOUND" });
  });

  test("callers can test their capabilities, as over REST", async () => {
    const method = "GroupsService/TestCapabilities";
    const uid = world.groupUid;
    const capabilities = ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"];
    expect(await world.iam(method, { uid, capabilities })).toEqual({ capabilities });
    const query = capabilities.map((each) => `capabilities=${each}`).join("&");
    expect(await world.rest("GET", `/iam/v2beta1/groups/${uid}:testCapabilities?${query}`)).toEqual({ capabilities });
    expect(await world.iam(method, { uid: `${uid}/0000000000000000`, capabilities })).toEqual({ capabilities: [] });
    const unspecified = world.iam(method, { uid, capabilities: ["UNKNOWN"] });
    expect(await errorOf(unspecified)).toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  test("role bindings are created in batches, all or none, and once per key", async () => {
    const parent = world.groupUid;
    const { roles } = (await world.iam("RolesService/ListRoles", { name: "viewer" })) as { roles: { uid: string }[] };
    const [one, other] = [await identity("one"), await identity("other")];
    const request = {
      parent,
      requests: [{ roleBinding: { identityUid: one } }, { roleBinding: { identityUid: other } }],
      roleUid: roles[0]!.uid,
    };
    const broken = { ...request, requests: [...request.requests, { roleBinding: { identityUid: `${parent}/0` } }] };
    const batch = "RoleBindingsService/BatchCreateRoleBindings";
    const error = await errorOf(world.iam(batch, broken));
    expect(error.detail("BadRequest")?.fieldViolations[0]?.field).toMatch(/^requests\[2\]\.roleBinding\.identityUid/);

    const metadata = { "idempotency-key": "batch" };
    const created = await world.iam(batch, request, { metadata });
    expect(created.roleBindings).toMatchObject([
      { identityUid: one, role: { name: "viewer" } },
      { identityUid: other, role: { name: "viewer" } },
    ]);
    expect(await world.iam(batch, request, { metadata })).toEqual(created);
  });

  test("a readme is written over gRPC and read over REST", async () => {
    const registry = (method: string, request: Readonly<Record<string, unknown>>, updateMask?: readonly string[]) =>
      world.client.call(`platform.registry.v2beta1.ReposService/${method}`, request, {
        token: world.token,
        updateMask,
      });
    const { uid } = await registry("CreateRepo", { parent: world.groupUid, repo: { name: "read" } });
    const readme = { uid, content: "# Read me" };
    expect(await registry("GetRepoReadme", { uid })).toEqual({ uid, content: "" });
    expect(await registry("UpdateRepoReadme", { repoReadme: readme })).toEqual(readme);
    expect(await world.rest("GET", `/registry/v2beta1/repos/${uid}/readme`)).toEqual(readme);
    expect(await registry("UpdateRepoReadme", { repoReadme: { uid } }, ["content"])).toEqual({ uid, content: "" });
  });
});
