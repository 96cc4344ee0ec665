import { authPaths } from "../../../src/api";
import { builtInRole } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { logIn } from "../auth/login/person";
import { GrpcClient } from "./client";

let platform: TestPlatform;
let grpc: GrpcClient;
beforeAll(async () => {
  platform = await startPlatform();
  grpc = new GrpcClient(platform.baseUrl);
});
afterAll(async () => {
  grpc.close();
  await platform.close();
});

test("ListAuditEvents shows a person's login, refresh and redeemed invite", async () => {
  const client = platform.client();
  const viewer = builtInRole("viewer").uid;
  const { uid: provider } = await client.identityProviders.create(platform.groupUid, {
    name: "login",
    defaultRole: viewer,
    oidc: { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true },
  });
  const { code } = await client.groupInvites.create(platform.groupUid, { roleUid: viewer, ttl: "3600s" });
  const { token, refreshToken } = await logIn(platform.platform, provider, "jane");
  const post = async (path: string, bearer: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${bearer}`, "x-request-id": "by-jane" };
    const answer = await fetch(`${platform.authUrl}${path}`, {
      method: "POST",
      headers,
      body: new URLSearchParams(form),
    });
    expect(answer.status).toBe(200);
  };
  await post(authPaths.register, token, { code: code! });
  await post(authPaths.refresh, refreshToken, {});
  await platform.platform.audit.flush();
  await platform.platform.audit.seal();

  const { identityUid } = (await platform.platform.tokens.verify(token)) as { readonly identityUid: string };
  const listed = async (action: string) => {
    const path = "platform.iam.v2beta1.AuditEventsService/ListAuditEvents";
    const { auditEvents } = await grpc.call(path, { action }, { token: platform.token });
    return auditEvents as readonly Record<string, unknown>[];
  };
  const byJane = { outcome: "OK", actor: identityUid, requestId: "by-jane", address: "127.0.0.1" };
  expect(await listed("session.login")).toEqual([expect.objectContaining({ outcome: "OK", actor: identityUid })]);
  expect(await listed("session.refresh")).toEqual([expect.objectContaining(byJane)]);
  expect(await listed("invite.redeem")).toEqual([expect.objectContaining(byJane)]);
  expect(JSON.stringify(await listed("invite.redeem"))).not.toContain(code);
});
