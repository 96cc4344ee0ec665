import { startPlatform, type TestPlatform } from "../../../../src/testing";

/** Exchanges over HTTP with a real issuer, for identities created through the API. */
let platform: TestPlatform;
let later = 0;
beforeAll(async () => {
  platform = await startPlatform({ clock: () => Date.now() + later });
});
afterAll(() => platform.close());

interface Asked {
  readonly token: string;
  readonly aud?: string;
  readonly identity?: string;
  readonly method?: "GET" | "POST";
}

async function exchange({ token, aud = platform.baseUrl, identity, method = "GET" }: Asked) {
  const parameters = new URLSearchParams({ aud, ...(identity ? { identity } : {}) });
  const headers = { authorization: `Bearer ${token}` };
  const url = `${platform.authUrl}/sts/exchange`;
  const response = await (method === "GET"
    ? fetch(`${url}?${parameters}`, { headers })
    : fetch(url, { method, headers, body: parameters }));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const identityFor = async (subject: string, further: { audience?: string; issuer?: string } = {}) => {
  const claimMatch = { issuer: platform.issuer.issuer, subject, ...further };
  return (await platform.client().identities.create(platform.groupUid, { name: "workload", claimMatch })).uid;
};

test.each(["GET", "POST"] as const)("returns an API token for %s", async (method) => {
  const { status, body } = await exchange({
    method,
    token: await platform.identityToken(platform.subject),
    identity: platform.identityUid,
  });
  expect({ status, names: Object.keys(body) }).toEqual({ status: 200, names: ["token", "expiry"] });
  const client = platform.client(String(body.token));
  await expect(client.groups.get(platform.groupUid)).resolves.toHaveProperty("uid", platform.groupUid);
});

test("sets the identity's lastSeenTime, which is its createTime before", async () => {
  const client = platform.client();
  const uid = await identityFor("seen");
  const before = await client.identities.get(uid);
  expect(before.lastSeenTime).toBe(before.createTime);
  later += 1000;
  await exchange({ token: await platform.identityToken("seen"), identity: uid });
  await platform.platform.lastSeen.flush();
  const after = await client.identities.get(uid);
  expect(Date.parse(after.lastSeenTime)).toBeGreaterThanOrEqual(Date.parse(before.createTime) + 1000);
  expect(after.updateTime).toBe(before.updateTime);
});

test("sets the lastSeenTime of an identity for which an operator creates a token", async () => {
  const uid = await identityFor("operated");
  const { createTime } = await platform.client().identities.get(uid);
  later += 1000;
  await platform.platform.tokens.mint({ identityUid: uid });
  await platform.platform.lastSeen.flush();
  const { lastSeenTime } = await platform.client().identities.get(uid);
  expect(Date.parse(lastSeenTime)).toBeGreaterThanOrEqual(Date.parse(createTime) + 1000);
});

const unverified = /^Unauthenticated: the identity token cannot be verified for identity /;
const cases: readonly [string, () => Promise<Asked>, number, number, RegExp][] = [
  [
    "wrong issuer",
    async () => ({
      token: await platform.identityToken("a"),
      identity: await identityFor("a", { issuer: "https://issuer.example.com" }),
    }),
    401,
    16,
    unverified,
  ],
  [
    "unknown identity",
    async () => ({ token: await platform.identityToken("b"), identity: `${platform.groupUid}/${"0".repeat(16)}` }),
    401,
    16,
    unverified,
  ],
  [
    "wrong key",
    async () => ({
      token: await platform.issuer.sign({ sub: "c", aud: platform.authUrl }, { key: "forged" }),
      identity: await identityFor("c"),
    }),
    401,
    16,
    unverified,
  ],
  [
    "expired token",
    async () => ({
      token: await platform.issuer.sign({ sub: "d", aud: platform.authUrl }, { expiresIn: -61 }),
      identity: await identityFor("d"),
    }),
    401,
    16,
    /^Unauthenticated: the identity token has expired$/,
  ],
  [
    "wrong subject",
    async () => ({ token: await platform.identityToken("e"), identity: await identityFor("f") }),
    403,
    7,
    /^Permission denied: the identity token's claim sub does not match what identity .* requires; the token has "e"$/,
  ],
  [
    "wrong audience of the identity token",
    async () => ({ token: await platform.identityToken("g"), identity: await identityFor("g", { audience: "sts" }) }),
    403,
    7,
    /^Permission denied: the identity token's claim aud does not match what identity .* requires; the token has "http:[^"]*"$/,
  ],
  [
    "wrong audience asked for",
    async () => ({ token: await platform.identityToken("h"), identity: await identityFor("h"), aud: "https://else" }),
    400,
    3,
    /^Invalid argument: aud: aud must be http:/,
  ],
];

test.each(cases)("rejects %s with a structured error", async (_, ask, status, code, message) => {
  const answer = await exchange(await ask());
  expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(message) } });
  expect(answer.body.details).toContainEqual(
    expect.objectContaining({ "@type": "type.googleapis.com/google.rpc.ErrorInfo" }),
  );
});

test("rejects a token without an identity that fits several, without naming them", async () => {
  const [one, other] = [await identityFor("twin"), await identityFor("twin")];
  const { status, body } = await exchange({ token: await platform.identityToken("twin") });
  expect(status).toBe(400);
  expect(body.message).toBe(
    "Invalid argument: identity: identity is required: several identities accept the token; set it to the uid of the identity to assume, or delete or change the other identities",
  );
  for (const uid of [one, other]) expect(JSON.stringify(body)).not.toContain(uid);
});

test("accepts a token with a rotated key immediately, and rejects one with the removed key", async () => {
  const identity = await identityFor("rotated");
  const before = await platform.identityToken("rotated");
  expect((await exchange({ token: before, identity })).status).toBe(200);
  await platform.issuer.rotate();
  expect((await exchange({ token: await platform.identityToken("rotated"), identity })).status).toBe(200);
  expect((await exchange({ token: before, identity })).status).toBe(401);
});

test("returns a retryable error while the issuer is unavailable", async () => {
  const issuer = "http://127.0.0.1:1";
  const token = await platform.issuer.sign({ sub: "down", aud: platform.authUrl, iss: issuer });
  const answer = await exchange({ token, identity: await identityFor("down", { issuer }) });
  expect(answer).toMatchObject({
    status: 503,
    body: {
      code: 14,
      message: `Unavailable: the identity token cannot be verified now: ${issuer}/.well-known/openid-configuration could not be fetched: ECONNREFUSED`,
      details: expect.arrayContaining([{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "5s" }]),
    },
  });
});

test("rejects tokens of a deleted identity", async () => {
  const uid = await identityFor("short-lived");
  const { body } = await exchange({ token: await platform.identityToken("short-lived"), identity: uid });
  await platform.client().identities.delete(uid);
  await expect(platform.client(String(body.token)).groups.page({})).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: "Unauthenticated: the token's identity no longer exists",
  });
});

test("publishes discovery and keys at auth_url, which verify the tokens", async () => {
  const discovery = await (await fetch(`${platform.authUrl}/.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({ issuer: platform.authUrl, jwks_uri: `${platform.authUrl}/.well-known/jwks.json` });
  const jwks = await (await fetch((discovery as { jwks_uri: string }).jwks_uri)).json();
  expect(jwks).toMatchObject({ keys: [{ kty: "EC", crv: "P-256", alg: "ES256" }] });
});
