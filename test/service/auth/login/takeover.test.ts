import { decodeJwt } from "jose";
import { type Issuer, startIssuer } from "../../../../src/issuer";
import { builtInRole, registry } from "../../../../src/model";
import { openPlatform } from "../../../../src/service";
import { transportProblem } from "../../../../src/service/net/fetch-json";
import { people } from "../../../../src/service/store";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";
import { type Attacker, startAttacker } from "./attacker";
import { Browser, broughtTo, commandLine, post, refusal, type Shown } from "./browser";

/** Changing an identity provider lets nobody impersonate others or learn the client's secret. */
const viewer = builtInRole("viewer").uid;

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  let attacker: Attacker;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    attacker = await startAttacker();
  });
  afterEach(() => attacker.close());

  const honest = () => ({
    issuer: platform.issuer.issuer,
    clientId: "platform",
    clientSecret: platform.issuer.clientSecret,
  });
  async function providerWith(oidc: {
    issuer: string;
    clientId: string;
    clientSecret?: string;
    pkceEnabled?: boolean;
  }) {
    const body = { name: "company login", defaultRole: viewer, oidc };
    return (await platform.client().identityProviders.create(platform.groupUid, body)).uid;
  }
  const turn = (uid: string, oidc: object) =>
    platform
      .client()
      .identityProviders.update(uid, { oidc: { issuer: attacker.issuer, clientId: "platform", ...oidc } });

  /** A login in progress at a provider: the issuer's page in the browser. */
  async function begun(uid: string) {
    const [browser, command] = [new Browser(), commandLine(platform)];
    return { browser, command, asked: await browser.open(command.url({ identity_provider: uid })) };
  }

  /** Returns the issuer's redirect without following it. */
  async function callbackOf({ url }: Shown): Promise<URL> {
    url.searchParams.set("login_hint", "victim");
    return new URL((await fetch(url, { redirect: "manual" })).headers.get("location")!);
  }

  test("does not let a caller with only identity_providers.update redirect a provider to another server", async () => {
    const uid = await providerWith(honest());
    const { client } = await insider();
    attacker.publish({ authorization_endpoint: `${platform.issuer.issuer}/authorize` });
    await expect(
      client.identityProviders.update(uid, {
        oidc: { issuer: attacker.issuer, clientId: "platform", pkceEnabled: true },
      }),
    ).rejects.toMatchObject({ code: "PERMISSION_DENIED", message: expect.stringContaining("identity.update") });
    const { browser, asked } = await begun(uid);
    await browser.open(await callbackOf(asked));
    expect(attacker.received).toEqual([]);
  });

  async function insider(further: string[] = []) {
    const claimMatch = { issuer: platform.issuer.issuer, subject: `insider ${Math.random()}` };
    const owner = platform.client();
    const { uid: identityUid } = await owner.identities.create(platform.groupUid, { name: "insider", claimMatch });
    const capabilities = [
      ...builtInRole("viewer").capabilities,
      "identity_providers.create",
      "identity_providers.update",
      "role_bindings.create",
      ...further,
    ];
    const { uid: roleUid } = await owner.roles.create(platform.groupUid, { name: "insider", capabilities });
    await owner.roleBindings.create(platform.groupUid, { identityUid, roleUid });
    const token = await platform.tokenFor(identityUid);
    return { token, client: platform.client(token) };
  }

  test("requires all capabilities of a provider's people to change its client or issuer", async () => {
    const oidc = { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true };
    const uid = await providerWith(oidc);
    const form = { aud: platform.baseUrl, identity_provider: uid };
    const idToken = await platform.issuer.sign({ sub: "chief", aud: "platform" });
    const chief = await post<{ token: string }>(`${platform.authUrl}/sts/exchange`, form, idToken);
    const identityUid = String(decodeJwt(chief.body.token).sub);
    const { client, token } = await insider(["identity.update"]);
    const rename = (clientId: string) => client.identityProviders.update(uid, { oidc: { ...oidc, clientId } });
    await rename("chosen by the insider, who may do as much as a viewer");
    await rename("platform");
    await platform.client().roleBindings.create(platform.groupUid, { identityUid, roleUid: builtInRole("owner").uid });
    for (const change of [{ clientId: "own" }, { issuer: attacker.issuer }])
      await expect(client.identityProviders.update(uid, { oidc: { ...oidc, ...change } })).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    const restrictions = [...builtInRole("viewer").capabilities, "identity_providers.update", "identity.update"];
    const parameters = new URLSearchParams({ aud: platform.baseUrl });
    for (const capability of [...restrictions, "role_bindings.create"]) parameters.append("cap", capability);
    const restricted = (await (
      await fetch(`${platform.authUrl}/sts/exchange?${parameters}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      })
    ).json()) as { token: string };
    await expect(
      platform
        .client(restricted.token)
        .identityProviders.update(uid, { oidc: { ...oidc, pkceEnabled: false, clientSecret: "x" } }),
    ).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      message: expect.stringContaining("a restricted token cannot change an identity provider's oidc"),
    });
    const stolen = await platform.issuer.sign({ sub: "chief", aud: "own" });
    expect((await post(`${platform.authUrl}/sts/exchange`, form, stolen)).status).not.toBe(200);
    await platform.client().identityProviders.update(uid, { oidc: { ...oidc, clientId: "the owner's choice" } });
  });

  test("lets callers without their capabilities add requirements, but not drop or loosen them", async () => {
    const oidc = { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true };
    const [requiredClaims, requiredClaimPatterns] = [{ hd: "example.com" }, { tid: "a|b" }];
    const uid = await providerWith(oidc);
    const form = { aud: platform.baseUrl, identity_provider: uid };
    const idToken = await platform.issuer.sign({ sub: "former chief", aud: "platform" });
    const chief = await post<{ token: string }>(`${platform.authUrl}/sts/exchange`, form, idToken);
    const identityUid = String(decodeJwt(chief.body.token).sub);
    await platform.client().roleBindings.create(platform.groupUid, { identityUid, roleUid: builtInRole("owner").uid });
    const { client } = await insider(["identity.update"]);
    const set = (requirements: object) => client.identityProviders.update(uid, { oidc: { ...oidc, ...requirements } });
    await set({ requiredClaims });
    await set({ requiredClaims, requiredClaimPatterns });
    await set({ requiredClaims, requiredClaimPatterns, additionalScopes: ["profile"] });
    for (const requirements of [
      {},
      { requiredClaims },
      { requiredClaimPatterns },
      { requiredClaims: { hd: "example.org" }, requiredClaimPatterns },
      { requiredClaims, requiredClaimPatterns: { tid: "a|b|c" } },
    ])
      await expect(set(requirements)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await set({ requiredClaims: { ...requiredClaims, email: "jane@example.com" }, requiredClaimPatterns });
    await platform.client().identityProviders.update(uid, { oidc });
  });

  test("requires an owner's capabilities for a provider with more than 100 people", async () => {
    const oidc = { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true };
    const uid = await providerWith(oidc);
    const { client } = await insider(["identity.update"]);
    const rename = (clientId: string) => client.identityProviders.update(uid, { oidc: { ...oidc, clientId } });
    const link = (index: number) =>
      people.set(
        platform.platform.store.db,
        uid,
        `person ${index}`,
        `${platform.groupUid}/${String(index).padStart(16, "0")}`,
      );
    for (let index = 0; index < 100; index++) await link(index);
    await rename("of a hundred");
    await link(100);
    await expect(rename("of more")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await platform.client().identityProviders.update(uid, { oidc: { ...oidc, clientId: "of more" } });
  });

  test("never sends a stored secret to another issuer", async () => {
    const uid = await providerWith(honest());
    await expect(turn(uid, {})).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("the stored value was dropped because issuer changed"),
    });
    await turn(uid, { pkceEnabled: true });
    attacker.publish({ authorization_endpoint: `${platform.issuer.issuer}/authorize` });
    const { browser, asked } = await begun(uid);
    const callback = await callbackOf(asked);
    callback.searchParams.set("iss", attacker.issuer);
    await browser.open(callback);
    expect(attacker.received.join()).toContain("code_verifier=");
    const secrets = [platform.issuer.clientSecret, encodeURIComponent(platform.issuer.clientSecret)];
    for (const secret of [...secrets, "Basic "]) expect(attacker.received.join()).not.toContain(secret);
  });

  test.each<[string, () => { issuer?: string; clientId?: string; pkceEnabled: boolean }]>([
    ["issuer", () => ({ pkceEnabled: true })],
    ["client", () => ({ issuer: platform.issuer.issuer, clientId: "another", pkceEnabled: true })],
  ])("rejects a login that began before the %s changed, and sends its code nowhere", async (_, change) => {
    const uid = await providerWith(honest());
    const { browser, asked } = await begun(uid);
    const callback = await callbackOf(asked);
    await turn(uid, change());
    // The new issuer's operator controls what the browser sends.
    if (change().issuer === undefined) callback.searchParams.set("iss", platform.issuer.issuer);
    const shown = await browser.open(callback);
    expect(broughtTo(shown)).toEqual(refusal("the identity provider changed during the login; log in again"));
    expect(attacker.received).toEqual([]);
  });

  test("does not show a provider the code of another provider of the organization to which it redirects", async () => {
    const [good, evil] = [
      await providerWith(honest()),
      await providerWith({ issuer: attacker.issuer, clientId: "platform", pkceEnabled: true }),
    ];
    attacker.publish({ authorization_endpoint: `${platform.issuer.issuer}/authorize` });
    const { browser, asked } = await begun(evil);
    expect(asked.url.searchParams.get("redirect_uri")).toBe(`${platform.authUrl}/oauth/callback/${evil}`);
    // The honest issuer accepts only its own client's redirect URI.
    asked.url.searchParams.set("redirect_uri", `${platform.authUrl}/oauth/callback/${good}`);
    const callback = await callbackOf(asked);
    callback.searchParams.delete("iss");
    expect(broughtTo(await browser.open(callback))).toEqual(
      refusal("the login response is from another identity provider"),
    );
    expect(attacker.received).toEqual([]);
  });

  test("requires responses to name the issuer if discovery announces it", async () => {
    const { browser, asked } = await begun(await providerWith(honest()));
    const callback = await callbackOf(asked);
    expect(callback.searchParams.get("iss")).toBe(platform.issuer.issuer);
    callback.searchParams.delete("iss");
    expect(broughtTo(await browser.open(callback))).toEqual(refusal("the login response has no 'iss' parameter"));
    const silent: Issuer = await startIssuer({ includesIssuer: false });
    const { issuer, clientSecret } = silent;
    const other = await begun(await providerWith({ issuer, clientId: "platform", clientSecret }));
    const ended = await other.browser.logIn(other.asked, "jane");
    expect((await other.command.redeem(ended.url.searchParams.get("code")!)).status).toBe(200);
    await silent.close();
  });

  test.each(["authorization_endpoint", "token_endpoint", "jwks_uri"])(
    "rejects a provider whose %s is plain http outside of loopback",
    async (name) => {
      attacker.publish({ [name]: "http://login.example.com/" });
      const uid = await providerWith({ issuer: attacker.issuer, clientId: "platform", clientSecret: "secret" });
      const { asked } = await begun(uid);
      expect(broughtTo(asked)).toMatchObject({
        error_description: expect.stringContaining("it must use https, or http on loopback"),
      });
      expect(attacker.received).toEqual([]);
    },
  );
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));

test("requires https outside of development, also on loopback", async () => {
  const urls = ["https://login.example.com/token", "http://127.0.0.1/token", "http://login.example.com/token"];
  expect(urls.map((url) => transportProblem(new URL(url), false))).toEqual([
    undefined,
    "it must use https",
    "it must use https",
  ]);
  const [issuer, platform] = [await startIssuer(), await openPlatform({ data: ":memory:" })];
  const { groupUid, identityUid } = await platform.createOrganization({ name: "acme" });

  const oidc = { issuer: issuer.issuer, clientId: "platform", pkceEnabled: true };
  const body = { name: "company login", defaultRole: viewer, oidc };
  const made = await platform.operations.create(registry.identityProviders, { identityUid }, groupUid, body);
  const destination = { redirect: "http://localhost:1/", challenge: "c".repeat(43) };
  await expect(
    platform.login.begin({ provider: String(made.uid), browser: "b".repeat(43), destination }),
  ).rejects.toMatchObject({ code: "FAILED_PRECONDITION", message: expect.stringContaining("it must use https") });
  const named = `its issuer ${issuer.issuer} cannot be used: it must use https; change it to an https URL`;
  await expect(
    platform.login.begin({ provider: String(made.uid), browser: "b".repeat(43), destination }),
  ).rejects.toThrow(named);
  const request = { token: await issuer.sign({ sub: "jane", aud: "platform" }), audiences: [platform.baseUrl()] };
  await expect(platform.login.exchange(request, String(made.uid))).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: expect.stringContaining(named),
  });
  expect(issuer.requests.discovery).toBe(0);
  await platform.close();
  await issuer.close();
});
