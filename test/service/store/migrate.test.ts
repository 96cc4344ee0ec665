import { builtInRole, registry } from "../../../src/model";
import { openPlatform, type Platform } from "../../../src/service";
import { audit, grantsVersionOf, refreshTokens, singleUse } from "../../../src/service/store";
import { onEveryStore } from "../every-store";
import { restoreEarlierTables } from "./earlier-tables";

const viewer = builtInRole("viewer").uid;
/** The migrations that a store of the first version lacks. */
const later = ["audit", "audit_events", "audit_chain", "one_time", "refresh_tokens", "people", "sessions"];

onEveryStore((get) => {
  test("nodes that start concurrently migrate a store of the first version with its data", async () => {
    const { nodes, organization, data } = get();
    const caller = { identityUid: organization.identityUid };
    const root = organization.groupUid;
    const repo = await nodes[0].operations.create(registry.repos, caller, root, { name: "nginx" });
    const digest = `sha256:${"0".repeat(64)}`;
    for (const name of ["latest", "1.2-20260131"])
      await nodes[0].operations.create(registry.tags, caller, String(repo.uid), { name, digest });
    const { db } = nodes[0].store;
    await db.query.deleteFrom("counts").where("type", "like", "Tag %").execute();
    await db.query.deleteFrom("search_index").where("value", "=", "none").execute();
    await restoreEarlierTables(db);
    for (const table of later) await db.query.schema.dropTable(table).execute();
    await db.query.deleteFrom("migrations").where("name", ">", "0001-resources").execute();

    const opened = await Promise.all([1, 2, 3].map(() => openPlatform({ data })));
    const done = await opened[0]!.store.db.query.selectFrom("migrations").select("name").orderBy("name").execute();
    expect(done.map(({ name }) => name.slice(0, 4))).toEqual([
      "0001",
      "0002",
      "0003",
      "0004",
      "0005",
      "0006",
      "0007",
      "0008",
      "0009",
      "0010",
    ]);
    for (const { operations } of opened) {
      const { totalCount, items } = await operations.list(registry.tags, caller, {
        childrenOf: String(repo.uid),
        filters: { includeReferrers: false, includeDates: false, includeEpochs: false },
        order: { key: "uid", descending: false },
        pageSize: 10,
        skip: 0,
      });
      expect([totalCount, items.map(({ name }) => name)]).toEqual([1, ["latest"]]);
    }
    await opened[1]!.operations.delete(registry.repos, caller, String(repo.uid));
    const entries = await audit.read(opened[2]!.store.db, { limit: 10 });
    expect(entries.map(({ action, resourceType }) => [action, resourceType])).toEqual([
      ["delete", "Tag"],
      ["delete", "Repo"],
    ]);
    await Promise.all(opened.map((platform) => platform.close()));
  });

  test("nodes that start concurrently rename the tables of an earlier version with their data", async () => {
    const { nodes, organization, data } = get();
    const caller = { identityUid: organization.identityUid };
    const create = (platform: Platform, key: string) =>
      platform.operations.create(
        registry.groupInvites,
        caller,
        organization.groupUid,
        { roleUid: viewer, ttl: "60s" },
        key,
      );
    const named = async ({ operations }: Platform) => {
      const { totalCount, items } = await operations.list(registry.roleBindings, caller, {
        childrenOf: organization.groupUid,
        filters: { identity: organization.identityUid },
        order: { key: "uid", descending: false },
        pageSize: 10,
        skip: 0,
      });
      return { totalCount, uids: items.map(({ uid }) => uid) };
    };
    const { db } = nodes[0].store;
    const expires = new Date(Date.now() + 60_000).toISOString();
    const now = new Date().toISOString();
    const created = await create(nodes[0], "key");
    await singleUse.put(db, "code", "secret", { name: "value" }, { now, expires });
    await refreshTokens.add(db, { secret: "token", session: "session", data: {}, now, expires });
    const before = await named(nodes[0]);
    expect(before.totalCount).toBeGreaterThan(0);
    const version = await grantsVersionOf(db, organization.groupUid);
    await restoreEarlierTables(db);
    // An interrupted migration has renamed this one, where the engine does not roll back.
    await db.query.schema.alterTable("lanes").renameTo("write_lock_slots").execute();

    const opened = await Promise.all([1, 2, 3].map(() => openPlatform({ data })));
    const [first, second] = opened as [Platform, Platform];
    expect(await create(second, "key")).toEqual(created);
    expect(await named(second)).toEqual(before);
    expect(await grantsVersionOf(first.store.db, organization.groupUid)).toBe(version);
    expect(await refreshTokens.use(second.store.db, "token", now)).toEqual({ session: "session", used: false });
    expect(await singleUse.take(first.store.db, "code", "secret", now)).toEqual({ name: "value" });
    await first.operations.delete(registry.groupInvites, caller, String(created.uid));
    expect(await grantsVersionOf(second.store.db, organization.groupUid)).toBeGreaterThan(version);
    await Promise.all(opened.map((platform) => platform.close()));
  });
});
