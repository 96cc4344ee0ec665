import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describeFailure, withOperation } from "../../src/cli/failure";
import { openPlatform } from "../../src/service";
import { openStore } from "../../src/service/store";
import { platformctl } from "./run";

/** Tests commands with unusable data: each reports it in one line and leaves the data unchanged. */

let directory: string;
let good: string;
let owner: string;
let made = 0;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "broken-data-"));
  good = path.join(directory, "good");
  const { stdout } = await platformctl("service", "init", "--data", good, "--organization", "acme");
  owner = JSON.parse(stdout).identityUid;
});
afterAll(() => rmSync(directory, { recursive: true }));

const fileOf = (data: string) => path.join(data, "platform.db");

/** Creates a directory with a copy of the store and breaks its file. */
function broken(breaking: (file: string) => void): string {
  made += 1;
  const data = path.join(directory, `broken-${made}`);
  mkdirSync(data);
  copyFileSync(fileOf(good), fileOf(data));
  breaking(fileOf(data));
  return data;
}

/** Returns the distinct errors of all commands, without the operation that each names. */
async function outcomes(data: string) {
  const backup = path.join(directory, "backup.db");
  const commands = [
    ["service", "start", "--listen", "127.0.0.1:0"],
    ["service", "token", "--identity", owner],
    ["service", "init", "--organization", "another"],
    ["service", "rotate-keys"],
    ["service", "import", __filename],
    ["service", "backup", "--output", backup],
    ["audit"],
  ];
  const results: string[] = [];
  for (const command of commands) {
    const { code, stdout, stderr } = await platformctl(...command, "--data", data);
    expect([code, stdout, stderr.trim().split("\n")]).toEqual([1, "", [expect.stringMatching(/^error: /)]]);
    results.push(stderr.trim().replace(/^error: cannot [a-z ]+ the data in /, ""));
  }
  return [...new Set(results)];
}

test.each<[string, string, (file: string) => void]>([
  ["is no database", "platform.db is not a database; restore a backup", (file) => overwrite(file, 0, 4000)],
  ["is damaged", "the database is damaged; restore a backup", (file) => overwrite(file, 8192, 150_000)],
  ["was cut off", "the database is damaged; restore a backup", (file) => truncateSync(file, 50_000)],
])("reports a store whose file %s, and leaves it unchanged", async (_what, problem, breaking) => {
  const data = broken(breaking);
  const before = readFileSync(fileOf(data));
  expect(await outcomes(data)).toEqual([`${data}: ${problem}`]);
  expect(readFileSync(fileOf(data)).equals(before)).toBe(true);
});

/** Overwrites part of a file with invalid data. */
function overwrite(file: string, from: number, length: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from, Math.min(from + length, bytes.length));
  writeFileSync(file, bytes);
}

test("leaves a store of a newer version unchanged, but can back it up", async () => {
  const data = broken(() => {});
  const store = await openStore(data);
  await store.db.query.insertInto("migrations").values({ name: "9999-tomorrow" }).execute();
  await store.close();
  const newer = "error: the store was written by a newer version of the platform; use that version or a later one\n";
  for (const command of [["start"], ["token", "--identity", owner], ["rotate-keys"]])
    expect(await platformctl("service", ...command, "--data", data)).toEqual({ code: 1, stdout: "", stderr: newer });
  const output = path.join(directory, "newer.db");
  expect(await platformctl("service", "backup", "--data", data, "--output", output)).toMatchObject({ code: 0 });
});

test.each(["start", "rotate-keys", "backup --output b.db", `token --identity ${"a".repeat(40)}`])(
  "does not create a store in an empty directory: service %s",
  async (command) => {
    const data = mkdtempSync(path.join(directory, "empty-"));
    expect(await platformctl("service", ...command.split(" "), "--data", data)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: ${data} contains no data; run \`platformctl service init\` to create it\n`,
    });
  },
);

test("does not report data as missing if access is denied", async () => {
  // A name too long for the system fails as a missing permission does, and also for root.
  const data = path.join(directory, "d".repeat(300));
  expect((await platformctl("service", "start", "--data", data)).stderr).toBe(
    `error: cannot open the data in ${data}: the name is too long\n`,
  );
});

test("rejects a file as the data directory and a directory as the store", async () => {
  const start = async (data: string) => (await platformctl("service", "start", "--data", data)).stderr;
  expect(await start(__filename)).toBe(`error: --data ${__filename} is not a directory\n`);
  const data = broken((file) => {
    rmSync(file);
    mkdirSync(file);
  });
  expect(await start(data)).toBe(`error: cannot open the data in ${data}: it is a directory\n`);
  expect((await platformctl("service", "init", "--data", __filename, "--organization", "x")).stderr).toBe(
    `error: cannot open the data in ${__filename}: it is not a directory\n`,
  );
});

test("describes database errors in words", async () => {
  const failing = (code: string) => Promise.reject(Object.assign(new Error("as the library says it"), { code }));
  await expect(withOperation("open the data in d", () => failing("SQLITE_BUSY_SNAPSHOT"))).rejects.toThrow(
    "cannot open the data in d: another program has locked the database",
  );
  await expect(withOperation("open the data in d", () => failing("SQLITE_IOERR_FSYNC"))).rejects.toThrow(
    "cannot open the data in d: the database cannot be read or written",
  );
  expect(describeFailure(await failing("SQLITE_FULL").catch((error) => error))).toBe(
    "database error: no space left on device",
  );
});

test("keeps the whole store in one file once it is closed", async () => {
  const platform = await openPlatform({ data: good });
  const { groupUid } = await platform.createOrganization({ name: "last" });
  await platform.close();
  const store = await openStore(broken(() => {}));
  const row = await store.db.query
    .selectFrom("resources")
    .select("name")
    .where("uid", "=", groupUid)
    .executeTakeFirst();
  expect(row).toEqual({ name: "last" });
  await store.close();
});
