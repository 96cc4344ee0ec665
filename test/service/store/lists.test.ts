import { sql } from "kysely";
import type { SortKey } from "../../../src/api";
import {
  lists,
  openStore,
  resources,
  type Scope,
  Scopes,
  type Store,
  type StoredResource,
} from "../../../src/service/store";

/** Every way of answering a list returns the same: each is compared with sorting everything in memory. */

const root = "f".repeat(40);
const segment = (value: number): string => value.toString(16).padStart(16, "0");
let store: Store;
let all: StoredResource[];
beforeAll(async () => {
  store = await openStore(":memory:");
  const groups = [1, 2, 3].map((value) => `${root}/${segment(value)}`);
  all = Array.from({ length: 120 }, (_, index) => {
    const parent = groups[Math.min(index % 12, 2)]!;
    return {
      type: "Repo",
      uid: `${parent}/${segment((index * 7919) % 1009)}`,
      parent,
      createTime: new Date(index * 1000).toISOString(),
      updateTime: new Date(1000 - (index % 7)).toISOString(),
      fields: { name: `name ${index % 10}` },
    };
  });
  await store.transaction(async (tx) => {
    for (const resource of all)
      await resources.insert(tx, resource, { entries: { digit: [resource.uid.slice(-1)] }, unique: [] });
  });
});
afterAll(() => store.close());

const below = (uid: string): Scope => ({ uid, self: false, below: "all" });
const scopes: Readonly<Record<string, readonly Scope[]>> = {
  "all of an organization": [below(root)],
  "most of it": [below(`${root}/${segment(3)}`)],
  "little of it": [below(`${root}/${segment(1)}`)],
  "children of a group": [{ uid: `${root}/${segment(2)}`, self: false, below: "children" }],
  "two groups": [below(`${root}/${segment(1)}`), below(`${root}/${segment(2)}`)],
};
const filters: Readonly<Record<string, Partial<lists.Selection>>> = {
  nothing: {},
  "a name": { name: "name 3" },
  "a term": { indexEntries: [["digit", ["4"]]] },
  "several terms": { indexEntries: [["digit", ["4", "5"]]] },
  "a change of late, which few had": { conditions: [{ updatedSince: new Date(1000).toISOString() }] },
  "a change that many had": { conditions: [{ updatedSince: new Date(996).toISOString() }] },
  "a change and a term": {
    indexEntries: [["digit", ["4"]]],
    conditions: [{ updatedSince: new Date(998).toISOString() }],
  },
  "a name and a term": { name: "name 4", indexEntries: [["digit", ["a"]]] },
};
const keys: readonly SortKey[] = ["uid", "name", "createTime", "updateTime"];

describe.each(Object.keys(scopes))("of %s", (scope) => {
  describe.each(Object.keys(filters))("filtered by %s", (filter) => {
    const selection: lists.Selection = {
      type: "Repo",
      scopes: new Scopes(scopes[scope]!),
      indexEntries: [],
      ...filters[filter],
    };
    const expected = () =>
      all.filter(
        ({ uid, fields, updateTime }) =>
          (selection.conditions ?? []).every((each) => "updatedSince" in each && updateTime >= each.updatedSince) &&
          selection.scopes.list.some((each) => uid.startsWith(`${each.uid}/`)) &&
          (selection.name === undefined || fields.name === selection.name) &&
          selection.indexEntries.every(([, values]) => values.includes(uid.slice(-1))),
      );

    test.each(keys.flatMap((key) => [false, true].map((descending) => ({ key, descending }))))(
      "returns consecutive pages ordered by $key, descending $descending",
      async (order) => {
        const sorted = expected().sort((one, other) => {
          const [a, b] = [one, other].map((each) => [resources.sortValue(each, order.key), each.uid].join("\0"));
          return (a! < b! ? -1 : 1) * (order.descending ? -1 : 1);
        });
        const found: StoredResource[] = [];
        for (;;) {
          const last = found.at(-1);
          const after = last && ([resources.sortValue(last, order.key), last.uid] as const);
          const page = await lists.page(store.db, selection, { order, after, skip: 0, limit: 7 });
          found.push(...page);
          if (page.length < 7) break;
        }
        expect(found).toEqual(sorted);
        expect(await lists.count(store.db, selection)).toBe(sorted.length);
        const skipped = await lists.page(store.db, selection, { order, skip: 3, limit: 2 });
        expect(skipped).toEqual(sorted.slice(3, 5));
      },
    );
  });
});

test("keeps counts equal to counting, also after everything is deleted", async () => {
  const copy = await openStore(":memory:");
  await copy.transaction(async (tx) => {
    for (const resource of all) await resources.insert(tx, resource, { entries: { a: ["b"] }, unique: [] });
    for (const resource of all) await resources.remove(tx, resource);
  });
  const rows = await copy.db.query.selectFrom("counts").select(["direct", "below"]).execute();
  expect(rows.every(({ direct, below: under }) => direct === 0 && under === 0)).toBe(true);
  const left = await sql<{
    n: number;
  }>`select (select count(*) from search_index) + (select count(*) from resources) as n`.execute(copy.db.query);
  expect(left.rows).toEqual([{ n: 0 }]);
  await copy.close();
});

test("leaves nothing behind after a failure", async () => {
  const [first] = all as [StoredResource];
  const copy = { ...first, uid: `${first.parent}/${segment(4242)}` };
  const unique = [{ value: "once", problem: "it is there" }];
  const run = store.transaction(async (tx) => {
    await resources.insert(tx, copy, { entries: {}, unique });
    await resources.insert(tx, { ...copy, uid: `${first.parent}/${segment(4243)}` }, { entries: {}, unique });
  });
  await expect(run).rejects.toMatchObject({ code: "ALREADY_EXISTS", message: "Already exists: it is there" });
  expect(await resources.get(store.db, "Repo", copy.uid)).toBeUndefined();
});
