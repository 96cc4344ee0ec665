import { findOne, type PlatformClient } from "../../src/client";
import { builtInRole, registry } from "../../src/model";
import type { ValueRecord } from "../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, refusalOf, Subject } from "./in-process";

const viewer = builtInRole("viewer").uid;
const capabilities = ["groups.list"] as const;

/** Runs ten calls at a time, as Terraform does. */
async function tenAtATime<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return results;
}

let platform: TestPlatform;
let client: PlatformClient;
let states: ValueRecord[];
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
  const roles = await tenAtATime([...Array(1000).keys()], (index) =>
    client.roles.create(platform.groupUid, { name: `role-${index}`, capabilities }),
  );
  states = roles.map(({ uid, name }) => ({ id: uid, uid, group_uid: platform.groupUid, name, capabilities }));
});
afterAll(() => platform.close());

const ofOwner = async (type: string, settings: ValueRecord = {}): Promise<Subject> =>
  new Subject(await configuredProvider(platform.baseUrl, platform.token, settings), type);

async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const from = platform.requests.length;
  await work();
  return platform.requests.length - from;
}

/** The maximum number of requests to read all roles: twice the pages of their list. */
async function twiceTheList(): Promise<number> {
  const { totalCount } = await client.roles.page({ descendantsOf: platform.groupUid, pageSize: 1 });
  return 2 * Math.ceil(totalCount / 200);
}

test("reads a thousand resources below one root in few requests", async () => {
  const roles = await ofOwner("Role");
  const read: unknown[] = [];
  const most = await twiceTheList();
  const requests = await requestsOf(async () => {
    read.push(...(await tenAtATime(states, (state) => roles.read(state))));
  });
  expect(requests).toBeLessThanOrEqual(most);
  expect(read).toMatchObject(states.map(({ uid, name }) => ({ state: { uid, name } })));
});

test("uses a list for a refresh of half a minute, and not for a later one", async () => {
  const roles = await ofOwner("Role");
  const most = await twiceTheList();
  const start = performance.now();
  let passed = 0;
  const clock = jest.spyOn(performance, "now").mockImplementation(() => start + passed);
  const slowly = async (state: ValueRecord) => {
    passed += 30;
    await roles.read(state);
  };
  try {
    await expect(requestsOf(() => tenAtATime(states, slowly))).resolves.toBeLessThanOrEqual(most);
    passed += 60_000;
    await expect(requestsOf(() => roles.read(states[0]!))).resolves.toBe(1);
  } finally {
    clock.mockRestore();
  }
});

test("reads few of many resources directly", async () => {
  const roles = await ofOwner("Role");
  await expect(requestsOf(() => tenAtATime(states.slice(0, 5), (state) => roles.read(state)))).resolves.toBe(5);
});

test("lists a second type sooner, within the requests that the first one saved", async () => {
  const provider = await configuredProvider(platform.baseUrl, platform.token);
  const [roles, groups] = [new Subject(provider, "Role"), new Subject(provider, "Group")];
  const made = await tenAtATime([...Array(20).keys()], (index) =>
    client.groups.create(platform.groupUid, { name: `group-${index}` }),
  );
  const uids = made.map(({ uid }) => ({ id: uid, uid, parent_uid: platform.groupUid }));
  await tenAtATime(states, (state) => roles.read(state));
  await expect(requestsOf(() => tenAtATime(uids, (state) => groups.read(state)))).resolves.toBe(2);
});

test("reads each resource directly if configured", async () => {
  const roles = await ofOwner("Role", { refresh: "direct" });
  const some = states.slice(0, 50);
  await expect(requestsOf(() => tenAtATime(some, (state) => roles.read(state)))).resolves.toBe(50);
});

test("reads what this process has changed from the service instead of an earlier list", async () => {
  const roles = await ofOwner("Role");
  await tenAtATime(states, (state) => roles.read(state));
  const [state, other] = (await tenAtATime(states.slice(0, 2), (each) => roles.read(each))).map((read) => read!.state);
  await roles.apply(
    { group_uid: platform.groupUid, name: String(state!.name), description: "changed", capabilities },
    state!,
  );
  await expect(roles.read(state!)).resolves.toMatchObject({ state: { description: "changed" } });
  await client.roles.update(String(other!.uid), { description: "changed elsewhere" });
  await expect(roles.read(other!)).resolves.toMatchObject({ state: { description: "changed elsewhere" } });
});

test("treats a resource missing from the list as deleted only if a direct read fails", async () => {
  const roles = await ofOwner("Role");
  const { uid } = await client.roles.create(platform.groupUid, { name: "deleted elsewhere", capabilities });
  await client.roles.delete(uid);
  await tenAtATime(states, (state) => roles.read(state));
  const later = await client.roles.create(platform.groupUid, { name: "made since", capabilities });
  const stateOf = (each: string) => ({ id: each, uid: each, group_uid: platform.groupUid });
  await expect(roles.read(stateOf(later.uid))).resolves.toMatchObject({ state: { name: "made since", capabilities } });
  await expect(roles.read(stateOf(uid))).resolves.toMatchObject({ state: null });
});

test("reads correctly during concurrent writes", async () => {
  const roles = await ofOwner("Role");
  const create = (name: string) => client.roles.create(platform.groupUid, { name, capabilities });
  const passing = await tenAtATime([...Array(20).keys()], (index) => create(`passing-${index}`));
  const passingUids = new Set(passing.map(({ uid }) => uid));
  const known = [...states, ...passing.map(({ uid }) => ({ id: uid, uid, group_uid: platform.groupUid }))];
  const [reads] = await Promise.all([
    tenAtATime(known, async (state) => ({ uid: String(state.uid), read: await roles.read(state) })),
    tenAtATime(passing, ({ uid }) => client.roles.delete(uid)),
    tenAtATime([...Array(20).keys()], (index) => create(`since-${index}`)),
  ]);
  const lost = reads.filter(({ uid, read }) => read!.state === null && !passingUids.has(uid));
  expect(lost).toEqual([]);
  const later = await ofOwner("Role");
  const since = await tenAtATime(known, async (state) => ({ uid: String(state.uid), read: await later.read(state) }));
  const gone = since.filter(({ read }) => read!.state === null).map(({ uid }) => uid);
  expect(new Set(gone)).toEqual(passingUids);
});

test.each([
  ["bulk", 10],
  // The roles and their parents.
  ["direct", 101],
])(
  "returns an error for each resource after a permission was lost, reading %s, in at most %d requests",
  async (refresh, most) => {
    const claimMatch = { issuer: "https://issuer.example.com", subject: "bulk" };
    const reader = await client.identities.create(platform.groupUid, { name: "reader", claimMatch });
    const { uid } = await client.roleBindings.create(platform.groupUid, { identityUid: reader.uid, roleUid: viewer });
    const provider = await configuredProvider(platform.baseUrl, await platform.tokenFor(reader.uid));
    const roles = new Subject(provider, "Role");
    const some = states.slice(0, 100);
    await tenAtATime(some, (state) => roles.read(state));
    await client.roleBindings.delete(uid);
    const token = await platform.tokenFor(reader.uid);
    const again = new Subject(await configuredProvider(platform.baseUrl, token, { refresh }), "Role");
    const requests = await requestsOf(async () => {
      const refusals = await tenAtATime(some, (state) => refusalOf(() => again.read(state)));
      expect(new Set(refusals.map(([first]) => first!.summary))).toEqual(
        new Set(["The role is not visible to this identity"]),
      );
    });
    expect(requests).toBeLessThanOrEqual(most);
  },
);

test("finds resources that a list excludes by default, by uid in bulk and by name", async () => {
  const { uid: repo } = await client.repos.create(platform.groupUid, { name: "dated" });
  const names = Array.from({ length: 20 }, (_, index) => `202405${10 + index}`);
  const digest = `sha256:${"0".repeat(64)}`;
  const made = await tenAtATime(names, (name) => client.tags.create(repo, { name, digest }));
  const tags = await ofOwner("Tag");
  const read: unknown[] = [];
  const requests = await requestsOf(async () => {
    for (const { uid, name } of made) read.push(await tags.read({ id: uid, uid, repo_uid: repo, name, digest }));
  });
  expect(read).toMatchObject(made.map(({ uid, name }) => ({ state: { uid, name } })));
  expect(requests).toBeLessThan(made.length);
  await expect(findOne(client, registry.tags, { name: "20240510", repoUid: repo })).resolves.toMatchObject({
    name: "20240510",
  });
  expect((await client.tags.page({ childrenOf: repo })).items).toEqual([]);
});
