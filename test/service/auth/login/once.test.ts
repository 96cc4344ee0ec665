import { openStore, people, refreshTokens, type Store, singleUse } from "../../../../src/service/store";
import { describeWith, freshDatabase } from "../../../engines";

/** Single-use values are used once on every engine, at any node, under concurrent requests. */
const now = "2030-01-01T00:00:00.000Z";
const expires = "2030-01-01T00:10:00.000Z";
const later = "2030-01-01T00:10:00.001Z";

function suite(open: () => Promise<readonly Store[]>): void {
  let nodes: readonly Store[];
  beforeAll(async () => {
    nodes = await open();
  });
  afterAll(() => Promise.all([...new Set(nodes)].map((node) => node.close())));
  const everywhere = <T>(work: (node: Store) => Promise<T>) => Promise.all([...nodes, ...nodes].map(work));

  test("returns a secret's data to one of several concurrent calls", async () => {
    await singleUse.put(nodes[0]!.db, "code", "secret", { a: 1 }, { now, expires });
    expect(await singleUse.peek(nodes[1]!.db, "code", "secret", now)).toEqual({ a: 1 });
    const taken = await everywhere(({ db }) => singleUse.take(db, "code", "secret", now));
    expect(taken.filter(Boolean)).toEqual([{ a: 1 }]);
    expect(await singleUse.peek(nodes[0]!.db, "code", "secret", now)).toBeUndefined();
  });

  test("returns nothing for an expired secret, or one of another kind", async () => {
    const [{ db }] = nodes as [Store];
    await singleUse.put(db, "code", "secret", {}, { now, expires });
    expect(await singleUse.take(db, "login", "secret", now)).toBeUndefined();
    expect(await singleUse.peek(db, "code", "secret", expires)).toBeUndefined();
    expect(await singleUse.take(db, "code", "secret", expires)).toBeUndefined();
    await singleUse.put(db, "code", "other", {}, { now: later, expires: later });
  });

  test("treats only one of several concurrent uses of a refresh token as the first", async () => {
    const token = { secret: "token", session: "session", data: {}, now, expires };
    await refreshTokens.add(nodes[0]!.db, token);
    const uses = await everywhere((node) => node.transaction((tx) => refreshTokens.use(tx, token.secret, now)));
    expect(uses.map((use) => use?.used).sort()).toEqual([false, true, true, true]);
    expect(uses[0]).toMatchObject({ session: "session" });
    await refreshTokens.markUnused(nodes[1]!.db, token.secret);
    expect(await refreshTokens.use(nodes[0]!.db, token.secret, now)).toEqual({ session: "session", used: false });
    expect(await refreshTokens.use(nodes[0]!.db, token.secret, expires)).toBeUndefined();
  });

  test("stores one identity per person and provider, the latest", async () => {
    const [one, other] = nodes as [Store, Store];
    await people.set(one.db, "provider", "jane", "first");
    await people.set(other.db, "provider", "jane", "second");
    expect(await people.find(one.db, "provider", "jane")).toBe("second");
    expect(await people.find(one.db, "another", "jane")).toBeUndefined();
  });
}

describe("in memory", () => {
  suite(async () => {
    const store = await openStore(":memory:");
    return [store, store];
  });
});

describeWith(["postgresql"], "on PostgreSQL", () => {
  suite(async () => {
    const url = await freshDatabase();
    return Promise.all([openStore(url), openStore(url)]);
  });
});
