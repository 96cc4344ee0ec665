import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtInRole } from "../../../../src/model";
import { AuditSink } from "../../../../src/service/core/audit";
import { AuditBuffer } from "../../../../src/service/core/audit/buffer";
import { type AuditEvent, audit } from "../../../../src/service/store";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
  });
  afterAll(() => platform.close());

  const exchange = (token: string, query: Record<string, string> = {}) =>
    fetch(`${platform.authUrl}/sts/exchange?${new URLSearchParams({ aud: platform.baseUrl, ...query })}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "x-request-id": "request-of-exchange" },
    });
  const events = async (client = platform.client(), query = {}) => (await client.auditEvents.page(query)).items;
  const identity = async (name: string, role?: string) => {
    const client = platform.client();
    const claimMatch = { issuer: "https://issuer.example.com", subject: name };
    const { uid } = await client.identities.create(platform.groupUid, { name, claimMatch });
    if (role) await client.roleBindings.create(platform.groupUid, { identityUid: uid, roleUid: role });
    return uid;
  };

  test("an exchange event names both subjects, the token's id and the address, and contains no token", async () => {
    const presented = await platform.identityToken(platform.subject);
    const answer = await exchange(presented, { identity: platform.identityUid, cap: "groups.list" });
    expect(answer.status).toBe(200);
    const { token } = (await answer.json()) as { token: string };
    const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { jti: string };
    const [event] = await events(undefined, { action: "token.exchange", actor: platform.identityUid });
    expect(event).toMatchObject({
      outcome: "OK",
      actor: platform.identityUid,
      resourceType: "Identity",
      resource: platform.identityUid,
      issuer: platform.issuer.issuer,
      subject: platform.subject,
      tokenId: claims.jti,
      capabilities: ["groups.list"],
      address: "127.0.0.1",
      requestId: "request-of-exchange",
    });
    // The token's actions have its id.
    await fetch(`${platform.baseUrl}/iam/v2beta1/groups/${platform.groupUid}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "denied" }),
    });
    const [denied] = await events(undefined, { action: "create", actor: platform.identityUid });
    expect(denied).toMatchObject({ outcome: "PERMISSION_DENIED", tokenId: claims.jti, resource: platform.groupUid });
    const all = JSON.stringify(await audit.read(platform.platform.store.db, { limit: 1000 }));
    for (const secret of [presented, token, platform.token]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(secret.split(".")[2]);
    }
  });

  test("a failed exchange belongs to the organization of an existing identity, or to none", async () => {
    const forged = await platform.identityToken("somebody else");
    expect((await exchange(forged, { identity: platform.identityUid })).status).toBe(403);
    const unknown = `${platform.groupUid}/${"0".repeat(16)}`;
    expect((await exchange(forged, { identity: unknown })).status).toBe(401);
    const refused = (await events(undefined, { action: "token.exchange" })).filter(({ outcome }) => outcome !== "OK");
    expect(refused).toEqual([
      expect.objectContaining({
        outcome: "PERMISSION_DENIED",
        resource: platform.identityUid,
        subject: "somebody else",
        actor: "",
      }),
    ]);
    const stored = await audit.read(platform.platform.store.db, { limit: 1000 });
    expect(stored.find(({ values }) => values?.identity === unknown)).not.toHaveProperty("resource");
  });

  test("many failures become a few events that count all of them", async () => {
    const forged = await platform.identityToken("flooder");
    await platform.platform.audit.flush();
    await Promise.all(Array.from({ length: 60 }, () => exchange(forged, { identity: platform.identityUid })));
    const refused = (await events(undefined, { action: "token.exchange", pageSize: 200 })).filter(
      ({ subject }) => subject === "flooder",
    );
    expect(refused.length).toBeLessThan(30);
    const total = refused.reduce((sum, { count }) => sum + Number(count), 0);
    expect(total).toBe(60);
    const [single] = await events(undefined, { action: "create", pageSize: 1 });
    expect(single).toMatchObject({ count: "1" });
  });

  test("among the built-in roles only owners list events, below where they have the capability", async () => {
    for (const name of ["viewer", "editor"] as const) {
      const client = platform.client(await platform.tokenFor(await identity(name, builtInRole(name).uid)));
      expect(await client.auditEvents.page({})).toMatchObject({ items: [], totalCount: 0 });
    }
    const owner = platform.client();
    const team = await owner.groups.create(platform.groupUid, { name: "team" });
    const inner = await owner.groups.create(team.uid, { name: "inner" });
    const lead = await identity("lead");
    await owner.roleBindings.create(team.uid, { identityUid: lead, roleUid: builtInRole("owner").uid });
    const listed = await events(platform.client(await platform.tokenFor(lead)));
    expect(listed.map(({ resource }) => resource).filter((uid) => !uid.startsWith(team.uid))).toEqual([]);
    expect(listed.map(({ resource }) => resource)).toEqual(expect.arrayContaining([team.uid, inner.uid]));
    const [first] = await events(owner, { orderBy: "createTime asc", pageSize: 1 });
    const newest = await owner.auditEvents.page({ pageSize: 1 });
    expect(newest.items[0]!.createTime > first!.createTime).toBe(true);
    expect(newest.nextPageToken).toBeDefined();
    const { items } = await owner.auditEvents.page({ resource: inner.uid });
    expect(items.map(({ action, resource }) => [action, resource])).toEqual([["create", inner.uid]]);
    const pages: string[] = [];
    for await (const { uid } of owner.auditEvents.list({ pageSize: 3, endTime: newest.items[0]!.createTime }))
      pages.push(uid);
    expect(new Set(pages).size).toBe(pages.length);
    expect((await owner.auditEvents.page({ startTime: "2100-01-01T00:00:00Z" })).totalCount).toBe(0);
  });

  test("a denied preview is audited separately from a denied deletion", async () => {
    const curious = await identity("curious", builtInRole("viewer").uid);
    const client = platform.client(await platform.tokenFor(curious));
    const { uid } = await platform.client().groups.create(platform.groupUid, { name: "previewed" });
    await expect(client.groups.previewDelete(uid)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(client.groups.delete(uid)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const found = await events(undefined, { resource: uid, actor: curious, action: "delete" });
    expect(found.map(({ outcome, values, count }) => [outcome, values, count])).toEqual(
      expect.arrayContaining([
        ["PERMISSION_DENIED", { validateOnly: "true" }, "1"],
        ["PERMISSION_DENIED", {}, "1"],
      ]),
    );
    expect(found).toHaveLength(2);
  });

  test("operators' tokens and keys are audited", async () => {
    await platform.tokenFor(platform.identityUid);
    await platform.platform.tokens.rotateKeys();
    const stored = await audit.read(platform.platform.store.db, { limit: 1000 });
    const of = (action: string) => stored.findLast((event) => event.action === action);
    expect(of("token.mint")).toMatchObject({
      actor: "operator",
      resource: platform.identityUid,
      tokenId: expect.any(String),
    });
    expect(of("signing_key.rotate")).toMatchObject({ actor: "operator", values: { revoke: false } });
    expect(of("signing_key.create")).toMatchObject({ actor: "service", values: { kid: expect.any(String) } });
  });

  test("a sink writes every event once, in order, resumes, and reports failures", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "platform-"));
    const target = path.join(directory, "audit.jsonl");
    const { store, audit: log } = platform.platform;
    const logged: string[] = [];
    const open = (file = target) =>
      new AuditSink({ target: file, db: store.db, log: ({ event }) => logged.push(event) });
    const sequences = (file: string) =>
      readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { sequence: number }).sequence);
    await log.seal();
    const first = open();
    await first.drain();
    const before = sequences(target);
    expect(before).toEqual(before.map((_, index) => index + 1));
    expect(statSync(target).mode & 0o777).toBe(0o600);
    renameSync(target, `${target}.1`);
    await first.reopen();
    await log.write({ action: "token.mint", outcome: "OK", actor: "operator" });
    await log.seal();
    await first.close();
    // As after a full disk, in the middle of an event beyond the stored position.
    appendFileSync(target, '{"sequence": 9');
    const second = open();
    await log.write({ action: "token.mint", outcome: "OK", actor: "operator" });
    await log.seal();
    await second.close();
    const all = [...sequences(`${target}.1`), ...sequences(target)];
    expect(all).toEqual(all.map((_, index) => index + 1));
    expect(all.length).toBeGreaterThan(before.length + 1);
    const broken = open(path.join(directory, "missing", "audit.jsonl"));
    await broken.drain();
    expect(broken.problem).toMatch(/ENOENT/);
    expect(logged).toEqual(["failed to write to the audit sink"]);
    rmSync(directory, { recursive: true });
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));

test("the buffer is bounded, and counts all failures", () => {
  const buffer = new AuditBuffer();
  const refuse = (address: string, subject: string) =>
    buffer.add({
      createTime: "",
      action: "token.exchange",
      outcome: "UNAUTHENTICATED",
      actor: "",
      address,
      subject,
    } as AuditEvent);
  for (let index = 0; index < 5000; index += 1) refuse(`192.0.2.${index % 250}`, `subject ${index}`);
  expect(buffer.size).toBeLessThanOrEqual(202);
  const taken = buffer.take();
  expect(taken.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(5000);
  expect(buffer.size).toBe(0);
});
