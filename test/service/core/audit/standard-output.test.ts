import { hostname } from "node:os";
import { AuditSink } from "../../../../src/service/core/audit";
import { auditChain, auditSinks } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";

onEveryStore((get) => {
  const db = () => get().nodes[0].store.db;
  const register = (port: number) =>
    new AuditSink({ target: "-", port, db: db(), clock: get().nodes[0].clock, log: () => {} }).register();
  const positionOf = async (name: string) => (await auditSinks.get(db(), name))?.sequence;

  test("nodes keep separate positions for standard output, and the first takes over that of earlier versions", async () => {
    const { sequence, hash } = await auditChain.positionOf(db(), "head");
    await auditSinks.set(db(), { name: "-", sequence, hash }, new Date(get().nodes[0].clock()).toISOString());
    await get().nodes[0].audit.write({ action: "token.mint", outcome: "OK", actor: "somebody" });
    await get().nodes[0].audit.seal();
    const head = (await auditChain.positionOf(db(), "head")).sequence;
    expect(head).toBeGreaterThan(sequence);

    await register(8001);
    await register(8002);
    const names = [8001, 8002].map((port) => `${hostname()}:${port}:-`);
    expect(await Promise.all(["-", ...names].map(positionOf))).toEqual([undefined, sequence, head]);
    await register(8001);
    expect(await positionOf(names[0]!)).toBe(sequence);
  });
});
