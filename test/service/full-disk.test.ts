import { sql } from "kysely";
import { startService } from "../../src/service";
import type { LogEntry } from "../../src/service/net/log";

test("without disk space, writes fail temporarily and are logged, reads succeed, and freed space restores service", async () => {
  const log: LogEntry[] = [];
  const service = await startService({ data: ":memory:", log: (entry) => log.push(entry) });
  const { store, tokens, createOrganization } = service.platform;
  const { groupUid, identityUid } = await createOrganization({ name: "acme" });
  const token = await tokens.mint({ identityUid });
  const send = (method: string, path: string, body?: object) =>
    fetch(`${service.baseUrl}/iam/v2beta1/groups${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const create = (name: string) => send("POST", `/${groupUid}`, { name, description: "x".repeat(500) });
  const pages = async (limit: number) => sql`pragma max_page_count = ${sql.raw(String(limit))}`.execute(store.db.query);

  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db.query);
  await pages(rows[0]!.page_count + 4);
  let acknowledged = 0;
  let answer = await create("first");
  for (; answer.status === 200; answer = await create(`group ${acknowledged}`)) acknowledged += 1;
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await answer.json()).toMatchObject({ code: 14, message: "Unavailable: the store has no space left" });
  const failed = { event: "request failed", error: expect.stringContaining("database or disk is full") };
  expect(log).toContainEqual(expect.objectContaining(failed));

  // Writes in a group commit fail together, for the same reason.
  const burst = await Promise.all(Array.from({ length: 6 }, (_, index) => create(`burst ${index}`)));
  const made = burst.filter(({ status }) => status === 200).length;
  expect(burst.map(({ status }) => status).filter((status) => status !== 200)).toEqual(Array(6 - made).fill(503));
  acknowledged += made;

  const total = async () => {
    const list = (await (await send("GET", `?uidp.children_of=${groupUid}`)).json()) as { totalCount: string };
    return Number(list.totalCount);
  };
  expect(acknowledged).toBeGreaterThan(0);
  expect(await total()).toBe(acknowledged);
  await pages(1_000_000);
  expect((await create("later")).status).toBe(200);
  expect(await total()).toBe(acknowledged + 1);
  await service.close();
});
