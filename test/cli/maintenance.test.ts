import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { createCertificate } from "../../src/provider/plugin/transport/certificate";
import { openPlatform } from "../../src/service";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { platformctl } from "./run";

/** Tests operations on the data of a running service: backups and the audit trail. */

const built = path.resolve(__dirname, "../../dist/platformctl.js");

let directory: string;
let data: string;
let platform: TestPlatform;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "platformctl-"));
  data = path.join(directory, "data");
  platform = await startPlatform({ data });
});
afterAll(async () => {
  await platform.close();
  rmSync(directory, { recursive: true });
});

/** Creates groups in a parent until it is stopped; returns their names. */
function writing(client: ReturnType<TestPlatform["client"]>, parent: string) {
  const names: string[] = [];
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      const name = `group ${names.length}`;
      await client.groups.create(parent, { name });
      names.push(name);
    }
  })();
  return {
    names,
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
}

test("makes a consistent backup during writes, with everything written before", async () => {
  const { uid: parent } = await platform.client().groups.create(platform.groupUid, { name: "written to" });
  const writer = writing(platform.client(), parent);
  while (writer.names.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = writer.names.length;
  const place = path.join(directory, "place");
  mkdirSync(place);
  const file = path.join(place, "backup.db");
  const { stdout } = await promisify(execFile)(process.execPath, [
    built,
    ...["service", "backup", "--data", data, "--output", file],
  ]);
  await writer.stop();
  expect(JSON.parse(stdout)).toEqual({ output: file, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(place)).toEqual(["backup.db"]);

  const restored = path.join(directory, "restored");
  mkdirSync(restored);
  copyFileSync(file, path.join(restored, "platform.db"));
  const { store, tokens, close } = await openPlatform({ data: restored });
  try {
    expect((await tokens.verify(platform.token)).identityUid).toBe(platform.identityUid);
    const rows = await store.db.query
      .selectFrom("resources")
      .select("name")
      .where("type", "=", "Group")
      .where("parent", "=", parent)
      .execute();
    const kept = rows.map(({ name }) => name).sort();
    expect(kept).toEqual(expect.arrayContaining(writer.names.slice(0, before)));
    expect(kept).toEqual([...writer.names.slice(0, kept.length)].sort());
    const counted = await store.db.query
      .selectFrom("counts")
      .select("direct")
      .where("type", "=", "Group")
      .where("uid", "=", parent)
      .executeTakeFirst();
    expect(counted?.direct).toBe(kept.length);
  } finally {
    await close();
  }
});

test("replaces an existing file only with --force", async () => {
  const file = path.join(directory, "there.db");
  writeFileSync(file, "kept");
  const backup = ["service", "backup", "--data", data, "--output", file];
  expect(await platformctl(...backup)).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: --output ${file} already exists; specify another file, or use --force to replace it\n`,
  });
  expect(readFileSync(file, "utf8")).toBe("kept");
  expect(await platformctl(...backup, "--force")).toMatchObject({ code: 0 });
  expect(readFileSync(file).subarray(0, 15).toString()).toBe("SQLite format 3");
});

test("rejects a backup onto the store or into its directory before writing anything", async () => {
  const file = path.join(data, "platform.db");
  const [hardLink, softLink, folder] = ["hard.db", "soft.db", "folder"].map((name) => path.join(directory, name));
  linkSync(file, hardLink!);
  symlinkSync(file, softLink!);
  symlinkSync(data, folder!);
  const outputs = [
    ...[file, `${file}-wal`, `${file}-shm`, path.join(data, "backup.db"), path.join(folder!, "platform.db")],
    ...[hardLink!, softLink!],
  ];
  const before = readdirSync(data);
  const { ino } = statSync(file);
  for (const output of outputs)
    expect(await platformctl("service", "backup", "--data", data, "--output", output, "--force")).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: ${output} is in the data directory or is the store itself; choose a file outside of ${data}\n`,
    });
  expect(readdirSync(data)).toEqual(before);
  expect(statSync(file).ino).toBe(ino);
  await platform.client().groups.create(platform.groupUid, { name: "after the refused backups" });
});

test("leaves nothing behind if there is no store, or the output cannot be written", async () => {
  expect(await platformctl("service", "backup", "--data", directory, "--output", path.join(directory, "none"))).toEqual(
    {
      code: 1,
      stdout: "",
      stderr: `error: ${directory} contains no data; run \`platformctl service init\` to create it\n`,
    },
  );
  const file = path.join(directory, "missing", "backup.db");
  expect(await platformctl("service", "backup", "--data", data, "--output", file)).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: cannot write ${file}: no such file or directory\n`,
  });
});

test("prints the audit events of a resource and everything below it, from a given time", async () => {
  const client = platform.client();
  const { uid } = await client.groups.create(platform.groupUid, { name: "audited" });
  const team = await client.groups.create(uid, { name: "team" });
  await client.groups.update(team.uid, { description: "a team", name: "team" });
  const trail = (...further: string[]) => platformctl("audit", "--data", data, "--resource", uid, ...further);

  const { code, stdout, stderr } = await trail();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const by = `  by ${platform.identityUid}  request `;
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringContaining(`Z  create Group ${uid}${by}`),
    expect.stringContaining(`Z  create Group ${team.uid}${by}`),
    expect.stringContaining(`Z  update Group ${team.uid}  fields description${by}`),
  ]);

  const entries = (await trail("--json", "--since", "1h")).stdout.trim().split("\n");
  expect(entries).toHaveLength(3);
  expect(JSON.parse(entries[2]!)).toMatchObject({ action: "update", values: { description: "a team" } });
  expect((await trail("--since", "2100-01-01")).stdout).toBe("");
});

test("prints the head of the chain, and fails if the chain is broken or lacks a noted head", async () => {
  const verify = (...further: string[]) => platformctl("audit", "verify", "--data", data, "--json", ...further);
  expect(
    await platformctl("service", "backup", "--data", data, "--output", path.join(directory, "audited.db")),
  ).toMatchObject({ code: 0 });
  await platformctl("service", "token", "--data", data, "--identity", platform.identityUid);
  await platform.platform.audit.seal();
  const { code, stdout } = await verify();
  expect(code).toBe(0);
  const { intact, head } = JSON.parse(stdout);
  expect(intact).toBe(true);
  expect((await verify("--expect-head", `${head.sequence}:${head.hash}`)).code).toBe(0);
  expect((await verify("--expect-head", `${head.sequence}:${"0".repeat(64)}`)).code).toBe(2);
  const events = (await platformctl("audit", "--data", data, "--json")).stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.findLast(({ action }) => action === "service.backup")).toMatchObject({
    actor: "operator",
    values: { file: path.join(directory, "audited.db") },
  });
  expect(events.find(({ action }) => action === "token.mint")).toMatchObject({
    actor: "operator",
    resource: platform.identityUid,
  });

  const { db } = platform.platform.store;
  const altered = (actor: string) =>
    db.query.updateTable("audit_events").set({ actor }).where("sequence", "=", 2).execute();
  const { actor } = await db.query
    .selectFrom("audit_events")
    .select("actor")
    .where("sequence", "=", 2)
    .executeTakeFirstOrThrow();
  await altered("nobody");
  expect(await platformctl("audit", "verify", "--data", data)).toMatchObject({
    code: 2,
    stdout: expect.stringContaining("broken at 2: altered: the column actor differs from the event"),
  });
  await altered(actor);
});

test.each([
  ["12", "It must have one colon"],
  ["1:2:3", "It must have one colon"],
  [`x:${"0".repeat(64)}`, 'The sequence "x" must be an integer'],
  ["12:9F", "The hash must have 64 lowercase hexadecimal digits"],
])("rejects %j as a head, without the exit code of a broken chain", async (value, problem) => {
  expect(await platformctl("audit", "verify", "--data", data, "--expect-head", value)).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: option '--expect-head <sequence:hash>' argument '${value}' is invalid. ${problem}: the format is SEQUENCE:HASH, as printed by \`audit verify\`.\n`,
  });
});

test("exits with 1 on a usage error of audit verify, and with 0 after its help", async () => {
  expect(await platformctl("audit", "verify", "--data", data, "--bogus")).toMatchObject({ code: 1, stdout: "" });
  expect(await platformctl("audit", "verify")).toMatchObject({ code: 1, stdout: "" });
  expect(await platformctl("audit", "verify", "--help")).toMatchObject({ code: 0, stderr: "" });
});

test("follows the audit trail until SIGTERM and prints each event once", async () => {
  const { uid } = await platform.client().groups.create(platform.groupUid, { name: "followed" });
  const child = execFile(process.execPath, [built, "audit", "--data", data, "--resource", uid, "--follow", "--json"]);
  let stdout = "";
  const saw = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => stdout.includes(text) && resolve();
      child.stdout!.on("data", look);
      look();
    });
  child.stdout!.on("data", (chunk) => {
    stdout += chunk;
  });
  await saw('"create"');
  await platform.client().groups.update(uid, { description: "changed" });
  await saw('"update"');
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).action),
  ).toEqual(["create", "update"]);
});

test("serves https, metrics on a separate address, and a rate limit", async () => {
  const { certificate, privateKey } = createCertificate();
  const [cert, key] = [path.join(directory, "tls.crt"), path.join(directory, "tls.key")];
  writeFileSync(cert, certificate);
  writeFileSync(key, privateKey);
  const own = path.join(directory, "own");
  const { token } = JSON.parse((await platformctl("service", "init", "--data", own, "--organization", "own")).stdout);
  const child = spawn(process.execPath, [
    built,
    ...["service", "start", "--data", own, "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key],
    ...["--metrics-listen", "127.0.0.1:0", "--rate-limit", "0.001/s", "--audit-retention", "400"],
  ]);
  try {
    const [ready] = await once(createInterface({ input: child.stdout }), "line");
    const [listening] = await once(createInterface({ input: child.stderr }), "line");
    const { baseUrl } = JSON.parse(ready) as { baseUrl: string };
    const { metricsPort } = JSON.parse(listening) as { metricsPort: number };
    expect(baseUrl).toMatch(/^https:/);
    const status = async () => {
      const options = { ca: certificate, servername: "localhost", headers: { authorization: `Bearer ${token}` } };
      const [answer] = await once(request(`${baseUrl}/iam/v2beta1/roles`, options).end(), "response");
      return answer.resume().statusCode;
    };
    expect([await status(), await status()]).toEqual([200, 429]);
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(figures).toContain('route="/iam/v2beta1/roles",status="429"} 1');
  } finally {
    child.kill("SIGKILL");
  }
});

test("a database URL that cannot be used is an error of every command, not a broken chain", async () => {
  for (const command of [["audit"], ["audit", "verify"], ["service", "token", "--identity", "x"]])
    expect(await platformctl(...command, "--database-url", "mysql://db/platform")).toMatchObject({
      code: 1,
      stdout: "",
    });
});

test.each([["yesterday"], ["12"], ["1y"], ["2030-13-01"]])("rejects %j as a time", async (value) => {
  expect(await platformctl("audit", "--data", data, "--since", value)).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: option '--since <time>' argument '${value}' is invalid. It must be a time such as 2030-01-31T12:00:00Z, or a duration before now, such as 90m, 12h or 7d.\n`,
  });
});
