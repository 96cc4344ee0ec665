import { builtInRole, registry } from "../../../../src/model";
import { openPlatform, type Platform } from "../../../../src/service";

/** The tokens that an identity provider accepts decide who can act as the people who log in with it. */

const viewer = builtInRole("viewer");
const oidc = { issuer: "https://accounts.example.com", clientId: "platform", pkceEnabled: true };

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform({ data: ":memory:" });
});
afterAll(() => platform.close());

test("requires identity.update to change a provider's client or secret, not to rename it", async () => {
  const { operations } = platform;
  const { groupUid: root, identityUid } = await platform.createOrganization({ name: "acme" });
  const owner = { identityUid };
  const claimMatch = { issuer: "https://issuer.example.com", subject: "operator" };
  const { uid: operator } = await operations.create(registry.identities, owner, root, { name: "operator", claimMatch });
  const capabilities = [...viewer.capabilities, "identity_providers.update", "role_bindings.create"];
  const { uid: roleUid } = await operations.create(registry.roles, owner, root, { name: "operator", capabilities });
  await operations.create(registry.roleBindings, owner, root, { identityUid: operator, roleUid });
  const provider = { name: "login", defaultRole: viewer.uid, oidc };
  const { uid } = await operations.create(registry.identityProviders, owner, root, provider);

  const update = (caller: { readonly identityUid: string }, body: object) =>
    operations.update(registry.identityProviders, caller, String(uid), { ...body }, []);
  const other = { oidc: { ...oidc, clientId: "another" } };
  const caller = { identityUid: String(operator) };
  await expect(update(caller, other)).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    metadata: { capability: "identity.update" },
  });
  await expect(update(caller, { oidc: { ...oidc, clientSecret: "new" } })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    metadata: { capability: "identity.update" },
  });
  await expect(update(caller, { name: "renamed" })).resolves.toHaveProperty("name", "renamed");
  await expect(update(owner, other)).resolves.toHaveProperty("oidc.clientId", "another");
});
