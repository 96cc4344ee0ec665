import type { ListRequest } from "../../../../src/api";
import { type ResourceDefinition, registry } from "../../../../src/model";
import { openPlatform } from "../../../../src/service";
import { openStore } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";
import { restoreEarlierTables } from "../../store/earlier-tables";

/** Maintained counts must equal what counting would return after any concurrent writes. */

const names = [
  "latest",
  "1.2.3",
  "1.2.3-r4",
  "1.2.3-20240131",
  "2024-01-31",
  "x-r5",
  `sha256-${"a".repeat(64)}.sig`,
  `sha256-${"b".repeat(64)}-r7`,
];
const shapes = ["includeReferrers", "includeDates", "includeEpochs"] as const;
const subsets = Array.from({ length: 8 }, (_, bits) =>
  Object.fromEntries(shapes.map((shape, index) => [shape, Boolean(bits & (1 << index))])),
);

onEveryStore((get) => {
  const caller = () => ({ identityUid: get().organization.identityUid });
  const create = async (definition: ResourceDefinition, parent: string, body: object) =>
    String((await get().nodes[0].operations.create(definition, caller(), parent, { ...body })).uid);
  const list = (request: Partial<ListRequest>) =>
    get().nodes[1].operations.list(registry.tags, caller(), {
      filters: {},
      order: { key: "uid", descending: false },
      pageSize: 200,
      skip: 0,
      ...request,
    });
  const digest = `sha256:${"0".repeat(64)}`;

  const kindOf: Readonly<Record<string, (name: string) => boolean>> = {
    includeReferrers: (name) => name.startsWith("sha256-"),
    includeDates: (name) => /\d{4}-?\d\d-?\d\d$/.test(name),
    includeEpochs: (name) => /-r\d+$/.test(name),
  };

  /** Compares lists and counts of tags, in every scope and order, with all existing tags except the excluded ones. */
  async function expectListed(places: readonly Partial<ListRequest>[]): Promise<void> {
    for (const place of places)
      for (const order of [
        { key: "uid", descending: true },
        { key: "name", descending: false },
      ] as const) {
        const all = await list({ ...place, order, filters: subsets.at(-1)! });
        expect(all.totalCount).toBe(all.items.length);
        for (const filters of subsets) {
          const { items, totalCount } = await list({ ...place, order, filters });
          const expected = all.items.filter(({ name }) =>
            shapes.every((shape) => filters[shape] || !kindOf[shape]!(String(name))),
          );
          expect({ place, filters, items, totalCount }).toEqual({
            place,
            filters,
            items: expected,
            totalCount: expected.length,
          });
        }
      }
  }

  /** Small pages together contain what one page of everything contains. */
  async function expectPaged(): Promise<void> {
    for (const descending of [false, true])
      for (const filters of subsets) {
        const request = { filters, order: { key: "uid", descending } } as const;
        const { items: all } = await list(request);
        const found: object[] = [];
        for (let pageToken: string | undefined; ; ) {
          const page = await list({ ...request, pageSize: 7, ...(pageToken ? { pageToken } : {}) });
          found.push(...page.items);
          pageToken = page.nextPageToken;
          if (!pageToken) break;
        }
        expect({ filters, descending, found }).toEqual({ filters, descending, found: all });
        expect((await list({ ...request, skip: 3 })).items).toEqual(all.slice(3));
      }
  }

  test("maintained counts equal counting after concurrent writes at two nodes", async () => {
    const { nodes, organization } = get();
    const root = organization.groupUid;
    const group = await create(registry.groups, root, { name: "below" });
    const repos = await Promise.all(
      [root, group, group].map((parent, index) => create(registry.repos, parent, { name: `repo-${index}` })),
    );
    const tags: string[] = [];
    let [seed, updated] = [7, 0];
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const write = async (step: number): Promise<void> => {
      const { operations } = nodes[step % 2 === 0 ? 0 : 1];
      const tag = tags.length > 3 && random(3) === 0 ? tags.splice(random(tags.length), 1)[0] : undefined;
      if (tag !== undefined && random(2) === 0) return operations.delete(registry.tags, caller(), tag);
      if (tag !== undefined) {
        const name = `${names[random(names.length)]}`;
        const renamed = { name: `${step}.${name}`.replace(/^\d+\.sha256/, "sha256"), digest };
        // Possibly another tag's name: then nothing changes.
        await operations.update(registry.tags, caller(), tag, renamed, []).then(
          () => {
            updated += 1;
          },
          () => {},
        );
        tags.push(tag);
        return;
      }
      const name = names[random(names.length)]!;
      const body = { name: name.startsWith("sha256") ? `${name}${step}` : `${step}.${name}`, digest };
      tags.push(String((await operations.create(registry.tags, caller(), repos[random(3)]!, body)).uid));
    };
    for (let round = 0; round < 8; round += 1)
      await Promise.all(Array.from({ length: 10 }, (_, step) => write(round * 10 + step)));

    expect(updated).toBeGreaterThan(0);

    const places = [
      {},
      { descendantsOf: group },
      { childrenOf: group },
      { childrenOf: repos[1]! },
      { ids: tags.slice(0, 20) },
      { descendantsOf: root, ids: tags.slice(0, 5) },
    ];
    await expectListed(places);
    await expectPaged();
    expect((await list({})).totalCount).toBe(tags.length);
    await nodes[0].operations.delete(registry.repos, caller(), repos[1]!);
    await expectListed(places);
  });

  test("counts the kinds of an earlier version's store once, whichever nodes open it", async () => {
    const { nodes, organization, data } = get();
    const repo = await create(registry.repos, organization.groupUid, { name: "older" });
    for (const name of names) await create(registry.tags, repo, { name, digest });
    const { db } = nodes[0].store;
    await db.query.deleteFrom("counts").where("type", "like", "Tag %").execute();
    await db.query.deleteFrom("search_index").where("value", "=", "none").execute();
    await restoreEarlierTables(db);
    await db.query.deleteFrom("migrations").where("name", "=", "0005-kinds").execute();
    const stores = await Promise.all([1, 2, 3].map(() => openStore(data)));
    await Promise.all(stores.map((store) => store.close()));
    await (await openPlatform({ data })).close();
    await expectListed([{ childrenOf: repo }, { childrenOf: organization.groupUid }, {}]);
  });

  test("excluded rows are neither counted nor read one by one", async () => {
    const { nodes, organization } = get();
    const { db } = nodes[0].store;
    const { totalCount, items } = await list({ filters: subsets[0]! });
    const kept = { uid: organization.groupUid, type: "Tag includeDates", slot: 99, direct: 0, below: 1_000_000 };
    await db.query.insertInto("counts").values(kept).execute();
    expect((await list({ filters: subsets[0]! })).totalCount).toBe(totalCount - 1_000_000);
    // The remaining rows are found by a search index entry of their own; without it, none are.
    const uid = String(items[0]!.uid);
    await db.query.deleteFrom("search_index").where("uid", "=", uid).where("value", "=", "none").execute();
    expect((await list({ filters: subsets[0]! })).items).toEqual(items.slice(1));
    // As are rows of a kind, if others are excluded.
    const dated = { ...subsets[0]!, includeDates: true };
    const { items: some } = await list({ filters: dated });
    const [tag] = some.filter(({ name }) => kindOf.includeDates!(String(name)));
    await db.query
      .deleteFrom("search_index")
      .where("uid", "=", String(tag!.uid))
      .where("value", "=", "includeDates")
      .execute();
    expect((await list({ filters: dated })).items).toEqual(some.filter((each) => each !== tag));
  });
});
