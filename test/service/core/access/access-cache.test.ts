import { builtInRole, methods, registry } from "../../../../src/model";
import { openPlatform, type Platform } from "../../../../src/service";
import { type Access, AccessCache, type Caller } from "../../../../src/service/core/access";

let platform: Platform;
let owner: Caller;
let root: string;
let known: AccessCache;
beforeAll(async () => {
  platform = await openPlatform({ data: ":memory:" });
  const organization = await platform.createOrganization({ name: "acme" });
  owner = { identityUid: organization.identityUid };
  root = organization.groupUid;
  known = new AccessCache(platform.store.db, platform.clock);
});
afterAll(() => platform.close());

const seenBy = (caller: Caller): Promise<Access> => known.read(caller, async (access) => access);
const create = (definition: (typeof registry)[keyof typeof registry], body: object) =>
  platform.operations.create(definition, owner, root, { ...body });

test("keeps cached access after additions that grant nothing", async () => {
  const before = await seenBy(owner);
  for (const [definition, body] of [
    [registry.groups, { name: "team" }],
    [registry.repos, { name: "nginx" }],
    [registry.roles, { name: "reader", capabilities: ["CAP_REPO_LIST"] }],
    [registry.identities, { name: "ci", claimMatch: { issuer: "https://issuer.example.com", subject: "ci" } }],
  ] as const)
    await create(definition, body);
  expect(await seenBy(owner)).toBe(before);
});

test("applies grants, changes and revocations from the next request on", async () => {
  const claimMatch = { issuer: "https://issuer.example.com", subject: "reader" };
  const reader: Caller = { identityUid: String((await create(registry.identities, { name: "r", claimMatch })).uid) };
  const may = async (capability: "repo.list" | "tag.list" | "groups.delete") =>
    (await seenBy(reader)).has([capability], root);
  expect(await may("repo.list")).toBe(false);

  const role = await create(registry.roles, { name: "custom", capabilities: ["CAP_REPO_LIST"] });
  const binding = await create(registry.roleBindings, { ...reader, roleUid: role.uid });
  expect([await may("repo.list"), await may("tag.list")]).toEqual([true, false]);

  const capabilities = { capabilities: ["CAP_TAG_LIST"] };
  await platform.operations.update(registry.roles, owner, String(role.uid), capabilities, []);
  expect([await may("repo.list"), await may("tag.list")]).toEqual([false, true]);

  const roleUid = builtInRole("owner").uid;
  await platform.operations.update(registry.roleBindings, owner, String(binding.uid), { roleUid }, []);
  expect(await may("groups.delete")).toBe(true);

  await platform.operations.delete(registry.roleBindings, owner, String(binding.uid));
  expect(await may("groups.delete")).toBe(false);
});

test("keeps the access of a derived token until an identity in its chain ends", async () => {
  const named = (subject: string) => ({ name: subject, claimMatch: { issuer: "https://issuer.example.com", subject } });
  const uids = await Promise.all(
    ["derived", "actor"].map(async (subject) => String((await create(registry.identities, named(subject))).uid)),
  );
  const [derived, actor] = uids as [string, string];
  const caller: Caller = { identityUid: derived, actors: [{ identityUid: actor, generation: 0 }] };
  const access = await seenBy(caller);
  expect(await seenBy(caller)).toBe(access);
  expect(await seenBy({ identityUid: derived })).not.toBe(access);
  await platform.operations.call(methods.revokeTokens, owner, { uid: actor });
  await expect(seenBy(caller)).rejects.toThrow(`it was derived from a token of identity ${actor}`);
  expect((await seenBy({ identityUid: derived })).identityUid).toBe(derived);
});

test("repeats a read that began with outdated access", async () => {
  const claimMatch = { issuer: "https://issuer.example.com", subject: "late" };
  const late: Caller = { identityUid: String((await create(registry.identities, { name: "l", claimMatch })).uid) };
  const roleUid = builtInRole("viewer").uid;
  expect((await seenBy(late)).has(["repo.list"], root)).toBe(false);
  await create(registry.roleBindings, { ...late, roleUid });
  const runs: boolean[] = [];
  await known.read(late, async (access) => {
    runs.push(access.has(["repo.list"], root));
    if (runs.length === 1) throw new Error("what does not count does not fail");
  });
  expect(runs).toEqual([false, true]);
});

test("caches fewer callers with many grants or long tokens", async () => {
  const scopes = Array.from({ length: 3 }, async (_, index) =>
    String((await create(registry.groups, { name: `${index}` })).uid),
  );
  const [one, two, three] = (await Promise.all(scopes)) as [string, string, string];
  // Three grants, and the length of the key.
  const all: Caller = { ...owner, restrictions: { groups: [one, two, three] } };
  const few = new AccessCache(platform.store.db, platform.clock, 8);
  const seenOf = (caller: Caller): Promise<Access> => few.read(caller, async (access) => access);
  const before = await seenOf(all);
  expect(before.size).toBe(3);
  expect(await seenOf(all)).toBe(before);
  await seenOf({ ...all, restrictions: { groups: [three, two, one] } });
  expect(await seenOf(all)).not.toBe(before);
});
