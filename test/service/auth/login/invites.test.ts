import { builtInRole } from "../../../../src/model";
import type { RedeemedInvite } from "../../../../src/service/auth/login";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { post } from "./browser";

/** People join a group with an invite's code and a token that proves their identity. */
const viewer = builtInRole("viewer").uid;

let platform: TestPlatform;
let later = 0;
beforeAll(async () => {
  platform = await startPlatform({ clock: () => Date.now() + later });
});
afterAll(() => platform.close());
beforeEach(() => {
  later = 0;
});

async function inviteWith(further: { email?: string; singleUse?: boolean } = {}) {
  const { uid: groupUid } = await platform.client().groups.create(platform.groupUid, { name: "team" });
  const body = { roleUid: viewer, ttl: "3600s", ...further };
  const { uid, code } = await platform.client().groupInvites.create(groupUid, body);
  return { uid, groupUid, code: code! };
}

const register = (code: string, token: string) =>
  post<RedeemedInvite & { message: string }>(`${platform.authUrl}/auth/v1/register`, { code }, token);

const badCode = {
  status: 400,
  body: { message: "Invalid argument: code: code is unknown, already used or expired" },
};

/** Returns an API token of the resulting identity. */
async function exchanged(token: string, identity: string) {
  const { body } = await post<{ token: string }>(
    `${platform.authUrl}/sts/exchange`,
    { aud: platform.baseUrl, identity },
    token,
  );
  return platform.client(body.token);
}

test("creates an identity with the role, in that group only", async () => {
  const { code, groupUid } = await inviteWith();
  const token = await platform.identityToken("newcomer");
  const { status, body } = await register(code, token);
  expect({ status, body }).toEqual({
    status: 200,
    body: { identityUid: expect.stringContaining(`${groupUid}/`), groupUid, roleUid: viewer },
  });
  const client = await exchanged(token, body.identityUid);
  await expect(client.groups.get(groupUid)).resolves.toHaveProperty("name", "team");
  await expect(client.groups.get(platform.groupUid)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("creates no second identity when a person reuses an invite", async () => {
  const { code } = await inviteWith();
  const token = await platform.identityToken("again");
  const [first, second] = [await register(code, token), await register(code, token)];
  expect(second).toEqual(first);
  expect((await register(code, await platform.identityToken("another"))).body.identityUid).not.toBe(
    first.body.identityUid,
  );
});

test("makes temporary access permanent, and keeps it then", async () => {
  const { code, groupUid } = await inviteWith();
  const token = await platform.identityToken("temporary");
  const claimMatch = { issuer: platform.issuer.issuer, subject: "temporary" };
  const client = platform.client();
  const { uid: identityUid } = await client.identities.create(groupUid, { name: "temporary", claimMatch });
  const expirationTime = new Date(Date.now() + 60_000).toISOString();
  const binding = await client.roleBindings.create(groupUid, { identityUid, roleUid: viewer, expirationTime });
  expect((await register(code, token)).status).toBe(200);
  const permanent = await client.roleBindings.get(binding.uid);
  expect(permanent.expirationTime ?? null).toBeNull();
  expect((await register(code, token)).status).toBe(200);
  expect(await client.roleBindings.get(binding.uid)).toEqual(permanent);
  later = 120_000;
  await expect((await exchanged(token, identityUid)).groups.get(groupUid)).resolves.toHaveProperty("name", "team");
});

test("accepts a single-use invite once among concurrent requests", async () => {
  const { code, uid } = await inviteWith({ singleUse: true });
  const tokens = await Promise.all(["one", "two", "three"].map((subject) => platform.identityToken(subject)));
  const statuses = await Promise.all(tokens.map(async (token) => (await register(code, token)).status));
  expect(statuses.sort()).toEqual([200, 400, 400]);
  await expect(platform.client().groupInvites.get(uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("lets an identity of the organization join as itself", async () => {
  const claimMatch = { issuer: platform.issuer.issuer, subject: "member" };
  const member = await platform.client().identities.create(platform.groupUid, { name: "member", claimMatch });
  const { code } = await inviteWith();
  const { body } = await register(code, await platform.platform.tokens.issue(forApi(member.uid)).then(tokenOf));
  expect(body.identityUid).toBe(member.uid);
});

test("creates an identity that tokens of another organization's identity assume", async () => {
  const other = await platform.platform.createOrganization({ name: "other" });
  const token = await platform.platform.tokens.issue(forApi(other.identityUid)).then(tokenOf);
  const { code, groupUid } = await inviteWith();
  const { body } = await register(code, token);
  expect(body.identityUid).toContain(`${groupUid}/`);
  const client = await exchanged(token, body.identityUid);
  await expect(client.groups.get(groupUid)).resolves.toHaveProperty("name", "team");
});

const forApi = (identityUid: string) => ({ identityUid, audiences: [platform.baseUrl] });
const tokenOf = ({ token }: { readonly token: string }) => token;

test("accepts an invite to an e-mail address only if the organization's identity provider verified it", async () => {
  const { issuer } = platform.issuer;
  const provider = await platform.client().identityProviders.create(platform.groupUid, {
    name: "company login",
    defaultRole: viewer,
    oidc: { issuer, clientId: "platform", pkceEnabled: true },
  });
  const loggedIn = async (email: string, claims: object = { email_verified: true }) => {
    const sub = `${email} ${JSON.stringify(claims)}`;
    const token = await platform.issuer.sign({ sub, aud: "platform", email, ...claims });
    const form = { aud: platform.baseUrl, identity_provider: provider.uid };
    return (await post<{ token: string }>(`${platform.authUrl}/sts/exchange`, form, token)).body.token;
  };
  const { code } = await inviteWith({ email: "Jane@example.com" });
  // An issuer's operator can make it claim any address.
  const claimed = await platform.issuer.sign({ sub: "x", aud: platform.authUrl, email: "jane@example.com" });
  const unverified = await loggedIn("jane@example.com", {});
  for (const token of [claimed, unverified, await loggedIn("john@example.com")])
    expect(await register(code, token)).toMatchObject({
      status: 403,
      body: {
        message:
          "Permission denied: the invite is for another e-mail address; first log in to the organization with the invited address",
      },
    });
  expect((await register(code, await loggedIn("jane@example.com"))).status).toBe(200);
});

test("rejects wrong and expired codes, and tokens that prove nothing", async () => {
  const { code } = await inviteWith();
  expect(await register("guess", await platform.identityToken("me"))).toMatchObject(badCode);
  expect((await register(code, "nonsense")).status).toBe(401);
  const elsewhere = await platform.identityToken("me", "https://else.example.com");
  expect((await register(code, elsewhere)).status).toBe(401);
  const forged = await platform.issuer.sign({ sub: "me", aud: platform.authUrl }, { key: "forged" });
  expect((await register(code, forged)).status).toBe(401);
  expect((await register("", forged)).status).toBe(400);
  later = 3_600_000;
  expect(await register(code, await platform.identityToken("me"))).toMatchObject(badCode);
});
