import { builtInRole } from "../../../../src/model";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { GrpcClient } from "../../grpc/client";
import { logIn } from "./person";

/** Sessions over REST in both versions, over gRPC with both package names, and through the typed client. */

let platform: TestPlatform;
let grpc: GrpcClient;
let provider: string;
beforeAll(async () => {
  platform = await startPlatform();
  grpc = new GrpcClient(platform.baseUrl);
  const { uid } = await platform.client().identityProviders.create(platform.groupUid, {
    name: "login",
    defaultRole: builtInRole("viewer").uid,
    oidc: { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true },
  });
  provider = uid;
});
afterAll(async () => {
  grpc.close();
  await platform.close();
});

const session = async (person: string) => (await logIn(platform.platform, provider, person)).token;
async function send(token: string, method: string, path: string) {
  const response = await fetch(`${platform.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : undefined };
}

test.each(["v2beta1", "v2"])("lists, ends and revokes over REST %s", async (version) => {
  const [token, other] = [await session(version), await session(version)];
  const { status, body } = await send(token, "GET", `/iam/${version}/sessions?page_size=10`);
  expect({ status, body }).toEqual({
    status: 200,
    body: { sessions: [expect.any(Object), expect.any(Object)], totalCount: "2", skipped: 0 },
  });
  const all = body!.sessions as { uid: string; current: boolean; identityUid: string }[];
  const last = all.find(({ current }) => !current)!;
  expect((await send(token, "DELETE", `/iam/${version}/sessions/${last.uid}`)).status).toBe(200);
  expect((await send(other, "GET", "/auth/v1/ok")).status).toBe(401);
  expect((await send(token, "GET", `/iam/${version}/sessions?identity=${platform.identityUid}`)).status).toBe(403);
  expect((await send(token, "GET", `/iam/${version}/sessions?skip=1`)).status).toBe(400);
  expect((await send(token, "GET", `/iam/${version}/sessions?page_token=nothing`)).status).toBe(400);
  expect((await send(token, "POST", `/iam/${version}/identities/${last.identityUid}:revokeTokens`)).status).toBe(200);
  expect((await send(token, "GET", "/auth/v1/ok")).status).toBe(401);
  expect(
    (
      await send(
        platform.token,
        "POST",
        `/iam/${version}/identities/${platform.groupUid}/0123456789abcdef:revokeTokens`,
      )
    ).status,
  ).toBe(404);
});

test.each(["v2beta1", "v2"])("lists, ends and revokes over gRPC %s", async (version) => {
  const name = `grpc-${version}`;
  const [token, other] = [await session(name), await session(name)];
  const call = (method: string, request: Record<string, unknown>, as = token) =>
    grpc.call(`platform.iam.${version}.${method}`, request, { token: as });
  const { sessions } = (await call("SessionsService/ListSessions", {})) as {
    sessions: { uid: string; current: boolean; identityUid: string }[];
  };
  expect(sessions).toHaveLength(2);
  const last = sessions.find(({ current }) => !current)!;
  await call("SessionsService/DeleteSession", { uid: last.uid });
  await expect(call("SessionsService/ListSessions", {}, other)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const denied = call("IdentitiesService/RevokeTokens", { uid: platform.identityUid });
  await expect(denied).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await call("IdentitiesService/RevokeTokens", { uid: last.identityUid }, platform.token);
  await expect(call("SessionsService/ListSessions", {})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("lists all sessions of an identity, and revokes, through the client", async () => {
  const token = await session("client");
  await session("client");
  const client = platform.client(token);
  const { items } = await client.sessions.page({ pageSize: 1 });
  const all = [];
  for await (const each of platform.client().sessions.list({ identity: items[0]!.identityUid, pageSize: 1 }))
    all.push(each);
  expect(all).toHaveLength(2);
  await client.revokeTokens(items[0]!.identityUid);
  await expect(client.sessions.page()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});
