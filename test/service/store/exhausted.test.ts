import { Client } from "pg";
import { openPlatform, type RunningService, startService } from "../../../src/service";
import { describeWith, freshDatabase } from "../../engines";

describeWith(["postgresql"], "a PostgreSQL that has no connection left", () => {
  let admin: Client;
  let service: RunningService;
  let token: string;
  let name: string;
  let groupUid: string;
  const logged: Readonly<Record<string, unknown>>[] = [];
  beforeAll(async () => {
    const url = await freshDatabase();
    admin = new Client({ connectionString: url });
    await admin.connect();
    name = new URL(url).pathname.slice(1);
    // The limit does not apply to superusers.
    await admin.query(
      `drop role if exists guest_${name}; create role guest_${name} login; grant all on schema public to guest_${name}`,
    );
    const data = url.replace("platform@", `guest_${name}@`);
    const platform = await openPlatform({ data });
    const made = await platform.createOrganization({ name: "acme" });
    groupUid = made.groupUid;
    await platform.close();
    service = await startService({ data, log: (entry) => logged.push(entry) });
    token = await service.platform.tokens.mint({ identityUid: made.identityUid });
  });
  afterAll(async () => {
    await service.close();
    await admin.end();
  });

  const readiness = async () => {
    const answer = await fetch(`${service.baseUrl}/readyz`);
    return [answer.status, (await answer.json()) as { readonly warnings?: readonly string[] }] as const;
  };
  /** Returns the statuses and messages of many concurrent writes. */
  const writes = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const answer = await fetch(`${service.baseUrl}/iam/v2beta1/identities/${groupUid}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({
            name: `identity ${index}`,
            claimMatch: { issuer: "https://a.example", subject: "s" },
          }),
        });
        return { status: answer.status, message: ((await answer.json()) as { message?: string }).message };
      }),
    );

  test("causes a readiness warning, and an error with the database's reason", async () => {
    expect(await readiness()).toEqual([200, { status: "ok" }]);
    await admin.query(`alter database ${name} connection limit 4`);
    const answers = await writes(40);
    const failed = answers.filter(({ status }) => status === 503);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ message }) => message))).toEqual(
      new Set(["Unavailable: the database cannot serve the request (it has too many clients already, 53300)"]),
    );
    const failures = logged.filter(({ event, sqlstate }) => event === "request failed" && sqlstate === "53300");
    expect(failures.length).toBeGreaterThan(0);
    for (const { cause } of failures) expect(cause).toMatch(/^\S+: it has too many clients already, 53300$/);
    const [status, { warnings }] = await readiness();
    expect([status, warnings]).toEqual([
      200,
      expect.arrayContaining([
        "the database has no free connections (53300); increase max_connections, or run fewer nodes or clients",
      ]),
    ]);

    await admin.query(`alter database ${name} connection limit 50`);
    expect((await writes(40)).filter(({ status }) => status === 503)).toEqual([]);
    // The audit job catches up within a second or two.
    const until = Date.now() + 10_000;
    while ((await readiness())[1].warnings && Date.now() < until) await new Promise((next) => setTimeout(next, 100));
    expect(await readiness()).toEqual([200, { status: "ok" }]);
  });
});
