import { builtInRole } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";

/** Custom methods in paths. */

const viewer = builtInRole("viewer").uid;
const claimMatch = (subject: string) => ({ issuer: "https://issuer.example.com", subject });

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor(platform.identityUid);
});
afterAll(() => platform.close());

async function send(method: string, path: string, body?: object, as = token) {
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** The token of a new identity that may read everything. */
async function reader(): Promise<string> {
  const { uid } = await platform
    .client()
    .identities.create(platform.groupUid, { name: "r", claimMatch: claimMatch("r") });
  await platform.client().roleBindings.create(platform.groupUid, { identityUid: uid, roleUid: viewer });
  return platform.tokenFor(uid);
}

describe("groups/{uid}:testCapabilities", () => {
  const ask = (uid: string, query: string, as?: string, version = "v2beta1") =>
    send("GET", `/iam/${version}/groups/${uid}:testCapabilities?${query}`, undefined, as);

  test("returns the caller's capabilities, in either spelling and both versions", async () => {
    const as = await reader();
    const query = "capabilities=groups.list,CAP_REPO_LIST&capabilities=repo.create&capabilities=groups.list";
    for (const version of ["v2beta1", "v2"])
      expect(await ask(platform.groupUid, query, as, version)).toEqual({
        status: 200,
        body: { capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"] },
      });
    expect((await ask(platform.groupUid.replace("/", "%2F"), "capabilities=repo.create")).body).toEqual({
      capabilities: ["CAP_REPO_CREATE"],
    });
    expect((await ask(platform.groupUid, "", as)).body).toEqual({ capabilities: [] });
  });

  test("is used by the client", async () => {
    const client = platform.client(await reader());
    expect(await client.testCapabilities(platform.groupUid, ["identity.list", "identity.create"])).toEqual([
      "identity.list",
    ]);
    await expect(client.testCapabilities("no uid", [])).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  test("rejects an unknown capability, and suggests a known one", async () => {
    const { status, body } = await ask(platform.groupUid, "capabilities=group.list");
    expect({ status, code: body.code }).toEqual({ status: 400, code: 3 });
    expect(body.message).toContain(
      'capabilities[0] must be a capability such as groups.list; did you mean "groups.list"?',
    );
  });

  test("requires GET and a token", async () => {
    expect(await send("POST", `/iam/v2beta1/groups/${platform.groupUid}:testCapabilities`, {})).not.toMatchObject({
      status: 200,
    });
    expect(await ask(platform.groupUid, "capabilities=groups.list", "none")).toMatchObject({ status: 401 });
  });
});

describe("roleBindings:batchCreate", () => {
  const PATH = "/iam/v2beta1/roleBindings:batchCreate";
  const identity = async (name: string) =>
    (await platform.client().identities.create(platform.groupUid, { name, claimMatch: claimMatch(name) })).uid;
  const bindings = async () => (await platform.client().roleBindings.page({})).totalCount;

  test("creates all, with the role of the batch as the default", async () => {
    const [one, two] = [await identity("one"), await identity("two")];
    const { status, body } = await send("POST", PATH, {
      parent: platform.groupUid,
      roleUid: viewer,
      requests: [
        { roleBinding: { identityUid: one } },
        { parent: platform.groupUid, roleBinding: { identityUid: two } },
      ],
    });
    expect(status).toBe(200);
    expect(body.roleBindings).toMatchObject([
      { identityUid: one, role: { name: "viewer" } },
      { identityUid: two, role: { name: "viewer" } },
    ]);
  });

  test("creates none if one is rejected, and names it", async () => {
    const before = await bindings();
    const good = { roleBinding: { identityUid: await identity("good"), roleUid: viewer } };
    const bad = { roleBinding: { identityUid: platform.groupUid, roleUid: viewer } };
    const { status, body } = await send("POST", PATH, { parent: platform.groupUid, requests: [good, bad] });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 3 });
    expect(body.details[1].fieldViolations).toMatchObject([{ field: "requests[1].roleBinding.identityUid" }]);
    expect(await bindings()).toBe(before);
  });

  test("rejects contradictions to the batch and unknown fields", async () => {
    const { groupUid } = platform;
    const roleBinding = { identityUid: await identity("contrary"), roleUid: viewer };
    const said = { parent: groupUid, roleUid: viewer };
    const editor = builtInRole("editor").uid;
    const message = async (request: object, all: object = said) =>
      (await send("POST", PATH, { ...all, requests: [request] })).body.message;
    expect(await message({ roleBinding: { ...roleBinding, roleUid: editor } })).toBe(
      "Invalid argument: requests[0].roleBinding.roleUid: requests[0].roleBinding.roleUid must equal the roleUid of the batch",
    );
    expect(await message({ roleBinding, parent: `${groupUid}/0000000000000000` })).toContain(
      "must equal the parent of the batch",
    );
    expect(await message({ roleBinding, colour: "red" })).toContain("requests[0].colour is not a known field");
    expect(await message({ roleBinding }, {})).toBe("Invalid argument: parent: parent is required");
    expect(await message({ roleBinding: { identity_uid: roleBinding.identityUid, role_uid: "" } })).toBeUndefined();
  });

  test("accepts 1 to 25", async () => {
    for (const requests of [[], Array.from({ length: 26 }, () => ({ roleBinding: {} }))]) {
      const { body } = await send("POST", PATH, { parent: platform.groupUid, requests });
      expect(body.message).toBe("Invalid argument: requests: requests must have 1 to 25 elements");
    }
  });

  test("requires role_bindings.create in the group", async () => {
    const { status, body } = await send("POST", PATH, { parent: platform.groupUid, requests: [] }, await reader());
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: `Permission denied: role_bindings.create is required on ${platform.groupUid}`,
    });
  });
});

describe("identities:lookupIdentity", () => {
  const lookup = (subject: string) =>
    send("GET", `/iam/v2/identities:lookupIdentity?${new URLSearchParams(claimMatch(subject))}`);

  test("finds the identity with these claims, and fails for none or several", async () => {
    const make = () =>
      platform.client().identities.create(platform.groupUid, { name: "sought", claimMatch: claimMatch("sought") });
    expect((await lookup("sought")).status).toBe(404);
    const { uid } = await make();
    expect(await lookup("sought")).toEqual({ status: 200, body: { uid } });
    await make();
    expect((await lookup("sought")).body).toMatchObject({ code: 9, message: expect.stringContaining(uid) });
  });

  test("requires issuer and subject", async () => {
    const { body } = await send("GET", "/iam/v2beta1/identities:lookupIdentity?issuer=a");
    expect(body.message).toBe("Invalid argument: subject: subject is required");
  });
});

describe("the readme of a repo", () => {
  test("is initially empty, updated with PATCH, and deleted with its repo", async () => {
    const { uid } = await platform.client().repos.create(platform.groupUid, { name: "documented" });
    const path = `/registry/v2beta1/repos/${uid}/readme`;
    expect(await send("GET", path)).toEqual({ status: 200, body: { uid, content: "" } });
    const written = { status: 200, body: { uid, content: "# Documented" } };
    expect(await send("PATCH", path, { content: "# Documented" })).toEqual(written);
    expect(await send("GET", path)).toEqual(written);
    const { status, body } = await send("PATCH", path, { content: "x" }, await reader());
    expect({ status, capability: body.details[0].metadata.capability }).toEqual({
      status: 403,
      capability: "repo.update",
    });
    expect((await send("PATCH", `${path}?updateMask=content`, {})).body.content).toBe("");
    await platform.client().repos.delete(uid);
    expect((await send("GET", path)).status).toBe(404);
  });
});

test.each([
  ["GET", "/iam/v2beta1/groups:lookupGroup"],
  ["GET", "/iam/v2beta1/groups:checkEligibility"],
  ["POST", "/iam/v2beta1/groups/UID:requestGroupAccess"],
  ["PATCH", "/iam/v2beta1/identities:updateIdentityMetadata"],
  ["POST", "/iam/v2beta1/identityProviders/UID:generateScimToken"],
  ["POST", "/iam/v2beta1/accountAssociations/UID:checkAccountAssociation"],
])("reports %s %s as not implemented", async (method, path) => {
  const { status, body } = await send(
    method,
    path.replace("UID", platform.groupUid),
    method === "GET" ? undefined : {},
  );
  expect({ status, code: body.code }).toEqual({ status: 501, code: 12 });
});
