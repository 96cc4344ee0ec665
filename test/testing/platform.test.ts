import { decodeJwt } from "jose";
import { createClientFromSettings, resolveConfiguration } from "../../src/client";
import { builtInRole } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const viewer = builtInRole("viewer");

test("creates an organization whose owner's client can manage everything below it", async () => {
  const client = platform.client();
  const group = await client.groups.create(platform.groupUid, { name: "team" });
  expect(group.uid.startsWith(`${platform.groupUid}/`)).toBe(true);
  await client.groups.update(group.uid, { description: "changed" });
  await client.groups.delete(group.uid);
});

test("lets a new identity be assumed with a token of the issuer", async () => {
  const client = platform.client();
  const claimMatch = { issuer: platform.issuer.issuer, subject: "someone" };
  const identity = await client.identities.create(platform.groupUid, { name: "someone", claimMatch });
  await client.roleBindings.create(platform.groupUid, { identityUid: identity.uid, roleUid: viewer.uid });
  const response = await fetch(
    `${platform.authUrl}/sts/exchange?${new URLSearchParams({ aud: platform.baseUrl, identity: identity.uid })}`,
    { headers: { authorization: `Bearer ${await platform.identityToken("someone")}` } },
  );
  const { token } = (await response.json()) as { token: string };
  expect(decodeJwt(token).sub).toBe(identity.uid);
  const viewing = platform.client(token);
  await expect(viewing.groups.get(platform.groupUid)).resolves.toHaveProperty("uid", platform.groupUid);
  await expect(viewing.groups.create(platform.groupUid, { name: "team" })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
});

test("returns a token for any identity without an exchange", async () => {
  const client = platform.client(await platform.tokenFor(platform.identityUid));
  await expect(client.groups.get(platform.groupUid)).resolves.toHaveProperty("uid", platform.groupUid);
});

test("records requests with their update masks", async () => {
  const client = platform.client();
  const group = await client.groups.create(platform.groupUid, { name: "team" });
  const before = platform.requests.length;
  await client.groups.get(group.uid);
  await client.groups.update(group.uid, { description: "changed" }, { updateMask: ["description"] });
  expect(platform.requests.slice(before)).toMatchObject([
    { method: "GET", path: `/iam/v2beta1/groups/${group.uid}` },
    { method: "PATCH", path: `/iam/v2beta1/groups/${group.uid}`, updateMask: "description" },
  ]);
  await client.groups.delete(group.uid);
});

test("returns the environment of a pipeline that may assume the owner", async () => {
  const environment = platform.environment();
  expect(Object.keys(environment).sort()).toEqual([
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
    "PLATFORM_AUTH_URL",
    "PLATFORM_BASE_URL",
    "PLATFORM_IDENTITY",
  ]);
  const client = createClientFromSettings(resolveConfiguration({ token_cache: false }, environment));
  await expect(client.groups.get(platform.groupUid)).resolves.toHaveProperty("uid", platform.groupUid);
  await client.close();
});

test("keeps platforms independent", async () => {
  const other = await startPlatform({ organization: "example" });
  try {
    expect(other.groupUid).not.toBe(platform.groupUid);
    await expect(other.client(platform.token).groups.get(other.groupUid)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  } finally {
    await other.close();
  }
});
