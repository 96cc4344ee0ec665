import { registry } from "../../../src/model";
import {
  grantsVersionBefore,
  grantsVersionOf,
  openStore,
  resources,
  type Store,
  type StoredResource,
} from "../../../src/service/store";

const root = "e".repeat(40);
const repo = (number: number): StoredResource => ({
  type: registry.repos.name,
  uid: `${root}/${String(number).padStart(16, "0")}`,
  parent: root,
  createTime: "a",
  updateTime: "a",
  fields: {},
});

let store: Store;
beforeEach(async () => {
  store = await openStore(":memory:");
});
afterEach(() => store.close());

const insert = (number: number, value = String(number)) =>
  store.transaction(async (tx) => {
    await resources.insert(tx, repo(number), { entries: {}, unique: [{ value, problem: `${value} is taken` }] });
    return tx;
  });
const isThere = async (number: number) => (await resources.get(store.db, "Repo", repo(number).uid)) !== undefined;

test("commits concurrent transactions together, in their order", async () => {
  const order: number[] = [];
  const run = (number: number) =>
    store.transaction(async (tx) => {
      await resources.get(tx, "Repo", root);
      order.push(number);
      return tx;
    });
  expect(new Set((await Promise.all([1, 2, 3].map(run))).map(({ query }) => query)).size).toBe(1);
  expect(order).toEqual([1, 2, 3]);
});

test("gives each transaction of a commit a write lock of its own", async () => {
  const group: StoredResource = { ...repo(0), type: "Group", uid: root, parent: null };
  await store.transaction((tx) => resources.insert(tx, group, { entries: {}, unique: [] }));
  const before = await grantsVersionOf(store.db, root);
  const run = (grantsNothing: boolean) =>
    store.transaction(async (tx) => [tx.query, await grantsVersionBefore(tx, root)] as const, {
      root,
      adds: true,
      grantsNothing,
    });
  const [[first, ...versions], ...others] = await Promise.all([run(false), run(true), run(false)]);
  expect(others.every(([query]) => query === first)).toBe(true);
  expect([versions[0], ...others.map(([, version]) => version)]).toEqual([before, before + 1, before + 1]);
});

test("rolls back a failed transaction without affecting the others", async () => {
  const made = await Promise.allSettled([insert(1), insert(2, "1"), insert(3)]);
  expect(made.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(made[1]).toMatchObject({ reason: { code: "ALREADY_EXISTS" } });
  expect(await Promise.all([1, 2, 3].map(isThere))).toEqual([true, false, true]);
  // Its writes before the failure are rolled back too.
  const failing = store.transaction(async (tx) => {
    await resources.insert(tx, repo(4), { entries: {}, unique: [] });
    throw new Error("no");
  });
  expect((await Promise.allSettled([insert(5), failing, insert(6)])).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(await Promise.all([4, 5, 6].map(isThere))).toEqual([false, true, true]);
});

test("fails all if the commit fails", async () => {
  const breaking = store.transaction(async (tx) => {
    await tx.query.deleteFrom("settings").execute();
    // The transaction ends early, as on a full disk.
    await tx.query.executeQuery({ sql: "rollback", parameters: [], query: { kind: "RawNode" } } as never);
  });
  const outcomes = await Promise.allSettled([insert(1), breaking, insert(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await Promise.all([1, 2].map(isThere))).toEqual([false, false]);
  await insert(3);
  expect(await isThere(3)).toBe(true);
});
