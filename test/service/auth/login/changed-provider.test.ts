import { authPaths } from "../../../../src/api";
import { builtInRole } from "../../../../src/model";
import type { HeadlessLogin, Session } from "../../../../src/service/auth/login";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";
import { Browser, broughtTo, commandLine, post, refusal } from "./browser";
import { type Relay, startRelay } from "./relay";

/** Changing an identity provider ends what it admitted or granted, including logins in progress. */
const [viewer, owner] = [builtInRole("viewer").uid, builtInRole("owner").uid];

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  let relay: Relay;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
  });
  afterAll(() => platform.close());
  // One issuer per test, because keys of a known issuer are not fetched again.
  beforeEach(async () => {
    relay = await startRelay();
  });
  afterEach(() => relay.close());

  const honest = () => ({ issuer: relay.issuer.issuer, clientId: "platform", pkceEnabled: true });
  const mapped = () => ({
    ...honest(),
    groupsClaim: "groups",
    roleMappings: [{ claimValue: "admins", roleUid: owner }],
  });
  const providers = () => platform.client().identityProviders;
  const providerWith = async (defaultRole: string, oidc: ReturnType<typeof honest>) =>
    (await providers().create(platform.groupUid, { name: "company login", defaultRole, oidc })).uid;

  /** Returns the identities that are owners, besides the organization's first owner. */
  async function owners(): Promise<string[]> {
    const found: string[] = [];
    for await (const { identityUid } of platform.client().roleBindings.list({ role: owner }))
      if (identityUid !== platform.identityUid) found.push(identityUid);
    return found;
  }

  const changes: [string, string, () => ReturnType<typeof honest>, (uid: string) => Promise<unknown>][] = [
    ["the mapping was removed", viewer, mapped, (uid) => providers().update(uid, { oidc: honest() })],
    ["the default role was lowered", owner, honest, (uid) => providers().update(uid, { defaultRole: viewer })],
    [
      "a required claim was added",
      owner,
      honest,
      (uid) => providers().update(uid, { oidc: { ...honest(), requiredClaims: { hd: "example.com" } } }),
    ],
    ["it was deleted", owner, mapped, (uid) => providers().delete(uid)],
  ];
  describe.each(changes)("after %s while the identity provider responds", (_, defaultRole, oidc, change) => {
    test("rejects a browser login, and grants nothing", async () => {
      const uid = await providerWith(defaultRole, oidc());
      relay.issuer.setClaims("member", { groups: ["admins"] });
      const [browser, command] = [new Browser(), commandLine(platform)];
      const asked = await browser.open(command.url({ identity_provider: uid }));
      relay.before("/token", () => change(uid));
      const ended = await browser.logIn(asked, "member");
      expect(broughtTo(ended)).toEqual(refusal("the identity provider changed during the login; start again"));
      expect(await owners()).toEqual([]);
    });

    test("rejects an exchange, and grants nothing", async () => {
      const uid = await providerWith(defaultRole, oidc());
      const token = await relay.issuer.sign({ sub: "member", aud: "platform", groups: ["admins"] });
      relay.before("/.well-known/openid-configuration", () => change(uid));
      const form = { aud: platform.baseUrl, identity_provider: uid };
      expect(await post(`${platform.authUrl}/sts/exchange`, form, token)).toMatchObject({
        status: 401,
        body: { message: expect.stringContaining("the identity provider changed during the login; start again") },
      });
      expect(await owners()).toEqual([]);
    });
  });

  test("rejects codes and headless logins after a required claim was added", async () => {
    const uid = await providerWith(viewer, honest());
    const [browser, command] = [new Browser(), commandLine(platform)];
    const ended = await browser.logIn(await browser.open(command.url({ identity_provider: uid })), "outsider");
    const headless = `${platform.authUrl}${authPaths.headless}`;
    const { body: begun } = await post<HeadlessLogin>(headless, { organization: platform.groupUid });
    const elsewhere = new Browser();
    const shown = await elsewhere.logIn(await elsewhere.follow(await elsewhere.open(begun.url), uid), "outsider");
    expect(shown.status).toBe(200);
    await providers().update(uid, { oidc: { ...honest(), requiredClaims: { hd: "example.com" } } });
    expect(await command.redeem(ended.url.searchParams.get("code")!)).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining("identity provider changed during the login") },
    });
    const polled = await fetch(`${headless}?${new URLSearchParams({ code: begun.code })}`);
    expect(polled.status).toBe(401);
    expect(((await polled.json()) as Partial<Session>).refreshToken).toBeUndefined();
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
