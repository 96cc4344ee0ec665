import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { AccessGraph, escalations, leadsTo } from "../../src/access";
import { readAccess } from "../../src/client";
import { builtInRole } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { acme, alice, bind, deploy, owner, push, snapshotWith } from "./snapshots";

/** Each reported path is performed, and each that is not reported fails. */
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

let count = 0;
async function identity(trust: object, role = builtInRole("viewer").uid): Promise<string> {
  count += 1;
  const name = `identity-${count}`;
  const client = platform.client();
  const { uid } = await client.identities.create(platform.groupUid, { name, ...trust } as { name: string });
  await client.roleBindings.create(platform.groupUid, { identityUid: uid, roleUid: role });
  return uid;
}

const workload = (claims: object) => ({ claimMatch: { issuer: platform.issuer.issuer, ...claims } });
const trusting = (subject: string, more: object = {}) => ({
  claimMatch: { issuer: platform.authUrl, subject, ...more },
});

const now = () => new Date().toISOString();

async function pathsOf(from: string) {
  const graph = new AccessGraph(await readAccess(platform.client()));
  const tokens = { issuer: platform.authUrl, audience: platform.baseUrl };
  return escalations(graph, { tokens, from, now: now() });
}

/** Returns a token for the identity in exchange for another token; its error otherwise. */
async function exchange(token: string, identityUid: string): Promise<string> {
  const query = new URLSearchParams({ aud: platform.baseUrl, identity: identityUid });
  const response = await fetch(`${platform.authUrl}/sts/exchange?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { token: issued, message } = (await response.json()) as Readonly<Record<string, string>>;
  return issued ?? String(message);
}

const isToken = (text: string) => text.split(".").length === 3 && !text.includes(" ");

async function chainFrom(from: string, length: number, last: string): Promise<string[]> {
  const chain = [from];
  while (chain.length <= length)
    chain.push(await identity(trusting(chain.at(-1)!), chain.length === length ? last : undefined));
  return chain;
}

test("exchange: reports chains of identities that trust each other's tokens, up to the service's limit", async () => {
  const { uid: owner } = builtInRole("owner");
  const from = await identity(workload({ subject: "start" }));
  const chain = await chainFrom(from, 8, owner);
  const { paths } = await pathsOf(from);
  expect(paths).toMatchObject([{ to: chain.at(-1), gained: [{ group: platform.groupUid, isOwner: true }] }]);
  const [path] = paths;
  expect(path!.steps.map(({ kind, to }) => [kind, to])).toEqual(chain.slice(1).map((to) => ["exchange", to]));
  let token = await exchange(await platform.identityToken("start"), from);
  for (const { to } of path!.steps) token = await exchange(token, to);
  const groups = platform.client(token).groups;
  await groups.delete((await groups.create(platform.groupUid, { name: "mine" })).uid);

  const beyond = await identity(trusting(chain.at(-1)!), owner);
  expect((await pathsOf(from)).paths.map(({ to }) => to)).not.toContain(beyond);
  expect(await exchange(token, beyond)).toContain("the chain of exchanges would contain 9 other identities");
});

test.each([
  ["a pattern", { subjectPattern: "team-.*" }],
  ["a narrower pattern", { subjectPattern: "team-a-.*" }],
  ["a subject", { subject: "team-a-deploy" }],
  ["an audience that is accepted by default", { subject: "team-a-deploy", audience: "AUTH_URL" }],
])("sharedTokens: reports an identity that accepts all tokens of another one with %s", async (_name, claims) => {
  const wide = await identity(workload({ subjectPattern: "team-.*" }), builtInRole("editor").uid);
  const withUrl = JSON.parse(JSON.stringify(claims).replace("AUTH_URL", platform.authUrl));
  const from = await identity(workload(withUrl));
  const { paths } = await pathsOf(from);
  expect(paths).toContainEqual(
    expect.objectContaining({ to: wide, steps: [{ kind: "sharedTokens", from, to: wide }] }),
  );
  const token = await platform.identityToken("team-a-deploy");
  expect(isToken(await exchange(token, from))).toBe(true);
  expect(isToken(await exchange(token, wide))).toBe(true);
  await platform.client().identities.delete(wide);
});

test("sharedTokens: reports identities with the same static key, whose holder chooses the subject", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  const keys = (name: string) => {
    const issuerKeys = JSON.stringify({ keys: [{ ...jwk, alg: "ES256", kid: `key of ${name}` }] });
    return { staticKeys: { issuer: "https://keys.example.com", subject: name, issuerKeys } };
  };
  const [from, to] = [await identity(keys("one")), await identity(keys("other"), builtInRole("owner").uid)];
  expect((await pathsOf(from)).paths).toMatchObject([{ to, steps: [{ kind: "sharedTokens" }] }]);
  const token = await new SignJWT({ aud: platform.authUrl, sub: "other", iss: "https://keys.example.com" })
    .setProtectedHeader({ alg: "ES256", kid: "key of other" })
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(privateKey);
  expect(isToken(await exchange(token, to))).toBe(true);
});

const holdsFor = (claim: string) => ({ claims: { [claim]: claim === "iss" ? platform.issuer.issuer : "implied-one" } });

test.each([
  ["a pattern that matches the default audiences", () => ({ subject: "implied-one", audiencePattern: ".*" })],
  ["a required issuer", () => ({ subjectPattern: "implied-.*", ...holdsFor("iss") })],
  ["a required subject", () => ({ subjectPattern: "implied-.*", ...holdsFor("sub") })],
  ["a claim pattern for the subject", () => ({ subject: "implied-one", claimPatterns: { sub: "implied-.*" } })],
])("sharedTokens: reports an identity with %s, which all tokens of another one meet", async (_name, claims) => {
  const from = await identity(workload({ subject: "implied-one" }));
  const to = await identity(workload(claims()), builtInRole("owner").uid);
  const token = await platform.identityToken("implied-one");
  expect(isToken(await exchange(token, from))).toBe(true);
  expect(isToken(await exchange(token, to))).toBe(true);
  expect((await pathsOf(from)).paths).toMatchObject([{ to, steps: [{ kind: "sharedTokens" }] }]);
  await Promise.all([from, to].map((each) => platform.client().identities.delete(each)));
});

test("sharedTokens: reports paths that depend on default audiences as possible if these are unknown", async () => {
  const from = await identity(workload({ subject: "unknown-audience" }));
  const to = await identity(
    workload({ subject: "unknown-audience", audiencePattern: "https://service[.]example[.]com" }),
    builtInRole("owner").uid,
  );
  const graph = new AccessGraph(await readAccess(platform.client()));
  const condition = "the audiences that the service accepts by default are accepted by both";
  const { paths } = escalations(graph, { from, now: now() });
  expect(paths).toMatchObject([{ to, steps: [{ kind: "sharedTokens", condition }] }]);
  expect((await pathsOf(from)).paths).toEqual([]);
});

test("does not report identities that reject the tokens", async () => {
  const from = await identity(workload({ subject: "rejected" }));
  const own = await exchange(await platform.identityToken("rejected"), from);
  const { uid: owner } = builtInRole("owner");
  const others = [
    await identity(workload({ subject: "rejected", claims: { environment: "prod" } }), owner),
    await identity(workload({ subject: "rejected", audience: "https://other.example.com" }), owner),
    await identity(workload({ subject: "rejected", audiencePattern: "https://.*[.]example[.]com" }), owner),
    await identity(workload({ subjectPattern: "rejected.*", claims: { iss: "https://other.example.com" } }), owner),
    await identity({ ...trusting(from), disabled: true }, owner),
    await identity(trusting(from, { claims: { environment: "prod" } }), owner),
    await identity(trusting(from, { audience: "https://other.example.com" }), owner),
    await identity({ claimMatch: { issuer: platform.authUrl, subjectPattern: ".*" } }, owner),
  ];
  expect((await pathsOf(from)).paths).toEqual([]);
  for (const each of others)
    for (const token of [own, await platform.identityToken("rejected")])
      expect(isToken(await exchange(token, each))).toBe(false);
});

test("reports what else a token must have, and whom it cannot see", async () => {
  const from = await identity(workload({ subject: "conditional" }));
  const to = await identity(trusting(from, { claims: { idp: "x" } }), builtInRole("owner").uid);
  const stranger = await identity(trusting(`${"f".repeat(40)}/${"1".repeat(16)}`));
  const { paths, unknown } = await pathsOf(from);
  expect(paths).toMatchObject([{ to, steps: [{ condition: "the token has the claim idp that it requires" }] }]);
  expect(unknown).toEqual([
    {
      identity: stranger,
      reason: `it trusts tokens of identity ${"f".repeat(40)}/${"1".repeat(16)}, which belongs to another organization`,
    },
  ]);
});

describe("leadsTo", () => {
  const payments = `${acme}/${"1".repeat(16)}`;
  const graph = new AccessGraph(snapshotWith([bind(alice, owner, acme), bind(deploy, push, payments)]));
  const [path] = escalations(graph, { now: now() }).paths.filter(({ from }) => from === deploy);

  test.each([
    [{}, true],
    [{ owner: true }, true],
    [{ identity: alice }, true],
    [{ identity: deploy }, false],
    [{ capability: "tag.create" }, true],
    [{ capability: "tag.create", group: acme }, true],
    // What the identity has there already.
    [{ capability: "tag.create", group: payments }, false],
    [{ capability: "groups.delete", group: payments }, true],
    [{ owner: true, group: payments }, true],
  ])("%j: %j", (target, expected) => {
    expect(leadsTo(graph, path!, target)).toBe(expected);
  });
});
