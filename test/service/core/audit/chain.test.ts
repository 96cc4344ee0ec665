import { pruneAudit } from "../../../../src/service/core/audit/retention";
import { verifyAudit } from "../../../../src/service/core/audit/verify";
import { audit, auditChain, type Database, hashAfter } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";

const DAY_MS = 24 * 60 * 60 * 1000;

onEveryStore((get) => {
  const db = () => get().nodes[0].store.db;
  const verify = (expected?: Parameters<typeof verifyAudit>[1]) => verifyAudit(db(), expected);
  /** Writes events from ten writers, as many as a connection pool supports on a slow machine. */
  const write = (count: number, node: 0 | 1 = 0) => {
    let written = 0;
    const writer = async () => {
      while (written < count) {
        const actor = `actor ${written++}`;
        await get().nodes[node].audit.write({ action: "token.mint", outcome: "OK", actor });
      }
    };
    return Promise.all(Array.from({ length: 10 }, writer));
  };
  const row = (sequence: number) =>
    db().query.selectFrom("audit_events").selectAll().where("sequence", "=", sequence).executeTakeFirstOrThrow();

  /** Changes the database, returns the result of verification, and undoes the change. */
  async function tampered(change: (db: Database) => Promise<unknown>) {
    const rows = await db().query.selectFrom("audit_events").selectAll().execute();
    const places = await db().query.selectFrom("audit_chain").selectAll().execute();
    await change(db());
    const { broken } = await verify();
    await db().query.deleteFrom("audit_events").execute();
    await db().query.deleteFrom("audit_chain").execute();
    for (let at = 0; at < rows.length; at += 500)
      await db()
        .query.insertInto("audit_events")
        .values(rows.slice(at, at + 500))
        .execute();
    await db().query.insertInto("audit_chain").values(places).execute();
    return broken && [broken.kind, broken.sequence];
  }

  test("concurrent sealing on two nodes creates one chain with every event once", async () => {
    const { nodes } = get();
    await Promise.all([write(600, 0), write(600, 1)]);
    const before = await verify();
    await Promise.all([...nodes, ...nodes].map((node) => node.audit.seal()));
    const { broken, head, events, pending } = await verify();
    expect({ broken, pending }).toEqual({ pending: 0 });
    expect(events).toBe(before.pending + before.events);
    expect(head.sequence).toBe(events);
    const { total } = await db()
      .query.selectFrom("audit_events")
      .select(({ fn }) => fn.count("id").distinct().as("total"))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(events);
  });

  test("events written during verification are pending, and follow the recorded head", async () => {
    const { head } = await verify();
    await write(3);
    expect(await verify(head)).toMatchObject({ head, pending: 3 });
    await get().nodes[1].audit.seal();
    const later = await verify(head);
    expect(later).toMatchObject({ pending: 0 });
    expect(later).not.toHaveProperty("broken");
    expect(later.head.sequence).toBe(head.sequence + 3);
  });

  test("verification names the first missing, altered or reordered event", async () => {
    const { head } = await verify();
    expect(await tampered((tx) => tx.query.deleteFrom("audit_events").where("sequence", "=", 7).execute())).toEqual([
      "missing",
      7,
    ]);
    expect(await tampered((tx) => tx.query.deleteFrom("audit_events").where("sequence", "<", 7).execute())).toEqual([
      "missing",
      1,
    ]);
    const { event } = await row(8);
    const altered = event.replace('"outcome":"OK"', '"outcome":"NO"');
    expect(altered).not.toBe(event);
    const set = (sequence: number, values: object) => (tx: Database) =>
      tx.query.updateTable("audit_events").set(values).where("sequence", "=", sequence).execute();
    expect(await tampered(set(8, { event: altered }))).toEqual(["altered", 8]);
    const hash = hashAfter((await row(7)).hash, altered);
    // A hash that matches the altered event breaks the next one.
    expect(await tampered(set(8, { event: altered, hash }))).toEqual(["altered", 9]);
    expect(await tampered(set(8, { actor: "somebody else" }))).toEqual(["altered", 8]);
    expect(
      await tampered(async (tx) => {
        await set(7, { sequence: -1 })(tx);
        await set(8, { sequence: 7 })(tx);
        await set(-1, { sequence: 8 })(tx);
      }),
    ).toEqual(["reordered", 7]);
    expect(await tampered((tx) => tx.query.deleteFrom("audit_events").where("sequence", ">", 20).execute())).toEqual([
      "truncated",
      21,
    ]);
    const last = await row(head.sequence);
    const extra = { ...last, sequence: last.sequence + 1, id: "extra" };
    expect(await tampered((tx) => tx.query.insertInto("audit_events").values(extra).execute())).toEqual([
      "added",
      extra.sequence,
    ]);
    expect(await verify()).not.toHaveProperty("broken");
  });

  test("a node and verification report missing recorded positions", async () => {
    const { head, anchor } = await verify();
    const found = async (change: (db: Database) => Promise<unknown>) => {
      let problem: unknown;
      const broken = await tampered(async (tx) => {
        await change(tx);
        problem = await auditChain.checkEnds(tx).catch((error) => error.message);
      });
      return [broken?.[0], problem];
    };
    const remove = (name: string) => (tx: Database) =>
      tx.query.deleteFrom("audit_chain").where("name", "=", name).execute();
    expect(await found(remove("head"))).toEqual(["head", 'the table audit_chain has no row "head"']);
    expect(await found(remove("anchor"))).toEqual(["anchor", 'the table audit_chain has no row "anchor"']);
    const drop = (sequence: number) => (tx: Database) =>
      tx.query.deleteFrom("audit_events").where("sequence", "=", sequence).execute();
    expect(await found(drop(anchor.sequence + 1))).toEqual([
      "missing",
      `event ${anchor.sequence + 1}, the first of the chain, is missing`,
    ]);
    expect(await found(drop(head.sequence))).toEqual([
      "truncated",
      `event ${head.sequence}, the recorded head, is missing or altered`,
    ]);
    await expect(auditChain.checkEnds(db())).resolves.toBeUndefined();
  });

  test("a truncated chain with a new head lacks the expected head", async () => {
    const { head } = await verify();
    const { sequence, hash } = await row(20);
    const cut = async (tx: Database) => {
      await tx.query.deleteFrom("audit_events").where("sequence", ">", 20).execute();
      await tx.query.updateTable("audit_chain").set({ sequence, hash }).where("name", "=", "head").execute();
    };
    // Access to the database allows forging all of it; only a head stored elsewhere reveals that.
    expect(await tampered(cut)).toBeUndefined();
    expect((await verify({ sequence: head.sequence, hash: "0".repeat(64) })).broken?.kind).toBe("expected head");
    expect((await verify({ sequence: head.sequence + 1, hash: head.hash })).broken?.kind).toBe("expected head");
    expect(await verify({ sequence, hash })).not.toHaveProperty("broken");
  });

  test("retention deletes the start of the chain, and writes an event", async () => {
    const { nodes, pass } = get();
    const { head } = await verify();
    pass(2 * DAY_MS);
    await write(5);
    await Promise.all(nodes.map((node) => pruneAudit(node, 1)));
    await nodes[0].audit.seal();
    const report = await verify();
    expect(report).not.toHaveProperty("broken");
    expect(report.anchor).toEqual(head);
    const kept = await audit.read(db(), { limit: 1000 });
    expect(kept.filter(({ action }) => action === "token.mint")).toHaveLength(5);
    expect(kept.find(({ action }) => action === "audit.prune")).toMatchObject({ actor: "service", values: head });
    // Further truncation requires another event.
    const next = await row(head.sequence + 3);
    const cut = async (tx: Database) => {
      await tx.query.deleteFrom("audit_events").where("sequence", "<=", next.sequence).execute();
      await tx.query
        .updateTable("audit_chain")
        .set({ sequence: next.sequence, hash: next.hash })
        .where("name", "=", "anchor")
        .execute();
    };
    expect(await tampered(cut)).toEqual(["anchor", next.sequence]);
    await Promise.all(nodes.map((node) => pruneAudit(node, 1)));
    expect((await verify()).anchor).toEqual(head);
  });

  test("an unsealed event does not prove a deletion by retention", async () => {
    const { head } = await verify();
    const end = { sequence: head.sequence + 1, hash: "f".repeat(64) };
    const entry = { createTime: "2030-01-01T00:00:00.000Z", action: "audit.prune", outcome: "OK", actor: "service" };
    const noted = await tampered(async (tx) => {
      await tx.query.deleteFrom("audit_events").execute();
      await tx.query.updateTable("audit_chain").set(end).execute();
    });
    expect(noted).toEqual(["anchor", end.sequence]);

    await db()
      .query.insertInto("audit")
      .values({ time: entry.createTime, id: "forged", uid: "", entry: JSON.stringify({ ...entry, values: end }) })
      .execute();
    let report: Awaited<ReturnType<typeof verify>> | undefined;
    await tampered(async (tx) => {
      await tx.query.deleteFrom("audit_events").execute();
      await tx.query.updateTable("audit_chain").set(end).execute();
      report = await verify(head);
    });
    await db().query.deleteFrom("audit").where("id", "=", "forged").execute();
    expect(report).toMatchObject({ unknown: expect.stringContaining("only an unsealed event announces") });
  });

  test("a head from before a deletion by retention cannot be verified", async () => {
    const { anchor } = await verify();
    expect(anchor.sequence).toBeGreaterThan(1);
    const report = await verify({ sequence: anchor.sequence - 1, hash: "0".repeat(64) });
    expect(report).toMatchObject({ unknown: expect.stringContaining("cannot be verified: retention has deleted") });
  });

  test("events of the previous version are sealed as events", async () => {
    const entry = {
      time: "2030-01-01T00:00:00.000Z",
      caller: "operator",
      action: "create",
      type: "Group",
      uid: "a".repeat(40),
      mask: ["name"],
      values: { name: "x" },
    };
    await db()
      .query.insertInto("audit")
      .values({ time: entry.time, id: "before", uid: entry.uid, entry: JSON.stringify(entry) })
      .execute();
    await get().nodes[0].audit.seal();
    const { head, broken } = await verify();
    expect(broken).toBeUndefined();
    const { event } = await row(head.sequence);
    expect(JSON.parse(event)).toEqual({
      uid: "before",
      sequence: head.sequence,
      createTime: entry.time,
      action: "create",
      outcome: "OK",
      actor: "operator",
      resourceType: "Group",
      resource: entry.uid,
      fields: ["name"],
      values: { name: "x" },
    });
  });
});
