import { sql } from "kysely";
import { builtInRole, registry } from "../../../src/model";
import { openPlatform, type Platform } from "../../../src/service";
import { openStore, resources, type StoredResource, settings } from "../../../src/service/store";
import { describeWith, freshDatabase } from "../../engines";

const root = "e".repeat(40);
const segment = (value: number): string => value.toString(16).padStart(16, "0");

describeWith(["postgresql"], "several nodes on one PostgreSQL", () => {
  let url: string;
  let nodes: Platform[];
  let organization: Awaited<ReturnType<Platform["createOrganization"]>>;
  beforeAll(async () => {
    url = await freshDatabase();
    // Concurrently on an empty database: each would create the tables.
    nodes = await Promise.all([1, 2, 3].map(() => openPlatform({ data: url })));
    organization = await nodes[0]!.createOrganization({ name: "acme" });
  });
  afterAll(() => Promise.all(nodes.map((node) => node.close())));
  const node = (index: number): Platform => nodes[index % nodes.length]!;
  const caller = () => ({ identityUid: organization.identityUid });
  const create = (
    index: number,
    definition: Parameters<Platform["operations"]["create"]>[0],
    parent: string,
    body: object,
  ) => node(index).operations.create(definition, caller(), parent, { ...body });
  const outcomes = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((each) => (each.status === "fulfilled" ? "OK" : String(each.reason.code)));

  test("share keys, cursors and idempotency keys", async () => {
    const token = await node(0).tokens.mint({ identityUid: organization.identityUid });
    expect(await node(1).tokens.verify(token)).toMatchObject({ identityUid: organization.identityUid });
    expect(
      new Set((await Promise.all(nodes.map(({ tokens }) => tokens.jwks()))).map(({ keys }) => keys[0]!.kid)).size,
    ).toBe(1);

    const group = String((await create(0, registry.groups, organization.groupUid, { name: "shared" })).uid);
    const made = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((index) =>
        node(index).operations.create(registry.repos, caller(), group, { name: "once" }, "key"),
      ),
    );
    expect(new Set(made.map(({ uid }) => uid)).size).toBe(1);
    for (const name of ["b", "c"]) await create(2, registry.repos, group, { name });
    const request = {
      descendantsOf: group,
      filters: {},
      order: { key: "uid", descending: false },
      pageSize: 2,
      skip: 0,
    } as const;
    const first = await node(0).operations.list(registry.repos, caller(), request);
    const second = await node(1).operations.list(registry.repos, caller(), {
      ...request,
      pageToken: first.nextPageToken!,
    });
    expect([first, second].flatMap(({ items }) => items)).toHaveLength(3);
    expect(second.totalCount).toBe(3);
  });

  test("keep totals exact during 32 concurrent writes to one group", async () => {
    const group = String((await create(0, registry.groups, organization.groupUid, { name: "busy" })).uid);
    const writers = Array.from({ length: 32 }, async (_, index) => {
      for (const round of [1, 2, 3, 4]) {
        const { uid } = await create(index, registry.repos, group, { name: `repo-${index}-${round}` });
        if (round === 2) await node(index + 1).operations.delete(registry.repos, caller(), String(uid));
      }
    });
    await Promise.all(writers);
    const request = {
      descendantsOf: group,
      filters: {},
      order: { key: "uid", descending: false },
      pageSize: 200,
      skip: 0,
    } as const;
    const { items, totalCount } = await node(2).operations.list(registry.repos, caller(), request);
    expect([items.length, totalCount]).toEqual([96, 96]);
  });

  test("never leave a resource in a concurrently deleted group", async () => {
    for (let round = 0; round < 10; round += 1) {
      const group = String((await create(0, registry.groups, organization.groupUid, { name: "short-lived" })).uid);
      const [made, deleted] = await outcomes([
        create(1, registry.repos, group, { name: "late" }),
        node(2).operations.delete(registry.groups, caller(), group),
      ]);
      expect(["OK NOT_FOUND", "NOT_FOUND OK", "OK FAILED_PRECONDITION"]).toContain(`${made} ${deleted}`);
      expect(made === "OK" && deleted === "OK").toBe(false);
    }
  });

  test("never remove the last two owners concurrently", async () => {
    const another = await node(0).createOrganization({ name: "two owners" });
    const by = { identityUid: another.identityUid };
    const second = await node(0).operations.create(registry.identities, by, another.groupUid, {
      name: "second",
      claimMatch: { issuer: "https://issuer.example.com", subject: "second" },
    });
    const { items } = await node(0).operations.list(registry.roleBindings, by, {
      descendantsOf: another.groupUid,
      filters: {},
      order: { key: "uid", descending: false },
      pageSize: 10,
      skip: 0,
    });
    const [first] = items;
    const other = await node(0).operations.create(registry.roleBindings, by, another.groupUid, {
      identityUid: second.uid,
      roleUid: first!.roleUid,
    });
    const left = await outcomes(
      [first!, other].map(({ uid }, index) =>
        node(index).operations.delete(
          registry.roleBindings,
          { identityUid: String(index === 0 ? by.identityUid : second.uid) },
          String(uid),
        ),
      ),
    );
    expect(left.sort()).toEqual(["FAILED_PRECONDITION", "OK"]);
  });

  test("apply a deleted binding or identity immediately, whichever node deleted it", async () => {
    const group = String((await create(0, registry.groups, organization.groupUid, { name: "seen" })).uid);
    const claimMatch = { issuer: "https://issuer.example.com", subject: "reader" };
    const reader = {
      identityUid: String((await create(0, registry.identities, group, { name: "reader", claimMatch })).uid),
    };
    const { uid: roleUid } = builtInRole("viewer");
    const read = () => node(1).operations.get(registry.groups, reader, group);
    await expect(read()).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const taken of ["binding", "identity"]) {
      const { uid } = await create(0, registry.roleBindings, group, { ...reader, roleUid });
      expect(await read()).toMatchObject({ uid: group });
      const [definition, gone] =
        taken === "binding" ? [registry.roleBindings, uid] : [registry.identities, reader.identityUid];
      await node(2).operations.delete(definition, caller(), String(gone));
      await expect(read()).rejects.toMatchObject({ code: taken === "binding" ? "NOT_FOUND" : "UNAUTHENTICATED" });
    }
  });

  test("assign unique values once", async () => {
    const made = await outcomes([0, 1, 2].map((index) => node(index).createOrganization({ name: "unique" })));
    expect(made.sort()).toEqual(["ALREADY_EXISTS", "ALREADY_EXISTS", "OK"]);
  });

  test("reject values that PostgreSQL cannot store before sending them", async () => {
    await expect(
      node(0).operations.list(registry.repos, caller(), {
        filters: { name: "a\0b" },
        order: { key: "uid", descending: false },
        pageSize: 1,
        skip: 0,
      }),
    ).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  test("roll back failures", async () => {
    const store = await openStore(url);
    const parent = `${root}/${segment(1)}`;
    const repo: StoredResource = {
      type: "Repo",
      uid: `${parent}/${segment(2)}`,
      parent,
      createTime: "a",
      updateTime: "a",
      fields: {},
    };
    const run = store.transaction(async (tx) => {
      await resources.insert(tx, repo, { entries: {}, unique: [{ value: "v", problem: "p" }] });
      await resources.insert(
        tx,
        { ...repo, uid: `${parent}/${segment(3)}` },
        { entries: {}, unique: [{ value: "v", problem: "p" }] },
      );
    });
    await expect(run).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    expect(await resources.get(store.db, "Repo", repo.uid)).toBeUndefined();
    await store.close();
  });

  test("reject a store that a newer version wrote", async () => {
    const newer = await freshDatabase();
    const store = await openStore(newer);
    await store.db.query.insertInto("migrations").values({ name: "9999-later" }).execute();
    await store.close();
    await expect(openStore(newer)).rejects.toThrow(
      "the store was written by a newer version of the platform; use that version or a later one",
    );
  });

  test("return a retryable error if the database closes a connection during a transaction, and continue", async () => {
    const store = await openStore(url);
    const cut = store.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.query);
      const { pid } = rows[0]!;
      await sql`select pg_terminate_backend(${pid})`.execute(store.db.query);
      const isThere = sql`select pid from pg_stat_activity where pid = ${pid}`;
      while ((await isThere.execute(store.db.query)).rows.length > 0);
      await settings.get(tx, "cursorSecret");
    });
    await expect(cut).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await settings.get(store.db, "cursorSecret")).toBeDefined();
    await store.close();
  });

  test("report an unresponsive database without naming the user", async () => {
    const opening = openStore("postgres://user:secret@127.0.0.1:1/platform");
    await expect(opening).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "Unavailable: the database is not responding (ECONNREFUSED)",
    });
  });
});
