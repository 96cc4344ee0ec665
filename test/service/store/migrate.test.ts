import { registry } from "../../../src/model";
import { openPlatform } from "../../../src/service";
import { audit } from "../../../src/service/store";
import { onEveryStore } from "../every-store";

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
    for (const table of later) await db.query.schema.dropTable(table).execute();
    await db.query.deleteFrom("counts").where("type", "like", "Tag %").execute();
    await db.query.deleteFrom("terms").where("value", "=", "none").execute();
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
});
