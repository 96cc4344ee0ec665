import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { type Database, openStore, resources, runConcurrently, type StoredResource } from "../../../src/service/store";
import { preparedRow } from "../../../src/service/store/prepared-queries";
import { describeWith, freshDatabase } from "../../engines";

test("throws the first error after all statements have ended", async () => {
  const ended: string[] = [];
  const after = async (turns: number, name: string, failure?: Error) => {
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    ended.push(name);
    if (failure) throw failure;
  };
  const works = [after(30, "last", new Error("later")), after(2, "first", new Error("sooner")), after(9, "second")];
  await expect(runConcurrently(works)).rejects.toThrow("sooner");
  expect(ended).toEqual(["first", "second", "last"]);
});

describeWith(["postgresql"], "on PostgreSQL", () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "at-once-"));
  let proxy: Patient;
  beforeAll(async () => {
    const url = new URL(await freshDatabase());
    proxy = new Patient(path.join(url.searchParams.get("host")!, SOCKET));
    await proxy.listen(path.join(directory, SOCKET));
    url.searchParams.set("host", directory);
    proxy.url = url.href;
  });
  afterAll(() => {
    proxy.close();
    rmSync(directory, { recursive: true });
  });

  test("sends all statements of a create before the database responds", async () => {
    const store = await openStore(proxy.url);
    const parent = `${"a".repeat(40)}/${"1".repeat(16)}`;
    const uid = `${parent}/${"2".repeat(16)}`;
    const repo: StoredResource = { type: "Repo", uid, parent, createTime: "a", updateTime: "a", fields: {} };
    await store.transaction(async (tx) => {
      // The unique value, the resource, its search index entry, and the counts.
      proxy.awaitStatements(4);
      await resources.insert(tx, repo, { entries: { field: ["value"] }, unique: [{ value: "value", problem: "" }] });
    });
    expect(await resources.get(store.db, "Repo", uid)).toEqual(repo);
    await store.close();
  });

  test("throws the original error, not those of statements sent behind it", async () => {
    const store = await openStore(proxy.url);
    const divided = store.transaction((tx) =>
      runConcurrently([runConcurrently([quotient(tx, 0), quotient(tx, 1)]), quotient(tx, 1), quotient(tx, 1)]),
    );
    await expect(divided).rejects.toThrow("division by zero");
    await store.close();
  });
});

const quotient = preparedRow((db: Database, divisor: number) =>
  db.query.selectNoFrom(sql<number>`1 / ${divisor}::int`.as("quotient")),
);

const SOCKET = ".s.PGSQL.5432";

/** A proxy to PostgreSQL that holds back responses until the expected number of statements was sent. */
class Patient {
  url = "";
  #missing = 0;
  #held: (() => void)[] = [];
  readonly #server: Server;

  constructor(behind: string) {
    this.#server = createServer((client) => {
      const database = connect(behind);
      const read = statementsIn(() => this.#sent());
      client.on("data", (bytes) => {
        read(bytes as Buffer);
        database.write(bytes);
      });
      database.on("data", (bytes) => this.#answer(() => client.write(bytes)));
      for (const [one, other] of [
        [client, database],
        [database, client],
      ] as const)
        one.on("error", () => {}).on("close", () => other.destroy());
    });
  }

  listen(socket: string): Promise<void> {
    return new Promise((resolve) => this.#server.listen(socket, resolve));
  }

  awaitStatements(count: number): void {
    this.#missing = count;
  }

  close(): void {
    this.#server.close();
  }

  #sent(): void {
    this.#missing = Math.max(0, this.#missing - 1);
    if (this.#missing === 0) for (const answer of this.#held.splice(0)) answer();
  }

  #answer(answer: () => void): void {
    if (this.#missing > 0) this.#held.push(answer);
    else answer();
  }
}

/** Parses a client's messages, and calls back for every statement with parameters: each ends with a Sync message. */
function statementsIn(onStatement: () => void): (bytes: Buffer) => void {
  let unread = Buffer.alloc(0);
  let hasStarted = false;
  return (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    for (;;) {
      // The first message has no type.
      const header = hasStarted ? 1 : 0;
      const length = unread.length >= header + 4 ? header + unread.readUInt32BE(header) : Number.POSITIVE_INFINITY;
      if (unread.length < length) return;
      if (hasStarted && unread[0] === "S".charCodeAt(0)) onStatement();
      hasStarted = true;
      unread = unread.subarray(length);
    }
  };
}
