import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { fileSizeLimit, limitedSpace } from "./limited-space";

/** Tests audit sinks whose disk is full, in processes of their own, whose file sizes can be limited. */

const KIB = 1024;
const root = path.resolve(__dirname, "../../../..");
// Where the database's library is found, which is not bundled.
const built = path.join(root, "node_modules/.cache/tests/audit-sink.cjs");
beforeAll(() => {
  const parts = ["core/audit", "core/audit/sink-standard-output", "platform", "store"].map(
    (part) => `export * from "./${part}";`,
  );
  const stdin = { contents: parts.join("\n"), resolveDir: path.join(root, "src/service") };
  buildSync({ stdin, outfile: built, bundle: true, platform: "node", packages: "external", logLevel: "error" });
});

let directory: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "platform-"));
});
afterEach(async () => {
  if (child?.exitCode === null) {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  rmSync(directory, { recursive: true });
});

/** Starts a script that answers each line of its input with a line of JSON on standard error, after a first one. */
async function start(script: string, stdout: number | "ignore", ...args: string[]) {
  child = spawn(process.execPath, ["-e", script, ...args], { stdio: ["pipe", stdout, "pipe"] });
  const { stdin, stderr, pid } = child;
  const answers = createInterface({ input: stderr! })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await answers.next()).value);
  const ask = (question: string) => {
    stdin!.write(`${question}\n`);
    return answer();
  };
  return { pid: pid!, first: await answer(), ask };
}

const linesOf = (file: string): string[] => readFileSync(file, "utf8").slice(0, -1).split("\n");

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const sinkScript = `
  const [, built, target] = process.argv;
  const { AuditSink, auditChain, openPlatform } = require(built);
  (async () => {
    const { audit, store: { db } } = await openPlatform({ data: ":memory:" });
    for (let index = 0; index < 400; index += 1)
      await audit.write({ action: "token.mint", outcome: "OK", actor: "actor " + index });
    await audit.seal();
    const { sequence } = await auditChain.positionOf(db, "head");
    const open = () => new AuditSink({ target, db, log: () => {} });
    let sink = open();
    process.stdin.on("data", async (data) => {
      if (String(data).includes("restart")) sink = open();
      await sink.drain();
      process.stderr.write(JSON.stringify({ problem: sink.problem ?? "" }) + "\\n");
    });
    process.stderr.write(JSON.stringify({ sequence }) + "\\n");
  })();
`;

describe.each(["continues", "restarts"])("a sink on a full disk that %s", (way) => {
  test.each([limitedSpace, (_: string, pid: number) => fileSizeLimit(pid)])(
    "writes every event once as space is added in small steps",
    async (limit) => {
      const folder = path.join(directory, "disk");
      mkdirSync(folder);
      const file = path.join(folder, "audit.jsonl");
      const { pid, first, ask } = await start(sinkScript, "ignore", built, file);
      const space = limit(folder, pid);
      try {
        const counts: number[] = [];
        for (let size = 24 * KIB; counts.at(-1) !== first.sequence; size += 12 * KIB) {
          space.allow(size);
          const { problem } = await ask(way);
          const written = linesOf(file).map((line) => JSON.parse(line).sequence);
          expect(written).toEqual(upTo(written.length));
          expect(written.length).toBeGreaterThan(counts.at(-1) ?? 0);
          expect(readdirSync(folder).sort()).toEqual(["audit.jsonl", "audit.jsonl.position"]);
          if (written.length < first.sequence) expect(problem).toMatch(/ENOSPC|EFBIG/);
          counts.push(written.length);
        }
        expect(counts.length).toBeGreaterThan(5);
        space.allow(1024 * KIB);
        expect(await ask(way)).toEqual({ problem: "" });
        expect(linesOf(file).map((line) => JSON.parse(line).sequence)).toEqual(upTo(first.sequence));
        expect(readFileSync(`${file}.position`, "utf8")).toMatch(new RegExp(`^${first.sequence}:`));
      } finally {
        space.close();
      }
    },
  );
});

const outputScript = `
  const { SinkStandardOutput } = require(process.argv[1]);
  const output = new SinkStandardOutput();
  let lines = Array.from({ length: 1000 }, (_, index) => JSON.stringify({ number: index + 1, text: "é".repeat(50) }) + "\\n");
  process.stdin.on("data", async () => {
    const { count, error } = await output.append(lines);
    lines = lines.slice(count);
    process.stderr.write(JSON.stringify({ left: lines.length, code: error?.code }) + "\\n");
  });
  process.stderr.write("{}\\n");
`;

test("a standard output that is a file on a full disk receives every line once", async () => {
  const file = path.join(directory, "output");
  const { pid, ask } = await start(outputScript, openSync(file, "w"), built);
  const left: number[] = [];
  for (let size = 10_000; left.at(-1) !== 0; size += 10_001) {
    fileSizeLimit(pid).allow(size);
    const answer = await ask("append");
    expect(answer).toEqual(answer.left > 0 ? { left: expect.any(Number), code: "EFBIG" } : { left: 0 });
    expect(answer.left).toBeLessThan(left.at(-1) ?? 1000);
    left.push(answer.left);
  }
  expect(left.length).toBeGreaterThan(5);
  expect(linesOf(file).map((line) => JSON.parse(line).number)).toEqual(upTo(1000));
});
