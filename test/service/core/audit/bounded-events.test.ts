import { type AuditEvent, audit, boundedAuditEvent } from "../../../../src/service/store";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
  });
  afterAll(() => platform.close());

  const exchange = (token: string, parameters: readonly (readonly [string, string])[]) =>
    fetch(`${platform.authUrl}/sts/exchange`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams([["aud", platform.baseUrl], ...parameters.map(([...each]): [string, string] => each)]),
    });
  const newEvents = async () => {
    const { store, audit: events } = platform.platform;
    await events.flush();
    return audit.read(store.db, { limit: 1000 });
  };

  test("records no text in place of an identity provider's uid", async () => {
    const long = "x".repeat(100_000);
    for (const provider of [platform.token, long])
      expect((await exchange("not a token".replaceAll(" ", "-"), [["identity_provider", provider]])).status).toBe(400);
    const stored = JSON.stringify(await newEvents());
    expect(stored).toContain("token.exchange");
    expect(stored).not.toContain(platform.token.split(".")[1]);
    expect(stored).not.toContain("x".repeat(257));
  });

  test("records no text in place of the uid in a denied write", async () => {
    const { uid } = await platform.client().identities.create(platform.groupUid, {
      name: "without a role",
      claimMatch: { issuer: "https://issuer.example.com", subject: "nobody" },
    });
    const parent = "y".repeat(100_000);
    await fetch(`${platform.baseUrl}/iam/v2beta1/roleBindings:batchCreate`, {
      method: "POST",
      headers: { authorization: `Bearer ${await platform.tokenFor(uid)}`, "content-type": "application/json" },
      body: JSON.stringify({ parent, roleBindings: [] }),
    });
    expect(JSON.stringify(await newEvents())).not.toContain("y".repeat(257));
  });

  test("lists the first groups that a token is restricted to, and their number", async () => {
    const groups = Array.from({ length: 100 }, (_, at) => `${platform.groupUid}/${String(at).padStart(16, "0")}`);
    const restricted = await exchange(
      platform.token,
      groups.map((group) => ["scope", group] as const),
    );
    expect(restricted.status).toBe(200);
    const event = (await newEvents()).findLast(({ narrowing }) => narrowing?.groups);
    expect(event).toMatchObject({
      action: "token.exchange",
      narrowing: { groups: groups.slice(0, 10) },
      values: { groupCount: 100 },
    });
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));

const event: AuditEvent = {
  createTime: "2030-01-01T00:00:00.000Z",
  action: "token.exchange",
  outcome: "OK",
  actor: "",
};

test("limits an event to 4 KB, whichever members are long", () => {
  const long = "z".repeat(10_000);
  const group = Array(40).fill("0123456789abcdef").join("/");
  const texts = {
    reason: long,
    actor: long,
    resource: long,
    issuer: long,
    subject: long,
    tokenId: long,
    requestId: long,
  };
  const bounded = boundedAuditEvent({
    ...event,
    ...texts,
    values: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, long])),
    narrowing: { groups: Array(100).fill(group) },
  });
  expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(4096);
  expect(bounded).not.toHaveProperty("resource");
  expect(bounded).toMatchObject({ values: { groupCount: 100 }, narrowing: { groups: [] } });
});

test("keeps the values of a successful write complete", () => {
  const write: AuditEvent = {
    ...event,
    action: "update",
    fields: ["description"],
    values: { description: "d".repeat(9000) },
  };
  expect(boundedAuditEvent(write)).toEqual(write);
});
