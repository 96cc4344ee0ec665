import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type LogEntry, openPlatform, type RunningService, startService } from "../../../src/service";
import { platformctl } from "../../cli/run";
import { DATABASE, describeWith, type PostgresServer, postgresServer, standbyOf } from "../../engines";

const WRITERS = 6;
const ACKNOWLEDGED_BEFORE_CRASH = 60;

describeWith(["postgresql"], "a primary with a synchronous standby", () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let service: RunningService;
  let root: string;
  let authorization: string;
  const log: LogEntry[] = [];
  const url = (...servers: PostgresServer[]) =>
    `postgres://platform@${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${DATABASE}`;

  beforeAll(async () => {
    primary = await postgresServer({ synchronous_commit: "remote_apply" });
    standby = await standbyOf(primary, "standby");
    await primary.query("alter system set synchronous_standby_names = 'standby'");
    await primary.query("select pg_reload_conf()");
    // The standby comes first, so that it must be skipped.
    service = await startService({ data: url(standby, primary), log: (entry) => log.push(entry) });
    const organization = await service.platform.createOrganization({ name: "acme" });
    root = organization.groupUid;
    authorization = `Bearer ${await service.platform.tokens.mint({ identityUid: organization.identityUid })}`;
  }, 120_000);
  afterAll(async () => {
    await service?.close();
    await Promise.all([primary?.remove(), standby?.remove()]);
  });

  const create = async (name: string, key = name) => {
    const response = await fetch(`${service.baseUrl}/iam/v2beta1/groups/${root}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ name }),
    });
    return { status: response.status, body: (await response.json()) as { uid: string; message: string } };
  };
  const readiness = async () => {
    const response = await fetch(`${service.baseUrl}/readyz`);
    return { status: response.status, body: (await response.json()) as { message: string } };
  };
  const until = async (status: number) => {
    for (;;) {
      const answer = await readiness();
      if (answer.status === status) return answer.body;
      await delay(20);
    }
  };
  const namesOf = async () => {
    const names: string[] = [];
    for (let token = "", more = true; more; more = token !== "") {
      const query = new URLSearchParams({ "uidp.children_of": root, page_size: "200", page_token: token });
      const response = await fetch(`${service.baseUrl}/iam/v2beta1/groups?${query}`, { headers: { authorization } });
      const page = (await response.json()) as { groups: { name: string }[]; nextPageToken?: string };
      names.push(...page.groups.map(({ name }) => name));
      token = page.nextPageToken ?? "";
    }
    return names;
  };

  test("does not start with only a standby, and names the rejected host", async () => {
    await expect(openPlatform({ data: url(standby) })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "Unavailable: the database is read-only (25006)",
      cause: expect.objectContaining({ message: `127.0.0.1:${standby.port}: is a standby` }),
    });
    const { code, stderr } = await platformctl("service", "token", "--database-url", url(standby), "--identity", root);
    expect([code, stderr]).toEqual([
      1,
      `error: cannot open the data in ${url(standby).replace("platform@", "")}: the database is read-only (25006); 127.0.0.1:${standby.port}: is a standby\n`,
    ]);
    const nowhere = openPlatform({ data: url(standby, { port: 1 } as PostgresServer) });
    await expect(nowhere).rejects.toMatchObject({
      cause: expect.objectContaining({ message: `127.0.0.1:1: ECONNREFUSED; 127.0.0.1:${standby.port}: is a standby` }),
    });
  });

  test("returns UNAVAILABLE and is not ready while the primary is read-only, and recovers by itself", async () => {
    expect((await create("before")).status).toBe(200);
    await primary.query("alter system set default_transaction_read_only = on");
    await primary.query("select pg_reload_conf()");
    expect((await until(503)).message).toBe("Unavailable: the database is read-only (25006)");
    expect(await create("while-read-only")).toMatchObject({
      status: 503,
      body: { message: "Unavailable: the database is read-only (25006)" },
    });
    expect(log).toContainEqual(
      expect.objectContaining({
        event: "store not ready",
        cause: expect.stringContaining(`127.0.0.1:${primary.port}: transactions are read-only by default`),
      }),
    );
    await primary.query("alter system reset default_transaction_read_only");
    await primary.query("select pg_reload_conf()");
    await until(200);
    expect((await create("while-read-only")).status).toBe(200);
  });

  test("bounds a commit that the standby does not confirm, and does it once", async () => {
    standby.suspend();
    expect(await create("unconfirmed")).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining("outcome of the write is unknown") },
    });
    const refused =
      "Unavailable: the database accepts writes but does not confirm them: its synchronous standby is not responding";
    // First it searches for another primary, which takes as long as the standby's timeout.
    while ((await readiness()).body.message !== refused);
    expect((await create("unconfirmed")).body.message).toBe(refused);
    standby.resume();
    await until(200);
    const again = await create("unconfirmed");
    expect(again.status).toBe(200);
    expect((await create("unconfirmed")).body.uid).toBe(again.body.uid);
    expect((await namesOf()).filter((name) => name === "unconfirmed")).toHaveLength(1);
  });

  test("does not acknowledge a commit whose wait for the standby was cancelled", async () => {
    standby.suspend();
    let isAnswered = false;
    const creating = create("cancelled").finally(() => {
      isAnswered = true;
    });
    // Any waiting transaction: audit events are sealed concurrently.
    while (!isAnswered)
      await primary.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'platform'",
      );
    expect(await creating).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining("the primary committed it, but its synchronous standby may not have") },
    });
    standby.resume();
    await until(200);
    expect((await create("cancelled")).status).toBe(200);
    expect((await namesOf()).filter((name) => name === "cancelled")).toHaveLength(1);
  });

  test("loses and repeats nothing when the primary crashes under load and the standby is promoted", async () => {
    const before = await namesOf();
    const acknowledged: string[] = [];
    const crashed = new AbortController();
    const write = async (writer: number) => {
      for (let count = 0; count < 40; count += 1) {
        const name = `load-${writer}-${count}`;
        while ((await create(name)).status !== 200);
        acknowledged.push(name);
        if (acknowledged.length === ACKNOWLEDGED_BEFORE_CRASH) crashed.abort();
      }
    };
    const aborted = once(crashed.signal, "abort");
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await aborted;
    await primary.kill();
    await until(503);
    await standby.query("select pg_promote()");
    await until(200);
    await writing;
    const names = await namesOf();
    expect(acknowledged).toHaveLength(WRITERS * 40);
    expect(names.filter((name) => name.startsWith("load-")).sort()).toEqual([...acknowledged].sort());
    expect(names).toEqual(expect.arrayContaining(before));
  });
});
