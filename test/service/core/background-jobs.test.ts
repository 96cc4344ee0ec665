import { builtInRole, registry } from "../../../src/model";
import { type LogEntry, openPlatform, startService } from "../../../src/service";
import { deleteExpired, deleteExpiredResources, runRepeatedly } from "../../../src/service/core/background-jobs";
import { EXPIRES_FIELD } from "../../../src/service/core/rules/group-invite";
import { audit } from "../../../src/service/store";
import { onEveryStore } from "../every-store";
import { restoreEarlierTables } from "../store/earlier-tables";

const HOUR_MS = 60 * 60 * 1000;
const viewer = builtInRole("viewer").uid;
const definition = registry.groupInvites;

onEveryStore((get) => {
  const caller = () => ({ identityUid: get().organization.identityUid });
  const invite = async (ttl: string, groupUid = get().organization.groupUid) => {
    const { operations } = get().nodes[0];
    return String((await operations.create(definition, caller(), groupUid, { roleUid: viewer, ttl })).uid);
  };
  const list = () => {
    const { nodes, organization } = get();
    const order = { key: "uid", descending: false } as const;
    const request = { childrenOf: organization.groupUid, filters: {}, order, pageSize: 200, skip: 0 };
    return nodes[0].operations.list(definition, caller(), request);
  };
  /** The uids of existing and counted invites, without concurrent deletions. */
  const left = async () => {
    const { items, totalCount } = await list();
    expect(items).toHaveLength(totalCount);
    return items.map(({ uid }) => uid);
  };

  test("deletes expired invites in steps and audits each once, on any number of nodes", async () => {
    const { nodes, organization, pass } = get();
    const expired = await Promise.all(Array.from({ length: 130 }, () => invite("3600s")));
    const good = await invite("7200s");
    const sweep = () =>
      Promise.all(nodes.map(({ store, clock }) => deleteExpiredResources(store, clock).catch((error) => error)));
    await sweep();
    expect(await left()).toHaveLength(131);
    pass(HOUR_MS);
    await sweep();
    // One node may have left to the other what both were about to delete.
    await sweep();
    expect(await left()).toEqual([good]);
    const { db } = nodes[0].store;
    const entries = await audit.read(db, { resource: organization.groupUid, limit: 1000 });
    const told = entries.filter(({ action, actor }) => action === "delete" && actor === "service");
    const uids = told.flatMap(({ resource = "" }) => (expired.includes(resource) ? [resource] : []));
    expect(uids.sort()).toEqual(expired.sort());
    pass(2 * HOUR_MS);
    await sweep();
    expect(await left()).toEqual([]);
  });

  test("finds the invites of a store from before they were indexed by expiry", async () => {
    const { nodes, data, pass } = get();
    await invite("60s");
    const { db } = nodes[0].store;
    await db.query.deleteFrom("search_index").where("field", "=", EXPIRES_FIELD).execute();
    await restoreEarlierTables(db);
    await db.query.deleteFrom("migrations").where("name", "=", "0004-expiries").execute();
    await (await openPlatform({ data })).close();
    pass(60_000);
    await deleteExpiredResources(nodes[1].store, nodes[1].clock);
    expect(await left()).toEqual([]);
  });

  test("deletes expired rows in steps, on any node", async () => {
    const { nodes, pass } = get();
    const { db } = nodes[0].store;
    const at = (seconds: number) => new Date(nodes[0].clock() + seconds * 1000).toISOString();
    const some = Array.from({ length: 1100 }, (_, index) => index);
    const row = (index: number) => ({
      caller: "c",
      key: `k${index}`,
      request: "",
      response: "",
      time: at(index * 100),
    });
    const expiring = { digest: "d", data: "{}", expires: at(1000) };
    const sweep = () => Promise.all(nodes.map(({ store, clock }) => deleteExpired(store, clock)));
    const left = async () =>
      Promise.all(
        (["idempotency", "single_use_secrets", "refresh_tokens"] as const).map(async (table) => {
          const { count } = await db.query
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as("count"))
            .executeTakeFirstOrThrow();
          return Number(count);
        }),
      );

    await db.query.insertInto("idempotency").values(some.map(row)).execute();
    await db.query
      .insertInto("single_use_secrets")
      .values([expiring, { ...expiring, digest: "later", expires: at(200_000) }])
      .execute();
    await db.query
      .insertInto("refresh_tokens")
      .values({ ...expiring, session: "s", used: 0 })
      .execute();
    await sweep();
    expect(await left()).toEqual([1100, 2, 1]);
    pass(24 * HOUR_MS + 104_950_000);
    await sweep();
    expect(await left()).toEqual([50, 1, 0]);
  });

  test("a starting service deletes expired rows", async () => {
    const { nodes, data } = get();
    await invite("60s");
    const service = await startService({ data, clock: () => nodes[0].clock() + 60_000 });
    while ((await list()).items.length > 0) await new Promise((next) => setTimeout(next, 5));
    await service.close();
  });
});

test("runs a job immediately, retries after a logged failure, and never runs it after it was stopped", async () => {
  let runs = 0;
  let isRunning = false;
  const entries: LogEntry[] = [];
  const again = new Promise<void>((resolve) => {
    const run = async () => {
      expect(isRunning).toBe(false);
      isRunning = true;
      await new Promise((next) => setImmediate(next));
      isRunning = false;
      runs += 1;
      if (runs === 3) void end().then(resolve);
      throw new Error("the store is away", { cause: Object.assign(new Error("too many clients"), { code: "53300" }) });
    };
    const end = runRepeatedly({ name: "tidy up", run, intervalMs: 1 }, (entry) => entries.push(entry));
  });
  await again;
  expect([runs, isRunning]).toEqual([3, false]);
  const entry = {
    level: "error",
    event: "background job failed",
    job: "tidy up",
    error: expect.stringContaining("the store is away"),
    cause: "too many clients",
    sqlstate: "53300",
  };
  expect(entries).toEqual([entry, entry, entry]);
});
