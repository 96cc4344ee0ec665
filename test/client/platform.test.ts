import {
  createClient,
  createClientFromSettings,
  exchangedToken,
  findOne,
  type PlatformClient,
  resolveConfiguration,
  type TokenSource,
} from "../../src/client";
import { builtInRole, registry } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";

/** Tests of the client with a real platform, without test doubles. */
let platform: TestPlatform;
let client: PlatformClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
});
afterAll(() => platform.close());

const viewer = builtInRole("viewer");

test("creates, reads, updates and deletes resources of every type", async () => {
  const group = await client.groups.create(platform.groupUid, { name: "everything" });
  const claimMatch = { issuer: platform.issuer.issuer, subject: "everything" };
  const identity = await client.identities.create(group.uid, { name: "ci", claimMatch });
  const role = await client.roles.create(group.uid, { name: "lister", capabilities: ["groups.list"] });
  const binding = await client.roleBindings.create(group.uid, { identityUid: identity.uid, roleUid: viewer.uid });
  const repo = await client.repos.create(group.uid, { name: "images" });

  const changed = await client.groups.update(group.uid, { description: "changed" }, { updateMask: ["description"] });
  expect(changed).toMatchObject({ name: "everything", description: "changed" });
  await client.roleBindings.update(binding.uid, { roleUid: role.uid });
  await expect(client.roleBindings.get(binding.uid)).resolves.toMatchObject({ role: { name: "lister" } });

  await expect(client.groups.delete(group.uid)).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
  await client.roleBindings.delete(binding.uid);
  await client.repos.delete(repo.uid);
  await client.identities.delete(identity.uid);
  await client.roles.delete(role.uid);
  await client.groups.delete(group.uid);
  await expect(client.groups.get(group.uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("lists everything once over several pages in the requested order", async () => {
  const parent = await client.groups.create(platform.groupUid, { name: "pages" });
  const names = ["a", "b", "c", "d", "e"];
  await Promise.all(names.map((name) => client.groups.create(parent.uid, { name })));
  const listed: string[] = [];
  for await (const { name } of client.groups.list({
    childrenOf: parent.uid,
    orderBy: "name desc",
    pageSize: 2,
    skip: 1,
  }))
    listed.push(name);
  expect(listed).toEqual(["d", "c", "b", "a"]);
  await expect(client.groups.page({ childrenOf: parent.uid, pageSize: 1 })).resolves.toMatchObject({
    totalCount: 5,
    skipped: 0,
    nextPageToken: expect.any(String),
  });
});

test("executes a create once if it is repeated with its key", async () => {
  const options = { idempotencyKey: "one create" };
  const first = await client.groups.create(platform.groupUid, { name: "once" }, options);
  await expect(client.groups.create(platform.groupUid, { name: "once" }, options)).resolves.toEqual(first);
  await expect(client.groups.page({ name: "once" })).resolves.toMatchObject({ totalCount: 1 });
});

describe("a lookup", () => {
  test("finds a built-in role by name alone, even if others have the same name", async () => {
    await client.roles.create(platform.groupUid, { name: "viewer", capabilities: ["groups.list"] });
    await expect(findOne(client, registry.roles, { name: "viewer" })).resolves.toMatchObject({ uid: viewer.uid });
  });

  test("finds a resource in or below a group, and fails if several match", async () => {
    const outer = await client.groups.create(platform.groupUid, { name: "outer" });
    const inner = await client.groups.create(outer.uid, { name: "inner" });
    const here = await client.repos.create(outer.uid, { name: "app" });
    const there = await client.repos.create(inner.uid, { name: "app" });
    await expect(findOne(client, registry.repos, { name: "app", groupUid: outer.uid })).resolves.toEqual(here);
    await expect(findOne(client, registry.repos, { name: "app", descendantsOf: inner.uid })).resolves.toEqual(there);
    const { name: organization } = await client.groups.get(platform.groupUid);
    const error = await findOne(client, registry.repos, { name: "app", descendantsOf: outer.uid }).catch(String);
    expect(error).toContain(`${organization} / outer / app (${here.uid})`);
    expect(error).toContain(`${organization} / outer / inner / app (${there.uid})`);
  });

  test("finds a root group by name alone", async () => {
    const { name } = await client.groups.get(platform.groupUid);
    await expect(findOne(client, registry.groups, { name })).resolves.toMatchObject({ uid: platform.groupUid });
  });
});

describe("assuming an identity", () => {
  const assume = async (subject: string) => {
    const claimMatch = { issuer: platform.issuer.issuer, subject };
    const identity = await client.identities.create(platform.groupUid, { name: "assumed", claimMatch });
    await client.roleBindings.create(platform.groupUid, { identityUid: identity.uid, roleUid: viewer.uid });
    return identity.uid;
  };
  const settings = () => ({ base_url: platform.baseUrl, auth_url: platform.authUrl });

  test("works with a literal token, for the identity that matches it", async () => {
    await assume("literal");
    const given = { ...settings(), identity_token: await platform.identityToken("literal"), token_cache: false };
    const assumed = createClientFromSettings(resolveConfiguration(given, {}));
    await expect(assumed.groups.get(platform.groupUid)).resolves.toMatchObject({ uid: platform.groupUid });
    await expect(assumed.groups.create(platform.groupUid, { name: "no" })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await assumed.close();
  });

  test("works with a token issued by the pipeline's system", async () => {
    const assumed = createClientFromSettings(resolveConfiguration({ token_cache: false }, platform.environment()));
    await expect(assumed.groups.get(platform.groupUid)).resolves.toMatchObject({ uid: platform.groupUid });
    await assumed.close();
  });

  test("fails if the token does not match, after one attempt", async () => {
    const identity = await assume("someone");
    let minted = 0;
    const source: TokenSource = {
      token: (audience) => {
        minted++;
        return platform.identityToken("someone else", audience);
      },
    };
    const { baseUrl, authUrl } = platform;
    const credentials = exchangedToken({ authUrl, audience: baseUrl, identity, source });
    const refused = createClient({ baseUrl, credentials });
    const errors = await Promise.all(
      [0, 1, 2].map(() => refused.groups.get(platform.groupUid).catch((error: unknown) => error)),
    );
    expect(errors[0]).toMatchObject({ name: "PlatformError", message: expect.stringContaining("Cannot exchange") });
    expect(new Set(errors).size).toBe(1);
    expect(minted).toBe(1);
    await refused.close();
  });
});
