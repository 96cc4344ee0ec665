import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { collectionPath, resourcePath } from "../../src/api";
import { registry } from "../../src/model";
import { openPlatform } from "../../src/service";

const built = path.resolve(__dirname, "../../dist/service.js");
const program = `require(${JSON.stringify(built)}).startService({ data: process.argv[1] })
  .then(({ baseUrl }) => console.log(baseUrl))`;

let directory: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "durable-"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(directory, { recursive: true });
});

async function start(): Promise<string> {
  const service = spawn(process.execPath, ["-e", program, directory], { stdio: ["ignore", "pipe", "inherit"] });
  child = service;
  for await (const line of createInterface({ input: service.stdout! })) return line;
  throw new Error("the service did not start");
}

async function killed(): Promise<void> {
  const ended = new Promise((resolve) => child?.once("exit", resolve));
  child?.kill("SIGKILL");
  await ended;
}

test("keeps all acknowledged writes and correct counts when the service is killed while writing", async () => {
  const platform = await openPlatform({ data: directory });
  const { groupUid, identityUid } = await platform.createOrganization({ name: "acme" });
  const headers = {
    authorization: `Bearer ${await platform.tokens.mint({ identityUid })}`,
    "content-type": "application/json",
  };
  await platform.close();

  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round++) {
    const baseUrl = await start();
    let killing: Promise<void> | undefined;
    const write = async (writer: number) => {
      for (let count = 0; !killing; count++) {
        const name = `${round}-${writer}-${count}`;
        const response = await fetch(`${baseUrl}${resourcePath(registry.repos, groupUid)}`, {
          method: "POST",
          headers,
          body: JSON.stringify({ name }),
        }).catch(() => undefined);
        if (response?.status !== 200) return;
        acknowledged.push(name);
        if (acknowledged.length >= (round + 1) * 60) killing ??= killed();
      }
    };
    await Promise.all([1, 2, 3, 4].map(write));
    await killing;
  }

  const baseUrl = await start();
  const found: string[] = [];
  let total = "";
  for (let token = "", more = true; more; more = token !== "") {
    const query = new URLSearchParams({ page_size: "200", ...(token ? { page_token: token } : {}) });
    const response = await fetch(`${baseUrl}${collectionPath(registry.repos)}?${query}`, { headers });
    const page = (await response.json()) as { repos: { name: string }[]; nextPageToken?: string; totalCount: string };
    found.push(...page.repos.map(({ name }) => name));
    total = page.totalCount;
    token = page.nextPageToken ?? "";
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(120);
  expect(found).toEqual(expect.arrayContaining(acknowledged));
  expect(total).toBe(String(found.length));
});
