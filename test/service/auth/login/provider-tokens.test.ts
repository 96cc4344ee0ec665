import { authPaths } from "../../../../src/api";
import { builtInRole, registry } from "../../../../src/model";
import type { IssuedToken } from "../../../../src/service/auth/tokens";
import { baseUrl, onRunningNodes } from "../../running-nodes";
import { post } from "./browser";

/** Tokens exchanged for an identity provider's tokens end with the provider and its requirements, at every node. */
const [viewer, owner] = [builtInRole("viewer").uid, builtInRole("owner").uid];

onRunningNodes((get) => {
  const oidc = () => ({ issuer: get().issuer.issuer, clientId: "platform", pkceEnabled: true });
  const operations = () => get().nodes[0].platform.operations;
  const caller = () => ({ identityUid: get().organization.identityUid });
  async function newProvider(): Promise<string> {
    const body = { name: "company", defaultRole: viewer, oidc: oidc() };
    return String(
      (await operations().create(registry.identityProviders, caller(), get().organization.groupUid, body)).uid,
    );
  }
  const update = (uid: string, body: object) =>
    operations().update(registry.identityProviders, caller(), uid, { ...body }, ["oidc"]);

  const refused = [
    expect.stringContaining("the token was revoked: its identity provider was changed or deleted; get a new one"),
  ];

  /** Tokens of one person: exchanged over either protocol, and exchanged again for the first one. */
  async function tokensOf(identity_provider: string): Promise<string[]> {
    const { issuer, exchanged, exchangedOverGrpc } = get();
    const first = await exchanged({ identity_provider }, await issuer.sign({ sub: "jane", aud: "platform" }));
    const idToken = await issuer.sign({ sub: "jane", aud: "platform" });
    const second = await exchangedOverGrpc({ identityProvider: identity_provider }, idToken);
    const restricted = await exchanged({ cap: "groups.list" }, first);
    return [
      first,
      second,
      restricted,
      await exchangedOverGrpc({ cap: ["groups.list"] }, restricted),
      await another(first),
    ];
  }

  /** A token of another organization's identity, exchanged for a token of the first. */
  async function another(token: string): Promise<string> {
    const { sub: subject } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { sub: string };
    const name = `other ${Math.random().toString(36).slice(2)}`;
    const other = await get().nodes[0].platform.createOrganization({ name });
    const as = { identityUid: other.identityUid };
    const body = { name: "guest", claimMatch: { issuer: baseUrl, subject } };
    const { uid } = await operations().create(registry.identities, as, other.groupUid, body);
    const grant = { identityUid: uid, roleUid: viewer };
    await operations().create(registry.roleBindings, as, other.groupUid, { ...grant });
    return get().exchanged({ identity: String(uid) }, token);
  }

  const changes: [string, (uid: string) => Promise<unknown>][] = [
    ["it was deleted", (uid) => operations().delete(registry.identityProviders, caller(), uid)],
    ["a claim is required", (uid) => update(uid, { oidc: { ...oidc(), requiredClaims: { hd: "example.com" } } })],
    ["its client changed", (uid) => update(uid, { oidc: { ...oidc(), clientId: "another" } })],
    ["its issuer changed", (uid) => update(uid, { oidc: { ...oidc(), issuer: "https://issuer.example.com" } })],
  ];
  test.each(changes)("rejects tokens of an identity provider immediately after %s", async (_, change) => {
    const { answers, urlOf, exchangedOverGrpc } = get();
    const uid = await newProvider();
    const tokens = await tokensOf(uid);
    for (const token of tokens) expect(await answers(token)).toEqual([true]);
    await change(uid);
    for (const token of tokens) expect(await answers(token)).toEqual(refused);
    for (const token of tokens.slice(0, 2)) {
      const form = { aud: baseUrl, cap: "groups.list" };
      expect((await post<IssuedToken>(urlOf(1, authPaths.exchange), form, token)).status).toBe(401);
      await expect(exchangedOverGrpc({ cap: ["groups.list"] }, token)).rejects.toMatchObject({
        code: "UNAUTHENTICATED",
      });
    }
  });

  test("accepts tokens of an identity provider after changes that do not affect admission", async () => {
    const { answers } = get();
    const uid = await newProvider();
    const tokens = await tokensOf(uid);
    const roleMappings = [{ claimValue: "admins", roleUid: owner }];
    await update(uid, { oidc: { ...oidc(), groupsClaim: "groups", roleMappings } });
    for (const token of tokens) expect(await answers(token)).toEqual([true]);
    await update(uid, { oidc: { ...oidc(), requiredClaims: { sub: "jane" } } });
    expect(await answers((await tokensOf(uid))[0]!)).toEqual([true]);
  });
});
