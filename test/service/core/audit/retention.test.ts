import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LogEntry, Metrics } from "../../../../src/service";
import { type AuditJob, type AuditJobOptions, prepareAuditJob } from "../../../../src/service/core/audit/job";
import { pruneAudit } from "../../../../src/service/core/audit/retention";
import { AuditSink } from "../../../../src/service/core/audit/sink";
import { verifyAudit } from "../../../../src/service/core/audit/verify";
import { auditChain } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";

const DAY_MS = 24 * 60 * 60 * 1000;

onEveryStore((get) => {
  let directory: string;
  const logged: LogEntry[] = [];
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), "platform-"));
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  beforeEach(() => logged.splice(0));

  const db = () => get().nodes[0].store.db;
  const head = () => auditChain.positionOf(db(), "head");
  const anchor = () => auditChain.positionOf(db(), "anchor");
  const sinkOf = (target: string) =>
    new AuditSink({ target, db: db(), clock: get().nodes[0].clock, log: (entry) => logged.push(entry) });
  const sequences = (file: string) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { sequence: number }).sequence);
  async function write(count: number) {
    for (let index = 0; index < count; index += 1)
      await get().nodes[0].audit.write({ action: "token.mint", outcome: "OK", actor: `actor ${index}` });
    await get().nodes[0].audit.seal();
  }

  test("retention on every node waits for a sink's position, and continues with it", async () => {
    const { nodes, pass } = get();
    const folder = path.join(directory, "later");
    const target = path.join(folder, "audit.jsonl");
    const sink = sinkOf(target);
    await write(3);
    await sink.register();
    await sink.drain();
    expect(sink.problem).toMatch(/ENOENT/);
    pass(2 * DAY_MS);
    await sink.register();
    expect(await pruneAudit(nodes[1], 1)).toEqual([expect.objectContaining({ sequence: 0 })]);
    expect((await anchor()).sequence).toBe(0);

    mkdirSync(folder);
    await sink.drain();
    const written = await head();
    expect(sequences(target)).toEqual(Array.from({ length: written.sequence }, (_, index) => index + 1));
    // Events after the sink fails again are kept, and those it has written are deleted.
    await write(5);
    pass(2 * DAY_MS);
    await sink.register();
    const waiting = await pruneAudit(nodes[1], 1);
    expect(waiting).toEqual([expect.objectContaining({ sequence: written.sequence })]);
    expect(await anchor()).toEqual(written);
    await sink.drain();
    expect(await pruneAudit(nodes[0], 1)).toEqual([]);
    expect((await anchor()).sequence).toBeGreaterThan(written.sequence);
    await sink.close();
    const all = sequences(target);
    expect(all).toEqual(all.map((_, index) => index + 1));
    expect(await verifyAudit(db())).not.toHaveProperty("broken");
  });

  test("a sink that no node has run for the retention period is removed", async () => {
    const { nodes, pass } = get();
    await write(1);
    const before = await head();
    pass(3 * DAY_MS);
    expect(await pruneAudit(nodes[1], 2)).toEqual([]);
    expect((await anchor()).sequence).toBeGreaterThanOrEqual(before.sequence);
    expect(await db().query.selectFrom("audit_sinks").selectAll().execute()).toEqual([]);
  });

  test("a node logs once that events are kept beyond retention, and once that this has ended", async () => {
    const { nodes, pass } = get();
    const [node] = nodes;
    const isFailing: boolean[] = [];
    const metrics = { auditSinkFailing: (value: boolean) => isFailing.push(value) } as unknown as Metrics;
    const folder = path.join(directory, "missing");
    const options: AuditJobOptions = { ...node, metrics, log: (entry) => logged.push(entry) };
    const run = async () => {
      const job = await prepareAuditJob(options, { sink: path.join(folder, "audit.jsonl"), retentionDays: 1 });
      job.begin();
      return job;
    };
    const until = async (job: AuditJob, count: number) => {
      while (job.warnings().length !== count) await delay(50);
    };
    await write(2);
    const first = await run();
    await first.end();
    pass(2 * DAY_MS);
    const second = await run();
    await until(second, 2);
    expect(second.warnings()).toEqual([
      "cannot write to the audit sink",
      "audit retention is blocked: an audit sink has not written all events",
    ]);
    expect(isFailing.at(-1)).toBe(true);
    await second.end();
    expect(logged.filter(({ event }) => event.startsWith("audit retention blocked"))).toEqual([
      expect.objectContaining({ level: "error", sinks: [expect.objectContaining({ sequence: expect.any(Number) })] }),
    ]);
    mkdirSync(folder);
    const third = await run();
    while ((await anchor()).sequence < (await head()).sequence - 2) await delay(50);
    await until(third, 0);
    expect(isFailing.at(-1)).toBe(false);
    await third.end();
  });

  test("a sink whose last event is missing from the chain, as after a restore, starts again", async () => {
    const target = path.join(directory, "restored.jsonl");
    await write(2);
    const first = sinkOf(target);
    await first.drain();
    await first.close();
    const { sequence } = await head();
    await db().query.deleteFrom("audit_events").where("sequence", "=", sequence).execute();
    const before = await auditChain.hashAt(db(), sequence - 1);
    await db()
      .query.updateTable("audit_chain")
      .set({ sequence: sequence - 1, hash: before! })
      .where("name", "=", "head")
      .execute();
    await write(1);
    const second = sinkOf(target);
    await second.drain();
    await second.close();
    expect(logged).toEqual([
      expect.objectContaining({ level: "error", event: expect.stringContaining("audit sink restarts") }),
    ]);
    expect(sequences(target).filter((each) => each === sequence)).toHaveLength(2);
  });
});
