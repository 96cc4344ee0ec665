import { sql } from "kysely";
import { registry } from "../../../src/model";
import { openPlatform, type Platform } from "../../../src/service";
import { openStore, settings } from "../../../src/service/store";
import { describeWith, freshDatabase } from "../../engines";

/** Serializable isolation, the default of CockroachDB: conflicting transactions fail with 40001 and are retried. */
describeWith(["postgresql"], "transactions that are serializable", () => {
  let url: string;
  beforeAll(async () => {
    const plain = await freshDatabase();
    url = `${plain}&options=${encodeURIComponent("-c default_transaction_isolation=serializable")}`;
  });

  test("retries a transaction that read what another changed", async () => {
    const store = await openStore(url);
    expect(await sql`show transaction_isolation`.execute(store.db.query)).toMatchObject({
      rows: [{ transaction_isolation: "serializable" }],
    });
    await settings.set(store.db, "cursorSecret", "0");
    let runs = 0;
    let haveBothRead = () => {};
    const bothHaveRead = new Promise<void>((resolve) => {
      haveBothRead = resolve;
    });
    const increment = () =>
      store.transaction(async (tx) => {
        runs += 1;
        const value = Number(await settings.get(tx, "cursorSecret"));
        if (runs === 2) haveBothRead();
        await bothHaveRead;
        await settings.set(tx, "cursorSecret", String(value + 1));
      });
    await Promise.all([increment(), increment()]);
    expect(runs).toBe(3);
    expect(await settings.get(store.db, "cursorSecret")).toBe("2");
    await store.close();
  });

  test("returns a retryable error to a transaction that always conflicts", async () => {
    const store = await openStore(url);
    const failure = Object.assign(new Error("could not serialize access"), { code: "40001" });
    let runs = 0;
    const never = store.transaction(async () => {
      runs += 1;
      throw failure;
    });
    await expect(never).rejects.toMatchObject({ code: "UNAVAILABLE", http: 503 });
    expect(runs).toBe(30);
    await store.close();
  });

  test("completes many concurrent writes to one organization at several nodes, with correct counts", async () => {
    const nodes: Platform[] = await Promise.all([1, 2, 3].map(() => openPlatform({ data: url })));
    const node = (index: number) => nodes[index % nodes.length]!.operations;
    const { groupUid, identityUid } = await nodes[0]!.createOrganization({ name: "acme" });
    const caller = { identityUid };
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const create = (name: string) => node(index).create(registry.repos, caller, groupUid, { name }, name);
        const { uid } = await create(`kept-${index}`);
        const gone = await create(`gone-${index}`);
        await node(index + 1).update(registry.repos, caller, String(uid), { description: "changed" }, []);
        await node(index + 2).delete(registry.repos, caller, String(gone.uid));
      }),
    );
    const order = { key: "uid", descending: false } as const;
    const request = { childrenOf: groupUid, filters: {}, order, pageSize: 200, skip: 0 };
    const { items, totalCount } = await node(0).list(registry.repos, caller, request);
    expect([items.length, totalCount]).toEqual([12, 12]);
    expect(items.every(({ description }) => description === "changed")).toBe(true);
    await Promise.all(nodes.map((each) => each.close()));
  });
});
