import type { SortKey } from "../../../src/api";
import {
  kinds,
  lists,
  openStore,
  resources,
  type Scope,
  Scopes,
  type Store,
  type StoredResource,
} from "../../../src/service/store";
import { describeWith, freshDatabase } from "../../engines";

/** Pages of callers with several scopes, compared with sorting everything in memory. */

const root = "e".repeat(40);
const segment = (value: number): string => value.toString(16).padStart(16, "0");
const groups = Array.from({ length: 90 }, (_, index) => `${root}/${segment(index * 3)}`);
/** These two sort differently in UTF-16 and byte by byte. */
const letters = ["\u{1f600}", "\uff5e"];

/** None, few or many per group; every tenth group contains a subgroup. */
const all: StoredResource[] = groups.flatMap((group, at) =>
  Array.from({ length: at === 40 ? 300 : (at % 5) * 2 }, (_, index) => {
    const parent = at % 10 === 0 ? `${group}/${segment(1)}` : group;
    return {
      type: "Tag",
      uid: `${parent}/${segment((index * 37) % 401)}`,
      parent,
      createTime: new Date(((at * 31 + index) % 50) * 1000).toISOString(),
      updateTime: new Date(index === 3 ? 5000 : 0).toISOString(),
      fields: { name: `${letters[(at + index) % 2]} ${index % 6}` },
    };
  }),
);
const kindOf = ({ uid }: StoredResource) => (uid.endsWith("a") ? "dated" : uid.endsWith("b") ? "odd" : kinds.NONE);
const digitOf = ({ uid }: StoredResource) => uid.slice(-1);

const subtree = (uid: string): Scope => ({ uid, self: true, below: "all" });
const scopes: Readonly<Record<string, readonly Scope[]>> = {
  "all groups": groups.map(subtree),
  "each third group": groups.filter((_, at) => at % 3 === 0).map(subtree),
  "two groups, of which one has most": [subtree(groups[39]!), subtree(groups[40]!)],
  "groups without themselves": groups.slice(20, 60).map((uid) => ({ uid, self: false, below: "all" })),
  "groups and single tags, unsorted": [
    subtree(groups[44]!),
    ...all.filter((_, index) => index % 9 === 0).map(({ uid }): Scope => ({ uid, self: true, below: "none" })),
    subtree(`${root}/${segment(1000)}`),
  ].filter(({ uid, below }) => below === "all" || !uid.startsWith(groups[44]!)),
};
const filters: Readonly<Record<string, Partial<lists.Selection>>> = {
  nothing: {},
  "a name": { name: `${letters[0]} 1` },
  "a term": { indexEntries: [["digit", ["4"]]] },
  "several terms": { indexEntries: [["digit", ["4", "5"]]] },
  "a recent change": { conditions: [{ updatedSince: new Date(5000).toISOString() }] },
  "a text": { conditions: [{ field: "digit", contains: "c" }] },
  "an excluded value": { conditions: [{ field: "digit", excludes: ["4", "5"] }] },
  "an excluded kind": { conditions: [{ field: kinds.FIELD, excludes: ["dated"], allKinds: ["dated", "odd"] }] },
};
const keys: readonly SortKey[] = ["uid", "name", "createTime", "updateTime"];

const covers = ({ uid, self, below }: Scope, at: string) =>
  (self && at === uid) || (below === "all" && at.startsWith(`${uid}/`));

function matches(
  { name, indexEntries = [], conditions = [] }: Partial<lists.Selection>,
  resource: StoredResource,
): boolean {
  return (
    (name === undefined || resource.fields.name === name) &&
    indexEntries.every(([, values]) => values.includes(digitOf(resource))) &&
    conditions.every((each) => {
      if ("updatedSince" in each) return resource.updateTime >= each.updatedSince;
      if ("contains" in each) return digitOf(resource).includes(each.contains);
      return !each.excludes.includes(each.field === kinds.FIELD ? kindOf(resource) : digitOf(resource));
    })
  );
}

const byteOrder = (key: SortKey, descending: boolean) => (one: StoredResource, other: StoredResource) =>
  (Buffer.compare(Buffer.from(resources.sortValue(one, key)), Buffer.from(resources.sortValue(other, key))) ||
    (one.uid < other.uid ? -1 : 1)) * (descending ? -1 : 1);

function suite(data: () => Promise<string>) {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await data());
    await store.transaction(async (tx) => {
      for (const resource of all) {
        const entries = { digit: [digitOf(resource)], [kinds.FIELD]: [kindOf(resource)] };
        await resources.insert(tx, resource, { entries, unique: [] });
      }
    });
  });
  afterAll(() => store.close());

  describe.each(Object.keys(scopes))("of %s", (scope) => {
    test.each(Object.keys(filters))("returns consecutive pages filtered by %s in every order", async (filter) => {
      const selection: lists.Selection = {
        type: "Tag",
        scopes: new Scopes(scopes[scope]!),
        indexEntries: [],
        ...filters[filter],
      };
      const expected = all.filter(
        (resource) =>
          selection.scopes.list.some((each) => covers(each, resource.uid)) && matches(filters[filter]!, resource),
      );
      expect(await lists.count(store.db, selection)).toBe(expected.length);
      for (const order of keys.flatMap((key) => [false, true].map((descending) => ({ key, descending })))) {
        const sorted = [...expected].sort(byteOrder(order.key, order.descending));
        const limit = 97;
        const found: StoredResource[] = [];
        for (let page: StoredResource[] = []; found.length === 0 || page.length === limit; ) {
          const last = found.at(-1);
          const after = last && ([resources.sortValue(last, order.key), last.uid] as const);
          page = await lists.page(store.db, selection, { order, after, skip: 0, limit });
          found.push(...page);
          if (page.length === 0) break;
        }
        expect(found.map(({ uid }) => uid)).toEqual(sorted.map(({ uid }) => uid));
        const [, third] = sorted;
        const after = third && ([resources.sortValue(third, order.key), third.uid] as const);
        expect(await lists.page(store.db, selection, { order, after, skip: 11, limit: 4 })).toEqual(
          sorted.slice(13, 17),
        );
      }
    });
  });

  test("recounts a total after a write", async () => {
    const name = "counted again";
    const selection: lists.Selection = { type: "Tag", scopes: new Scopes(groups.map(subtree)), indexEntries: [], name };
    const unfiltered = { ...selection, name: undefined };
    const before = await lists.count(store.db, unfiltered);
    expect(await lists.count(store.db, selection)).toBe(0);
    const uid = `${groups[7]}/${segment(5000)}`;
    const resource = { ...all[0]!, uid, parent: groups[7]!, fields: { name } };
    const group = { ...resource, type: "Group", uid: root, parent: null, fields: { name: "acme" } };
    await store.transaction((tx) => resources.insert(tx, group, { entries: {}, unique: [] }));
    await store.transaction((tx) => resources.insert(tx, resource, { entries: {}, unique: [] }), { root, adds: true });
    expect([await lists.count(store.db, selection), await lists.count(store.db, unfiltered)]).toEqual([1, before + 1]);
    await store.transaction((tx) => resources.remove(tx, resource), { root });
    expect([await lists.count(store.db, selection), await lists.count(store.db, unfiltered)]).toEqual([0, before]);
  });

  test("supports ten thousand scopes in one statement", async () => {
    const places = Array.from({ length: 10_000 }, (_, index) => `${root}/${segment(index)}`);
    const selection: lists.Selection = { type: "Tag", scopes: new Scopes(places.map(subtree)), indexEntries: [] };
    for (const filter of Object.values(filters))
      expect(await lists.count(store.db, { ...selection, ...filter })).toBe(
        all.filter((each) => matches(filter, each)).length,
      );
    expect((await resources.getMany(store.db, "Tag", [...places, all[3]!.uid])).size).toBe(1);
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
