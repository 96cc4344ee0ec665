import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { describeWith, freshDatabase } from "../engines";
import { platformctl } from "./run";

/** Tests databases without a store: every command but init rejects them and leaves them unchanged. */
const commands = (output: string): string[][] => [
  ["service", "start", "--listen", "127.0.0.1:0"],
  ["service", "token", "--identity", "a".repeat(40)],
  ["service", "rotate-keys"],
  ["service", "import", output],
  ["audit"],
  ["audit", "verify"],
];

describeWith(["postgresql"], "a PostgreSQL database without a store", () => {
  let url: string;
  let client: Client;
  beforeEach(async () => {
    url = await freshDatabase();
    client = new Client({ connectionString: url });
    await client.connect();
  });
  afterEach(() => client.end());
  const tables = async () =>
    (await client.query("select tablename from pg_tables where schemaname = 'public' order by 1")).rows.map(
      ({ tablename }) => tablename,
    );
  /** Returns the distinct errors of all commands, which must not contain the user. */
  async function outcomes() {
    const said = new Set<string>();
    for (const command of commands(__filename)) {
      const { code, stdout, stderr } = await platformctl(...command, "--database-url", url);
      expect([code, stdout]).toEqual([1, ""]);
      said.add(stderr.replace(/postgres:\S+,/, "URL,"));
    }
    return [...said];
  }
  const refusal =
    "error: there is no store in URL, which is empty or belongs to another application; check the name, or create a store " +
    "there with `platformctl service init`\n";

  test("is rejected by every command but init if it is empty", async () => {
    expect(await outcomes()).toEqual([refusal]);
    expect(await tables()).toEqual([]);
    expect(await platformctl("service", "init", "--database-url", url, "--organization", "acme")).toMatchObject({
      code: 0,
    });
    expect(await platformctl("audit", "verify", "--database-url", url)).toMatchObject({ code: 0 });
  });

  test.each([
    ["create table migrations (id integer)", ["migrations"]],
    ["create table settings (name text); create table users (id integer)", ["settings", "users"]],
  ])("is rejected if it belongs to another application: %s", async (statement, left) => {
    await client.query(statement);
    expect(await outcomes()).toEqual([refusal]);
    expect(await tables()).toEqual(left);
  });

  test("is rejected by init if it has another application's tables", async () => {
    await client.query("create table identities (id integer); create table users (id integer)");
    const init = () => platformctl("service", "init", "--database-url", url, "--organization", "acme");
    const { code, stdout, stderr } = await init();
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^error: postgres:\S+ has no store, but 2 tables of another application, such as "identities"; use an empty database or schema\n$/,
    );
    expect(await tables()).toEqual(["identities", "users"]);
    await client.query("drop table identities, users");
    expect(await init()).toMatchObject({ code: 0 });
  });

  test("is rejected by init if it has another application's migrations", async () => {
    await client.query("create table migrations (name text); insert into migrations values ('001-users')");
    expect(await outcomes()).toEqual([refusal]);
    expect((await platformctl("service", "init", "--database-url", url, "--organization", "acme")).stderr).toBe(
      "error: the database belongs to another application, which has a table named migrations; use a different database or schema\n",
    );
    expect(await tables()).toEqual(["migrations"]);
  });

  test("is rejected by init if its table of migrations has other columns, and left as it was", async () => {
    await client.query("create table migrations (id integer, name text); create table users (id integer)");
    expect((await platformctl("service", "init", "--database-url", url, "--organization", "acme")).stderr).toBe(
      "error: the database belongs to another application, which has a table named migrations; use a different database or schema\n",
    );
    expect(await tables()).toEqual(["migrations", "users"]);
    await client.query("drop table migrations, users");
  });

  test("is initialized by the next init if one was killed before its first migration", async () => {
    await client.query('create table migrations (name text collate "C" primary key)');
    expect(await outcomes()).toEqual([refusal]);
    expect(await platformctl("service", "init", "--database-url", url, "--organization", "acme")).toMatchObject({
      code: 0,
    });
  });

  test("is reported with advice if it does not exist or denies access", async () => {
    const missing = url.replace(/test_\w+/, "nowhere");
    const init = (at: string) => platformctl("service", "init", "--database-url", at, "--organization", "acme");
    expect((await init(missing)).stderr).toMatch(
      /^error: cannot open the data in postgres:\S+\/nowhere: database "nowhere" does not exist \(3D000\); check the name in the database URL, or create the database\n$/,
    );
    await client.query("create role reader login; revoke all on schema public from public");
    expect((await init(url.replace("platform@", "reader@"))).stderr).toMatch(
      /^error: cannot open the data in postgres:\S+: (permission denied for schema public|no schema has been selected to create in) \((42501|3F000)\)/,
    );
  });

  test("is reported if it has no free connection", async () => {
    const name = /\/(test_\w+)/.exec(url)![1]!;
    await client.query(`create role guest login; alter database ${name} connection limit 0`);
    const { stderr } = await platformctl(
      "service",
      "init",
      "--database-url",
      url.replace("platform@", "guest@"),
      "--organization",
      "acme",
    );
    expect(stderr).toMatch(
      /^error: cannot open the data in postgres:\S+: the database cannot serve the request \(it has too many clients already, 53300\)\n$/,
    );
  });
});

test("rejects a file of another application and leaves it unchanged", async () => {
  const data = mkdtempSync(path.join(tmpdir(), "platform-"));
  writeFileSync(path.join(data, "platform.db"), "");
  expect((await platformctl("service", "rotate-keys", "--data", data)).stderr).toBe(
    `error: there is no store in ${data}, which is empty or belongs to another application; check the name, or create a store there with \`platformctl service init\`\n`,
  );
  rmSync(data, { recursive: true });
});
