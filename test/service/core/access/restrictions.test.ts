import { builtInRole } from "../../../../src/model";
import { startPlatform, type TestPlatform } from "../../../../src/testing";

/** Restricted tokens, exchanged and used over HTTP. */
const REGISTRY = "registry.example.com";
const VIEWER = builtInRole("viewer").uid;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ registryHost: REGISTRY });
});
afterAll(() => platform.close());

type Parameters = Readonly<Record<string, string | readonly string[]>>;

async function exchange(token: string, parameters: Parameters) {
  const query = new URLSearchParams(
    Object.entries({ aud: platform.baseUrl, ...parameters }).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  );
  const response = await fetch(`${platform.authUrl}/sts/exchange?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const restricted = async (parameters: Parameters, token?: string) =>
  (await exchange(token ?? (await platform.identityToken(platform.subject)), parameters)).body.token!;

async function whoAmI(token: string) {
  const response = await fetch(`${platform.baseUrl}/auth/v1/ok`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

const denied = { code: "PERMISSION_DENIED" };

test("a token with one capability has only that one", async () => {
  const client = platform.client(await restricted({ cap: "groups.list" }));
  await expect(client.groups.get(platform.groupUid)).resolves.toHaveProperty("name", "example");
  await expect(client.groups.create(platform.groupUid, { name: "team" })).rejects.toMatchObject(denied);
  expect((await client.identities.page({})).totalCount).toBe(0);
});

test("requesting a capability that the identity lacks does not grant it", async () => {
  const viewer = await platform.client().identities.create(platform.groupUid, {
    name: "nobody",
    claimMatch: { issuer: platform.issuer.issuer, subject: "nobody" },
  });
  const token = await restricted({ cap: "groups.create" }, await platform.identityToken("nobody"));
  await expect(platform.client(token).groups.create(platform.groupUid, { name: "team" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect((await whoAmI(token)).body).toMatchObject({ identity: { uid: viewer.uid } });
});

test("a token for one group is valid only in and below it", async () => {
  const team = await platform.client().groups.create(platform.groupUid, { name: "team" });
  const client = platform.client(await restricted({ scope: team.uid }));
  const below = await client.groups.create(team.uid, { name: "below" });
  expect((await client.groups.page({})).items.map(({ uid }) => uid)).toEqual([team.uid, below.uid]);
  await expect(client.groups.get(platform.groupUid)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("exchanging a restricted token neither widens nor extends it", async () => {
  const token = await restricted({ cap: ["groups.list", "repo.list"] });
  const before = (await whoAmI(token)).body;
  const attempts: Parameters[] = [{}, { cap: ["groups.list", "groups.create", "repo.list"] }];
  for (const parameters of attempts) {
    const again = await restricted(parameters, token);
    expect((await whoAmI(again)).body).toEqual(before);
    await expect(platform.client(again).groups.create(platform.groupUid, { name: "x" })).rejects.toMatchObject(denied);
  }
  expect((await whoAmI(await restricted({ cap: "repo.create" }, token))).body).toMatchObject({ capabilities: [] });
});

test("a token is restricted to at most a hundred groups", async () => {
  const token = await platform.identityToken(platform.subject);
  const statusOf = async (count: number) =>
    (await exchange(token, { scope: Array.from({ length: count }, () => platform.groupUid) })).status;
  expect([await statusOf(100), await statusOf(101)]).toEqual([200, 400]);
});

test.each<Parameters>([{ cap: "groups.list" }, { scope: "0".repeat(40) }])(
  "a token restricted to %j does not gain permissions through an invite",
  async (parameters) => {
    const { groups, groupInvites } = platform.client();
    const { uid } = await groups.create(platform.groupUid, { name: "joined" });
    const { code } = await groupInvites.create(uid, { roleUid: VIEWER, ttl: "3600s" });
    const register = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify({ code }) };
      return (await fetch(`${platform.authUrl}/auth/v1/register`, request)).status;
    };
    expect(await register(await restricted(parameters))).toBe(403);
    expect(await register(await restricted({}))).toBe(200);
  },
);

test("assuming another identity keeps the token's restrictions", async () => {
  const claimMatch = { issuer: platform.authUrl, subject: platform.identityUid };
  const { uid } = await platform.client().identities.create(platform.groupUid, { name: "assumable", claimMatch });
  const token = await restricted({ cap: "groups.list" });
  const assumed = await restricted({ identity: uid }, token);
  expect((await whoAmI(assumed)).body).toMatchObject({ identity: { uid }, capabilities: ["groups.list"] });
  const stranger = await exchange(assumed, { identity: platform.identityUid });
  expect(stranger).toMatchObject({ status: 401, body: { code: 16 } });
});

test("a token for only the registry is rejected elsewhere; one for both is accepted", async () => {
  const both = await restricted({ aud: [platform.baseUrl, REGISTRY] });
  const registry = await restricted({ aud: REGISTRY }, both);
  const { tokens } = platform.platform;
  await expect(tokens.verify(registry, REGISTRY)).resolves.toMatchObject({ audiences: [REGISTRY] });
  await expect(tokens.verify(both, REGISTRY)).resolves.toMatchObject({ identityUid: platform.identityUid });
  const refusal = `Unauthenticated: the token does not have the audience ${platform.baseUrl}`;
  expect(await whoAmI(registry)).toMatchObject({ status: 401, body: { message: refusal } });
  expect(await exchange(registry, {})).toMatchObject({ status: 401, body: { message: refusal } });
  expect(await exchange(both, { aud: "else.example.com" })).toMatchObject({
    status: 400,
    body: { message: `Invalid argument: aud: aud must be ${platform.baseUrl} or ${REGISTRY}` },
  });
});

test("rejects a token of this service's issuer signed by another", async () => {
  const token = await platform.issuer.sign({
    iss: platform.authUrl,
    sub: platform.identityUid,
    aud: platform.baseUrl,
  });
  expect(await exchange(token, {})).toMatchObject({
    status: 401,
    body: { message: "Unauthenticated: the token was not signed by this service" },
  });
});

test("tells the bearer of a valid token who they are, and others nothing", async () => {
  const { status, body } = await whoAmI(await restricted({}));
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      identity: {
        uid: platform.identityUid,
        name: "owner",
        description: "The first owner of the organization.",
        email: "",
      },
      audiences: [platform.baseUrl],
      expiry: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  });
  expect((await whoAmI("nonsense")).status).toBe(401);
  expect((await fetch(`${platform.baseUrl}/auth/v1/ok`)).status).toBe(401);
});
