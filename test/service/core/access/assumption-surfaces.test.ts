import { builtInRole } from "../../../../src/model";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { GrpcClient } from "../../grpc/client";

/** Changes of who may assume an identity are protected in REST (both versions) and gRPC alike. */

const REGISTRY = "registry.example.com";
let platform: TestPlatform;
let grpc: GrpcClient;
beforeAll(async () => {
  platform = await startPlatform({ registryHost: REGISTRY });
  grpc = new GrpcClient(platform.baseUrl);
});
afterAll(async () => {
  grpc.close();
  await platform.close();
});

const trusting = (subject: string) => ({ claimMatch: { issuer: platform.issuer.issuer, subject } });
const identityOf = async (subject: string, roleUid: string) => {
  const { uid } = await platform.client().identities.create(platform.groupUid, { name: subject, ...trusting(subject) });
  await platform.client().roleBindings.create(platform.groupUid, { identityUid: uid, roleUid });
  return uid;
};
const send = (method: string, path: string, token: string, body?: object) =>
  fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

test("does not let a caller become owner by changing the owner's claims, over any API", async () => {
  const { uid: role } = await platform.client().roles.create(platform.groupUid, {
    name: "helper",
    capabilities: ["identity.update", "identity.list"],
  });
  const token = await platform.tokenFor(await identityOf("helper", role));
  const uid = platform.identityUid;
  for (const version of ["v2beta1", "v2"])
    expect((await send("PATCH", `/iam/${version}/identities/${uid}`, token, trusting("helper"))).status).toBe(403);
  const replaced = { name: "owner", ...trusting("helper") };
  expect((await send("PUT", `/iam/v1/identities/${uid}`, token, replaced)).status).toBe(403);
  for (const service of ["platform.iam.v2beta1.IdentitiesService", "platform.iam.v2.IdentitiesService"]) {
    const call = grpc.call(`${service}/UpdateIdentity`, { identity: { uid, ...trusting("helper") } }, { token });
    await expect(call).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  }
  const v1 = grpc.call("platform.iam.Identities/Update", { id: uid, ...replaced }, { token });
  await expect(v1).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});

test("rejects a token from before a change at every API with the next request", async () => {
  const uid = await identityOf("former", builtInRole("viewer").uid);
  const signed = await platform.identityToken("former");
  const exchange = async (audience: string, token = signed) =>
    send("POST", `/sts/exchange?${new URLSearchParams({ aud: audience })}`, token);
  const { token } = (await (await exchange(platform.baseUrl)).json()) as { token: string };
  const registry = (await (await exchange(REGISTRY)).json()) as { token: string };
  const list = () => grpc.call("platform.iam.v2beta1.GroupsService/ListGroups", {}, { token });
  await expect(list()).resolves.toHaveProperty("groups");
  expect((await send("GET", "/iam/v2beta1/groups", token)).status).toBe(200);
  await expect(platform.platform.tokens.verify(registry.token, REGISTRY)).resolves.toHaveProperty("identityUid", uid);

  expect(
    (await send("PUT", `/iam/v1/identities/${uid}`, platform.token, { name: "former", ...trusting("successor") }))
      .status,
  ).toBe(200);
  await expect(list()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  for (const path of ["/iam/v2beta1/groups", "/iam/v1/groups", "/auth/v1/ok"])
    expect((await send("GET", path, token)).status).toBe(401);
  expect((await exchange(platform.baseUrl, token)).status).toBe(401);
  await expect(platform.platform.tokens.verify(registry.token, REGISTRY)).rejects.toThrow("the token was revoked");
});
