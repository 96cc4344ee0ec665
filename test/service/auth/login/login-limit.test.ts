import { type Issuer, startIssuer } from "../../../../src/issuer";
import { builtInRole, registry } from "../../../../src/model";
import { startService } from "../../../../src/service";
import { commandLine } from "./browser";

let issuer: Issuer;
let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  issuer = await startIssuer();
  // A stopped clock, so that no bucket refills, however slowly the test runs.
  const now = Date.now();
  service = await startService({ data: ":memory:", dev: true, trustedProxies: ["127.0.0.1"], clock: () => now });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

test("does not let one address use up the logins of an organization", async () => {
  const { platform, authUrl } = service;
  const { identityUid, groupUid } = await platform.createOrganization({ name: "acme" });
  const oidc = { issuer: issuer.issuer, clientId: "platform", pkceEnabled: true };
  const body = { name: "company login", defaultRole: builtInRole("viewer").uid, oidc };
  const { uid } = await platform.operations.create(registry.identityProviders, { identityUid }, groupUid, body);
  const url = commandLine({ authUrl }).url({ identity_provider: String(uid) });
  const statusFrom = async (address: string) =>
    (await fetch(url, { redirect: "manual", headers: { "x-forwarded-for": address } })).status;
  const statuses: number[] = [];
  for (let count = 0; count < 120; count++) statuses.push(await statusFrom("192.0.2.1"));
  expect(statuses).toEqual([...Array(20).fill(302), ...Array(100).fill(429)]);
  expect(await statusFrom("192.0.2.2")).toBe(302);
});
