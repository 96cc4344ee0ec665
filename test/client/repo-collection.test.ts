import type { PlatformClient } from "../../src/client";
import { startPlatform, type TestPlatform } from "../../src/testing";

let platform: TestPlatform;
let client: PlatformClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
});
afterAll(() => platform.close());

/** Returns an operation's result and its requests. */
async function requestsOf<T>(work: () => Promise<T>): Promise<[T, string[]]> {
  const start = platform.requests.length;
  const result = await work();
  return [result, platform.requests.slice(start).map(({ method, path }) => `${method} ${path}`)];
}

const expirationTime = "2031-01-02T03:04:05.000Z";

test("creates a repo over v2 if v2 accepts all its fields", async () => {
  const [repo, requests] = await requestsOf(() =>
    client.repos.create(platform.groupUid, { name: "plain", readme: "" }),
  );
  expect(requests).toEqual([`POST /registry/v2beta1/repos/${platform.groupUid}`]);
  expect(repo).toMatchObject({ name: "plain", readme: "", activeTags: [] });
});

test("creates a repo with v1 fields in one request, and not twice", async () => {
  const source = await client.repos.create(platform.groupUid, { name: "source" });
  const body = {
    name: "whole",
    readme: "# Whole",
    catalogTier: "CATALOG_TIER_FIPS",
    activeTags: ["latest"],
    sync_config: { source: source.uid, expirationTime, gracePeriod: true, google: "here" },
    customOverlay: { accounts: { users: [{ username: "runner", uid: 7 }] } },
  } as const;
  const [repo, requests] = await requestsOf(() => client.repos.create(platform.groupUid, body));
  expect(requests.filter((each) => !each.startsWith("GET"))).toEqual([`POST /registry/v1/repos/${platform.groupUid}`]);
  expect(repo).toMatchObject({ ...body, sync_config: { ...body.sync_config, uniqueTags: false } });
  expect(await client.repos.get(repo.uid)).toEqual(repo);
  await expect(client.repos.create(platform.groupUid, body)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
});

test("updates only the given fields, over the API version that accepts them", async () => {
  const repo = await client.repos.create(platform.groupUid, { name: "changed", aliases: ["web"], readme: "one" });
  const [described, overV2] = await requestsOf(() => client.repos.update(repo.uid, { description: "changed" }));
  expect(overV2.filter((each) => !each.startsWith("GET"))).toEqual([`PATCH /registry/v2beta1/repos/${repo.uid}`]);
  expect(described).toMatchObject({ description: "changed", readme: "one" });
  const [read, overV1] = await requestsOf(() =>
    client.repos.update(repo.uid, { readme: "two", activeTags: ["1"] }, { updateMask: ["readme", "activeTags"] }),
  );
  expect(overV1.filter((each) => !each.startsWith("GET"))).toEqual([`PUT /registry/v1/repos/${repo.uid}`]);
  expect(read).toMatchObject({ description: "changed", aliases: ["web"], readme: "two", activeTags: ["1"] });
  const cleared = await client.repos.update(repo.uid, {}, { updateMask: ["readme", "aliases"] });
  expect(cleared).toMatchObject({ readme: "", aliases: [], activeTags: ["1"], description: "changed" });
});

test("keeps values that the service chose inside sync_config if an update does not set them", async () => {
  const source = await client.repos.create(platform.groupUid, { name: "synced source" });
  const sync_config = { source: source.uid, expirationTime, gracePeriod: true };
  const repo = await client.repos.create(platform.groupUid, { name: "synced", sync_config });
  const changed = await client.repos.update(repo.uid, { sync_config: { source: source.uid, uniqueTags: true } });
  expect(changed.sync_config).toMatchObject({ ...sync_config, uniqueTags: true });
});

test("changes or clears only the masked member of sync_config", async () => {
  const source = await client.repos.create(platform.groupUid, { name: "masked source" });
  const sync_config = { source: source.uid, expirationTime, gracePeriod: true, google: "here" };
  const repo = await client.repos.create(platform.groupUid, { name: "masked", sync_config });
  const masked = async (body: object, ...updateMask: string[]) =>
    (await client.repos.update(repo.uid, body, { updateMask })).sync_config;
  const other = { sync_config: { source: "ignored", uniqueTags: true, gracePeriod: false } };
  expect(await masked(other, "sync_config.uniqueTags")).toEqual({
    ...repo.sync_config,
    uniqueTags: true,
  });
  expect(await masked({}, "sync_config.expirationTime", "sync_config.google")).toEqual({
    ...repo.sync_config,
    uniqueTags: true,
    expirationTime: null,
    google: "",
  });
});

test("reads the readmes of a page with one additional request", async () => {
  const group = await client.groups.create(platform.groupUid, { name: "library" });
  for (const name of ["a", "b", "c"])
    await client.repos.create(group.uid, { name, readme: name === "b" ? "" : `# ${name}` });
  const [page, requests] = await requestsOf(() => client.repos.page({ childrenOf: group.uid, orderBy: "name" }));
  expect(page.items.map(({ readme }) => readme)).toEqual(["# a", "", "# c"]);
  expect(requests).toHaveLength(2);
});

test("requires only repo.update to change a readme", async () => {
  const group = await client.groups.create(platform.groupUid, { name: "written" });
  const repo = await client.repos.create(group.uid, { name: "written" });
  const claimMatch = { issuer: "https://issuer.example.com", subject: "writer" };
  const { uid } = await client.identities.create(group.uid, { name: "writer", claimMatch });
  const role = await client.roles.create(group.uid, { name: "writer", capabilities: ["repo.list", "repo.update"] });
  await client.roleBindings.create(group.uid, { identityUid: uid, roleUid: role.uid });
  const writer = platform.client(await platform.tokenFor(uid));
  expect(await writer.repos.update(repo.uid, { readme: "by a writer" })).toMatchObject({ readme: "by a writer" });
});
