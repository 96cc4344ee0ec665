import { registry } from "../../../../src/model";
import { resources, searchIndex } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";

onEveryStore((get) => {
  const caller = () => ({ identityUid: get().organization.identityUid });

  test("ends a page of large stored resources at 8 MiB, and continues on the next", async () => {
    const [{ operations, store }] = get().nodes;
    const { uid: group } = await operations.create(registry.groups, caller(), get().organization.groupUid, {
      name: "g",
    });
    const sizes = [900, 900, 900, 9000, 900, 10].map((kib) => kib * 1024);
    for (const [index, size] of sizes.entries()) {
      const body = { name: `repo-${index}`, description: "x" };
      const { uid } = await operations.create(registry.repos, caller(), String(group), body);
      const data = JSON.stringify({ description: "x".repeat(size) });
      await store.db.query.updateTable("resources").set({ data }).where("uid", "=", String(uid)).execute();
    }
    const request = {
      descendantsOf: String(group),
      filters: {},
      order: { key: "name", descending: false },
      pageSize: 200,
      skip: 0,
    } as const;
    const pages: unknown[][] = [];
    let pageToken: string | undefined;
    do {
      const next = pageToken === undefined ? {} : { pageToken };
      const page = await operations.list(registry.repos, caller(), { ...request, ...next });
      expect(page.totalCount).toBe(6);
      pages.push(page.items.map(({ name }) => name));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(pages).toEqual([["repo-0", "repo-1", "repo-2"], ["repo-3"], ["repo-4", "repo-5"]]);
  });

  test("deletes advisories with their group", async () => {
    const [{ operations, store }] = get().nodes;
    const { uid: group } = await operations.create(registry.groups, caller(), get().organization.groupUid, {
      name: "a",
    });
    const now = new Date().toISOString();
    for (const segment of ["0".repeat(16), "1".repeat(16)])
      await store.transaction((tx) =>
        resources.insert(
          tx,
          {
            type: "Advisory",
            uid: `${group}/${segment}`,
            parent: String(group),
            createTime: now,
            updateTime: now,
            fields: { advisoryId: segment },
          },
          { entries: {}, unique: [] },
        ),
      );
    const list = () =>
      operations.list(registry.advisories, caller(), {
        descendantsOf: get().organization.groupUid,
        filters: {},
        order: { key: "uid", descending: false },
        pageSize: 10,
        skip: 0,
      });
    expect((await list()).totalCount).toBe(2);
    await operations.delete(registry.groups, caller(), String(group));
    expect(await list()).toMatchObject({ items: [], totalCount: 0 });
  });

  test("returns nothing for an empty list of values", async () => {
    const [{ store }] = get().nodes;
    expect(await searchIndex.find(store.db, "RoleBinding", "identity", [])).toEqual([]);
    expect(await resources.findBy(store.db, "RoleBinding", "identity", [])).toEqual([]);
  });
});
