import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { openPlatform } from "../../src/service";
import { platformctl } from "./run";

/** Tests the audit sink of a service in its own process. */

const built = path.resolve(__dirname, "../../dist/platformctl.js");

let directory: string;
let data: string;
let owner: { readonly groupUid: string; readonly token: string };
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "platformctl-"));
  data = path.join(directory, "data");
  owner = JSON.parse((await platformctl("service", "init", "--data", data, "--organization", "acme")).stdout);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(directory, { recursive: true });
});

/** Starts a service and reads only the ready line of its output. */
async function start(...further: string[]) {
  const args = ["--data", data, "--listen", "127.0.0.1:0", "--lame-duck", "0", ...further];
  const child = spawn(process.execPath, [built, "service", "start", ...args]);
  children.push(child);
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  let first = "";
  while (!first.includes("\n")) {
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    first += chunk.toString();
  }
  child.stdout.pause();
  const { baseUrl } = JSON.parse(first.slice(0, first.indexOf("\n"))) as { readonly baseUrl: string };
  const readiness = async () => (await (await fetch(`${baseUrl}/readyz`)).json()) as { readonly warnings?: string[] };
  return {
    child,
    baseUrl,
    logged: () =>
      stderr.split("\n").flatMap((line) => (line.startsWith("{") && line.endsWith("}") ? [JSON.parse(line)] : [])) as {
        readonly event: string;
        readonly level: string;
        readonly error?: string;
      }[],
    /** Waits until the service has warnings (or has none) and returns them. */
    warnings: async (has = true) => {
      let answer = await readiness();
      while ((answer.warnings !== undefined) !== has) {
        await delay(100);
        answer = await readiness();
      }
      return answer.warnings ?? [];
    },
    /** Creates a group; its audit event is about as long as the description. */
    write: async (name: string) => {
      const answer = await fetch(`${baseUrl}/iam/v2beta1/groups/${owner.groupUid}`, {
        method: "POST",
        headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
        body: JSON.stringify({ name, description: "x".repeat(500) }),
      });
      expect(answer.status).toBe(200);
    },
    figures: async () => (await fetch(`${baseUrl}/metrics`)).text(),
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      return code;
    },
  };
}

async function groupNamesIn(child: ChildProcessWithoutNullStreams, last: string): Promise<string[]> {
  const names: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { resourceType, values } = JSON.parse(line);
    if (resourceType === "Group" && values.name !== "acme") names.push(values.name);
    if (names.at(-1) === last) return names;
  }
  return names;
}

test("continues with a closed standard output, warns, and writes missed events to the next reader", async () => {
  const service = await start("--audit-sink", "-");
  service.child.stdout.destroy();
  await service.write("unread");
  expect(await service.warnings()).toEqual(["cannot write to the audit sink"]);
  await service.write("also unread");
  expect(await service.figures()).toMatch(/^platform_audit_sink_failing 1$/m);
  const failures = service.logged().filter(({ event }) => event === "failed to write to the audit sink");
  expect(failures).toEqual([
    expect.objectContaining({ level: "error", error: "the reader of standard output closed the pipe" }),
  ]);
  expect(await service.stop()).toBe(0);

  const next = await start("--audit-sink", "-");
  await next.write("read");
  next.child.stdout.resume();
  expect(await groupNamesIn(next.child, "read")).toEqual(["unread", "also unread", "read"]);
  expect(await next.stop()).toBe(0);
});

test("warns about a stalled reader, blocks nothing, and writes everything once it reads again", async () => {
  const service = await start("--audit-sink", "-");
  const names = Array.from({ length: 400 }, (_, index) => `group ${index}`);
  // More than fits into the pipe and its buffers.
  for (const name of names) await service.write(name);
  expect(await service.warnings()).toEqual(["cannot write to the audit sink"]);
  await service.write("last");
  const written = groupNamesIn(service.child, "last");
  service.child.stdout.resume();
  expect(await written).toEqual([...names, "last"]);
  expect(await service.warnings(false)).toEqual([]);
});

test("stops on request while its reader is stalled", async () => {
  const service = await start("--audit-sink", "-");
  for (let index = 0; index < 400; index += 1) await service.write(`group ${index}`);
  expect(await service.stop()).toBe(0);
});

test.each(["head", "anchor"])(
  "reports a deleted %s of the chain as an error of the service, and as tampering in verify",
  async (name) => {
    const sink = path.join(directory, "audit.jsonl");
    const service = await start("--audit-sink", sink);
    await service.write("before");
    while (!(await fetchedFile(sink)).includes('"before"')) await delay(100);
    const { store, close } = await openPlatform({ data });
    await store.db.query.deleteFrom("audit_chain").where("name", "=", name).execute();
    await service.write("after");
    expect(await service.warnings()).toEqual(["the audit chain is damaged: run `platformctl audit verify`"]);
    expect(service.logged().filter(({ event }) => event === "audit chain damaged")).toEqual([
      expect.objectContaining({ level: "error", problem: `the table audit_chain has no row "${name}"` }),
    ]);
    const { code, stdout } = await platformctl("audit", "verify", "--data", data);
    expect({ code, verdict: stdout.split("\n")[0] }).toEqual({
      code: 2,
      verdict: expect.stringContaining(`: ${name}: the table audit_chain has no row "${name}"`),
    });
    const report = JSON.parse((await platformctl("audit", "verify", "--data", data, "--json")).stdout);
    expect(report).toMatchObject({ intact: false, broken: { kind: name } });
    await close();
  },
);

async function fetchedFile(file: string): Promise<string> {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
