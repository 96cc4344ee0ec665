import { PlatformError } from "../../../src/api";
import { errorOf } from "../../conformance/world";
import { type GrpcWorld, startWorld } from "../grpc/world";

type JsonObject = Readonly<Record<string, unknown>>;
const DIGEST = `sha256:${"0".repeat(64)}`;

describe("custom methods and special cases of v1", () => {
  let world: GrpcWorld;
  let parent: string;
  beforeAll(async () => {
    world = await startWorld();
    parent = world.groupUid;
  });
  afterAll(() => world.close());

  const grpc = (method: string, request: JsonObject, metadata: Record<string, string> = {}) =>
    world.client.call(`platform.${method}`, request, { token: world.token, metadata });
  const identity = async (name: string) => {
    const claimMatch = { issuer: "https://issuer.example.com", subject: name };
    return world.rest("POST", `/iam/v1/identities/${parent}`, { name, claimMatch });
  };
  const role = async (name: string) =>
    (await world.rest("POST", `/iam/v1/roles/${parent}`, { name, capabilities: ["groups.list"] })).id;

  test("an identity is looked up by its claims, and returned completely", async () => {
    const made = await identity("sought");
    const claims = { issuer: "https://issuer.example.com", subject: "sought" };
    expect(await world.rest("GET", `/iam/v1/identities/lookup?${new URLSearchParams(claims)}`)).toEqual(made);
    expect(await grpc("iam.Identities/Lookup", claims)).toMatchObject({ id: made.id, claimMatch: claims });
    const nobody = grpc("iam.Identities/Lookup", { ...claims, subject: "nobody" });
    expect(await errorOf(nobody)).toMatchObject({ code: "NOT_FOUND" });
    expect(await world.rest("GET", "/iam/v1/identities/lookup?issuer=a")).toMatchObject({
      message: "Invalid argument: subject: subject is required",
    });
  });

  test("role bindings are created in batches, all or none, and once per key", async () => {
    const [one, other, bound] = [await identity("one"), await identity("other"), await role("bound")];
    const roleBindings = [one, other].map(({ id }) => ({ identity: id, role: bound }));
    const headers = { "idempotency-key": "batch" };
    const post = async (body: unknown) => {
      const response = await fetch(`${world.service.baseUrl}/iam/v1/rolebindings/batch/${parent}`, {
        method: "POST",
        headers: { authorization: `Bearer ${world.token}`, "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      return (await response.json()) as JsonObject;
    };
    expect(await post([...roleBindings, { identity: "nobody", role: bound }])).toMatchObject({
      code: 3,
      details: [{}, { fieldViolations: [{ field: "roleBindings[2].identity" }] }],
    });
    expect(await post([...roleBindings, { roleUid: bound }])).toMatchObject({
      message: expect.stringContaining(
        "roleBindings[2].roleUid is not a known field; fields are id, identity, group, role",
      ),
    });
    expect(await post({ roleBindings })).toMatchObject({ message: expect.stringContaining("must be an array") });
    expect(await post([])).toMatchObject({
      message: "Invalid argument: roleBindings: roleBindings must have 1 to 25 elements",
    });
    const made = await post(roleBindings);
    expect(made).toMatchObject({ roleBindings: roleBindings.map((each) => ({ ...each, group: parent })) });
    expect(await post(roleBindings)).toEqual(made);
    expect(await grpc("iam.RoleBindings/CreateBatch", { parent, roleBindings }, headers)).toMatchObject({
      roleBindings: (made.roleBindings as { id: string }[]).map(({ id }) => ({ id })),
    });
  });

  test("a binding is replaced with another identity of the organization, in place", async () => {
    const [one, other, bound] = [await identity("before"), await identity("after"), await role("moved")];
    const made = await world.rest("POST", `/iam/v1/rolebindings/${parent}`, { identity: one.id, role: bound });
    const replace = (id: unknown) => grpc("iam.RoleBindings/Update", { id: made.id, identity: id, role: bound });
    expect(await replace(other.id)).toMatchObject({ id: made.id, identity: other.id });
    expect(await world.rest("GET", `/iam/v2beta1/roleBindings?identity=${one.id}`)).toMatchObject({ totalCount: "0" });
    expect(await world.rest("GET", `/iam/v2beta1/roleBindings?identity=${other.id}`)).toMatchObject({
      roleBindings: [{ uid: made.id, identity: { name: "after" } }],
    });
    const foreign = await world.service.platform.createOrganization({ name: "elsewhere" });
    const refused = await errorOf(replace(foreign.identityUid));
    expect(refused.message).toMatch(
      /^Invalid argument: identity: identity must be the uid of an identity of this organization/,
    );
  });

  test("a tag is created without an image, replaced, and keeps an image that the replacement does not name", async () => {
    const repo = await world.rest("POST", `/registry/v1/repos/${parent}`, { name: "tagged" });
    const made = await grpc("registry.Registry/CreateTag", {
      repoId: repo.id,
      tag: { name: "1.27", bundles: ["base"] },
    });
    expect(made).toMatchObject({ name: "1.27", digest: "", bundles: ["base"] });
    const { id } = made;
    expect(await world.rest("PUT", `/registry/v1/tags/${id}`, { name: "1.27", digest: DIGEST })).toMatchObject({
      digest: DIGEST,
      bundles: [],
    });
    expect(await grpc("registry.Registry/UpdateTag", { id, name: "1.28", deprecated: true })).toMatchObject({
      name: "1.28",
      digest: DIGEST,
      deprecated: true,
    });
    const found = await world.rest("GET", `/registry/v1/tags?digest=${DIGEST}&uidp.children_of=${repo.id}`);
    expect(found.items).toMatchObject([{ id, name: "1.28" }]);
    expect(await errorOf(grpc("registry.Registry/UpdateTag", { id, name: "no tag" }))).toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    // v2 requires an image for a tag, and never changes it.
    expect(await world.rest("POST", `/registry/v2beta1/tags/${repo.id}`, { name: "1.29" })).toMatchObject({ code: 3 });
  });

  test("lists of tags contain all except the excluded ones", async () => {
    const repo = await world.rest("POST", `/registry/v1/repos/${parent}`, { name: "dated" });
    for (const name of ["1", "1-r2", "20240501"])
      await grpc("registry.Registry/CreateTag", { repoId: repo.id, tag: { name } });
    const uidp = { childrenOf: repo.id };
    const names = ({ items }: JsonObject) => (items as { name: string }[]).map(({ name }) => name).sort();
    expect(names(await grpc("registry.Registry/ListTags", { uidp }))).toEqual(["1", "1-r2", "20240501"]);
    expect(names(await grpc("registry.Registry/ListTags", { uidp, excludeDates: true }))).toEqual(["1", "1-r2"]);
    const path = `/registry/v1/tags?uidp.children_of=${repo.id}`;
    expect(names(await world.rest("GET", `${path}&exclude_epochs=true`))).toEqual(["1", "20240501"]);
    expect(names(await world.rest("GET", `${path}&exclude_epochs=True`))).toEqual(["1", "20240501"]);
    expect(names(await world.rest("GET", `${path}&exclude_epochs=false`))).toHaveLength(3);
  });

  test("a repo's readme is a field: created, listed, replaced and cleared with it", async () => {
    const body = { name: "read", readme: "# Read me" };
    const headers = { "idempotency-key": "readme" };
    const made = await world.rest("POST", `/registry/v1/repos/${parent}`, body, headers);
    expect(made).toMatchObject(body);
    expect(await world.rest("POST", `/registry/v1/repos/${parent}`, body, headers)).toEqual(made);
    expect(
      await world.rest("POST", `/registry/v1/repos/${parent}`, { ...body, readme: "other" }, headers),
    ).toMatchObject({
      code: 3,
      message: expect.stringContaining("was already used with a different request; use a new key"),
    });
    const { id } = made;
    expect(await world.rest("GET", `/registry/v2beta1/repos/${id}/readme`)).toEqual({ uid: id, content: "# Read me" });
    expect(await world.rest("GET", `/registry/v1/repos?id=${id}`)).toMatchObject({ items: [{ readme: "# Read me" }] });
    const replaced = await grpc("registry.Registry/UpdateRepo", { id, name: "read", readme: "# Read on" });
    expect(replaced).toMatchObject({ readme: "# Read on" });
    expect(await grpc("registry.Registry/ListRepos", { id })).toEqual({ items: [replaced] });
    expect(await world.rest("PUT", `/registry/v1/repos/${id}`, { name: "read" })).toMatchObject({ readme: "" });
    expect(await world.rest("GET", `/registry/v2beta1/repos/${id}/readme`)).toMatchObject({ content: "" });
    expect(await world.rest("PUT", `/registry/v1/repos/${id}`, { name: "read", readme: 1 })).toMatchObject({
      message: "Invalid argument: readme: readme must be a string",
    });
  });

  test("a create replaces an existing resource, unless that is prevented", async () => {
    const create = (further: JsonObject, request: JsonObject = {}) =>
      grpc("registry.Registry/CreateRepo", { parentId: parent, repo: { name: "once", ...further }, ...request });
    const made = await create({ bundles: ["base"], readme: "# Once" });
    const replaced = await create({ aliases: ["one"] });
    expect(replaced).toEqual({ ...made, bundles: [], readme: "", aliases: ["one"] });
    expect(await grpc("registry.Registry/ListRepos", { uidp: { childrenOf: parent }, name: "once" })).toEqual({
      items: [replaced],
    });
    expect(await errorOf(create({}, { preventExisting: true }))).toMatchObject({ code: "ALREADY_EXISTS" });
    const path = `/registry/v1/repos/${parent}`;
    for (const name of ["prevent_existing", "preventExisting"])
      expect(await world.rest("POST", `${path}?${name}=true`, { name: "once" })).toMatchObject({ code: 6 });
    expect(await world.rest("POST", `${path}?prevent_existing=yes`, { name: "once" })).toMatchObject({
      message: "Invalid argument: prevent_existing: prevent_existing must be true or false",
    });

    const tag = { name: "1.0", digest: DIGEST, bundles: ["base"] };
    const tagged = await world.rest("POST", `/registry/v1/tags/${made.id}`, tag);
    const again = await grpc("registry.Registry/CreateTag", {
      repoId: made.id,
      tag: { name: "1.0", deprecated: true },
    });
    expect(again).toMatchObject({ id: tagged.id, digest: DIGEST, deprecated: true, bundles: [] });
    // v2 rejects it.
    expect(await world.rest("POST", `/registry/v2beta1/tags/${made.id}`, tag)).toMatchObject({ code: 6 });
    expect(await world.rest("POST", `/registry/v2beta1/repos/${parent}`, { name: "once" })).toMatchObject({ code: 6 });
  });

  test("callers who may create but not update replace nothing, and learn nothing about hidden resources", async () => {
    const repo = await world.rest("POST", `/registry/v1/repos/${parent}`, { name: "guarded" });
    const tag = { name: "1.0", bundles: ["base"] };
    const tagged = await world.rest("POST", `/registry/v1/tags/${repo.id}`, tag);
    const asBearerOf = async (name: string, capabilities: readonly string[]) => {
      const { id } = await identity(name);
      const { id: own } = await world.rest("POST", `/iam/v1/roles/${parent}`, { name, capabilities });
      await world.rest("POST", `/iam/v1/rolebindings/${parent}`, { identity: id, role: own });
      const token = await world.service.platform.tokens.mint({ identityUid: String(id) });
      const request = { repoId: repo.id, tag: { name: "1.0" } };
      return errorOf(world.client.call("platform.registry.Registry/CreateTag", request, { token }));
    };
    const seeing = await asBearerOf("seeing", ["repo.list", "tag.create", "tag.list"]);
    expect(seeing).toMatchObject({ code: "PERMISSION_DENIED", message: expect.stringContaining("tag.update") });
    expect(await asBearerOf("blind", ["repo.list", "tag.create"])).toMatchObject({ code: "ALREADY_EXISTS" });
    expect(await world.rest("GET", `/registry/v1/tags?id=${tagged.id}`)).toEqual({ items: [tagged] });
  });

  test("v2 shows and preserves a repo's syncing and active tags set over v1", async () => {
    const said = { activeTags: ["latest", "1"], sync_config: { source: "a", uniqueTags: true, syncApks: true } };
    const expiration = "2030-01-31T12:00:00.000Z";
    const body = { name: "synced", ...said, sync_config: { ...said.sync_config, expiration, gracePeriod: true } };
    const made = await world.rest("POST", `/registry/v1/repos/${parent}`, body);
    expect(made).toMatchObject(body);
    const path = `/registry/v2beta1/repos/${made.id}`;
    const shown = { source: "a", uniqueTags: true, expirationTime: expiration, gracePeriod: true };
    expect(await world.rest("GET", path)).toMatchObject({ activeTags: ["latest", "1"], sync_config: shown });
    const change = { description: "More.", activeTags: ["2"], sync_config: { source: "b", uniqueTags: false } };
    const changed = await world.rest("PATCH", path, change);
    expect(changed).toMatchObject({
      description: "More.",
      activeTags: ["latest", "1"],
      sync_config: { ...shown, source: "b" },
    });
    expect(changed.sync_config).not.toHaveProperty("syncApks");
    const { items } = await world.rest("GET", `/registry/v1/repos?id=${made.id}`);
    expect(items).toMatchObject([{ sync_config: { source: "b", syncApks: true, expiration } }]);
    // A replacement clears what it does not contain.
    expect(
      await world.rest("PUT", `/registry/v1/repos/${made.id}`, { name: "synced", syncConfig: { source: "b" } }),
    ).toMatchObject({
      activeTags: [],
      sync_config: { source: "b", uniqueTags: false, expiration: null, syncApks: false, gracePeriod: false },
    });
  });

  test("a repo's source is not a visible group, and its active tags are unique names", async () => {
    const refused = async (body: JsonObject) =>
      world.rest("POST", `/registry/v1/repos/${parent}`, { name: "refused", ...body });
    expect(await refused({ sync_config: { source: parent } })).toMatchObject({
      message: "Invalid argument: sync_config.source: sync_config.source must be the uid of a repo, not of a group",
    });
    expect(await refused({ activeTags: ["a", "b", "a"] })).toMatchObject({
      message: expect.stringContaining("activeTags[2] is duplicated"),
    });
    expect(await refused({ activeTags: [""] })).toMatchObject({
      message: expect.stringContaining("activeTags[0] must be 1 to 128 letters"),
    });
    const repo = await refused({ sync_config: { source: "0".repeat(40) } });
    const patched = world.rest("PATCH", `/registry/v2beta1/repos/${repo.id}`, { sync_config: { source: parent } });
    expect(await patched).toMatchObject({ code: 3 });
  });

  test('resources without a parent are listed with the parent "/"', async () => {
    const { items } = await grpc("iam.Roles/List", { name: "viewer", parent: "/" });
    expect(items).toMatchObject([{ name: "viewer" }]);
    const { items: roots } = await grpc("iam.Groups/List", { uidp: { childrenOf: "/" } });
    expect(roots).toMatchObject([{ id: parent }]);
    expect(await world.rest("GET", "/iam/v1/roles?parent=%2F&name=owner")).toMatchObject({
      items: [{ name: "owner" }],
    });
  });

  test("lists are complete, ignore paging, and support only the filters of v1", async () => {
    for (const name of ["whole", "all"]) await identity(name);
    const whole = await world.rest("GET", "/iam/v1/identities");
    expect((whole.items as unknown[]).length).toBeGreaterThan(2);
    expect(await world.rest("GET", "/iam/v1/identities?page_size=1&skip=1&order_by=colour&name=one")).toEqual(whole);
  });
});

describe("errors use the names of v1", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const claimMatch = { issuer: "https://issuer.example.com", subject: "a" };
  const uid = "0".repeat(40);
  const keys = JSON.stringify({
    keys: [{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }],
  });

  test.each([
    ["iam/v1/rolebindings", "RoleBindings/Create", "roleBinding", { identity: "x", role: "y" }, ["identity", "role"]],
    ["iam/v1/rolebindings", "RoleBindings/Create", "roleBinding", { identity: uid, role: uid }, ["identity"]],
    ["iam/v1/identities", "Identities/Create", "identity", { name: "a" }, ["claimMatch"]],
    [
      "iam/v1/identities",
      "Identities/Create",
      "identity",
      { name: "a", static: { issuer: "x", subject: "y", issuerKeys: keys, expiration: "2000-01-01T00:00:00Z" } },
      ["static.issuer"],
    ],
    [
      "iam/v1/identities",
      "Identities/Create",
      "identity",
      {
        name: "a",
        static: { issuer: "https://x", subject: "y", issuerKeys: keys, expiration: "2900-01-01T00:00:00Z" },
      },
      ["static.expiration"],
    ],
    ["registry/v1/repos", "registry", "repo", { name: "A", syncConfig: { source: "" } }, ["name"]],
  ] as const)("%s: %s %j", async (path, method, member, body, fields) => {
    const answer = await world.rest("POST", `/${path}/${world.groupUid}`, body);
    const error = PlatformError.fromBody(400, answer);
    expect(error.detail("BadRequest")?.fieldViolations.map(({ field }) => field)).toEqual(fields);
    for (const { field, description } of error.detail("BadRequest")!.fieldViolations)
      expect(description.startsWith(`${field} `)).toBe(true);
    if (method === "registry") return;
    const parent = method.startsWith("Identities") ? "parentId" : "parent";
    const request = { [parent]: world.groupUid, [member]: body };
    const same = await errorOf(world.client.call(`platform.iam.${method}`, request, { token: world.token }));
    expect(same.details).toEqual(error.details);
  });

  test("values, other fields, parameters and the parent have the names of v1", async () => {
    const message = async (method: string, path: string, body?: JsonObject) =>
      (await world.rest(method, path, body)).message as string;
    const { groupUid } = world;
    expect(await message("POST", `/registry/v1/repos/${groupUid}`, { name: "a", catalogTier: "CATALOG" })).toContain(
      "catalogTier must be one of UNKNOWN, APPLICATION, BASE, FIPS, AI, DEVTOOLS, COMMERCIAL",
    );
    const both = { name: "a", claimMatch, static: { ...claimMatch, issuerKeys: keys } };
    expect(await message("POST", `/iam/v1/identities/${groupUid}`, both)).toMatch(
      /^Invalid argument: static: static conflicts with claimMatch: .* claimMatch, static, awsIdentity, servicePrincipal/,
    );
    expect(await message("GET", "/iam/v1/groups?id=x")).toBe("Invalid argument: id: id must be a uid");
    expect(await message("GET", "/iam/v1/roles?parent=x")).toBe("Invalid argument: parent: parent must be a uid");
    expect(await message("GET", "/registry/v1/tags?exclude_dates=x")).toBe(
      "Invalid argument: exclude_dates: exclude_dates must be true or false",
    );
    const child = await world.rest("POST", `/iam/v1/groups/${groupUid}`, { name: "child" });
    const provider = { name: "a", defaultRole: uid, oidc: { issuer: "https://a", clientId: "a", pkceEnabled: true } };
    expect(await message("POST", `/iam/v1/identityProviders/${child.id}`, provider)).toContain("parentId must be an");
    const restricted = { ...provider.oidc, requiredClaims: { hd: "a" } };
    const refused = { ...provider, oidc: restricted };
    expect(await message("POST", `/iam/v1/identityProviders/${groupUid}`, refused)).toContain("requiredClaims");
    expect(await message("POST", `/iam/v1/group_invites/${groupUid}`, { role: uid, email: "x" })).toMatch(
      /ttl: ttl is required/,
    );
    expect(await message("POST", "/iam/v1/groups/", { name: "top" })).toBe(
      "Invalid argument: parent: parent is required; groups without a parent cannot be created through the API",
    );
    expect(await message("POST", "/registry/v1/repos/", { name: "top" })).toBe(
      "Invalid argument: parentId: parentId is required",
    );
  });
});
