import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { openPlatform, type Platform } from "../../../../src/service";
import { verifyAudit } from "../../../../src/service/core/audit/verify";
import { errorDetails } from "../../../../src/service/net/log";
import { audit } from "../../../../src/service/store";
import { describeWith, freshDatabase } from "../../../engines";

const built = path.resolve(__dirname, "../../../../dist/service.js");

/** A node that writes and seals events until it is killed, and prints the number of each committed event. */
const program = `(async () => {
  const { openPlatform } = require(${JSON.stringify(built)});
  const { audit } = await openPlatform({ data: process.argv[1] });
  const write = (index) => audit.write({ action: "token.mint", outcome: "OK", actor: "killed " + index });
  for (let index = 0; ; index += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, each) => write(index + each)));
    console.log(index + 20);
    await audit.seal();
  }
})()`;

describeWith(["postgresql"], "on PostgreSQL", () => {
  let data: string;
  let node: Platform;
  beforeAll(async () => {
    data = await freshDatabase();
    node = await openPlatform({ data });
    await node.createOrganization({ name: "acme" });
  });
  afterAll(() => node.close());

  test("loses no committed event when a node is killed while two seal, and the chain verifies", async () => {
    let written = 0;
    let isStopped = false;
    const surviving = (async () => {
      for (; !isStopped; written += 1) {
        await node.audit.write({ action: "token.mint", outcome: "OK", actor: `surviving ${written}` });
        await node.audit.seal();
      }
    })();
    const killed: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const child = spawn(process.execPath, ["-e", program, data], { stdio: ["ignore", "pipe", "inherit"] });
      let committed = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        committed = Number(line);
        // In the middle of the work after the line: sealing.
        if (committed >= 40 * (round + 1)) break;
      }
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      killed.push(committed);
    }
    isStopped = true;
    await surviving;
    await node.audit.seal();

    const report = await verifyAudit(node.store.db);
    expect(report).not.toHaveProperty("broken");
    expect(report.pending).toBe(0);
    const events = await audit.read(node.store.db, { limit: 100_000 });
    const actors = events.map(({ actor }) => actor);
    const times = (actor: string) => actors.filter((each) => each === actor).length;
    for (let index = 0; index < written; index += 1) expect(times(`surviving ${index}`)).toBe(1);
    // Each round counts from the start.
    for (let index = 0; index < killed[0]!; index += 1) expect(times(`killed ${index}`)).toBeGreaterThanOrEqual(3);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  });

  test("logs the SQLSTATE of a database error", async () => {
    const failed = await node.store.db.query
      .insertInto("migrations")
      .values({ name: "0001-resources" })
      .execute()
      .catch((error: unknown) => error);
    expect(errorDetails(failed)).toMatchObject({ sqlstate: "23505" });
    expect(errorDetails(failed)).not.toHaveProperty("code");
  });
});
