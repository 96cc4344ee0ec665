import { authPaths } from "../../../../src/api";
import { builtInRole } from "../../../../src/model";
import { audit } from "../../../../src/service/store";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";
import { logIn } from "../../auth/login/person";

/** Audit events of everything that ends sessions, with their identity, session, address and request. */

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  let provider: string;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
    const { uid } = await platform.client().identityProviders.create(platform.groupUid, {
      name: "login",
      defaultRole: builtInRole("viewer").uid,
      oidc: {
        issuer: platform.issuer.issuer,
        clientId: "platform",
        pkceEnabled: true,
        additionalScopes: ["offline_access"],
      },
    });
    provider = uid;
  });
  afterAll(() => platform.close());

  /** A person with one session. */
  async function person(name: string) {
    const { token, refreshToken } = await logIn(platform.platform, provider, name);
    const [session] = (await platform.client(token).sessions.page()).items;
    return { token, refreshToken, uid: session!.uid, identity: session!.identityUid };
  }
  async function send(url: string, method: string, token: string, form?: Record<string, string>) {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, "x-request-id": "ending" },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    return response.status;
  }
  const refresh = (refreshToken: string) => send(`${platform.authUrl}${authPaths.refresh}`, "POST", refreshToken);
  const api = (method: string, path: string) => send(`${platform.baseUrl}/iam/v2beta1/${path}`, method, platform.token);
  async function eventsOf(identity: string) {
    await platform.platform.audit.flush();
    const all = await audit.read(platform.platform.store.db, { limit: 1000 });
    return all.filter(({ resource }) => resource === identity);
  }
  const ended = (identity: string, details: object) => ({
    outcome: "OK",
    resourceType: "Identity",
    resource: identity,
    address: "127.0.0.1",
    requestId: "ending",
    ...details,
  });
  type Person = Awaited<ReturnType<typeof person>>;

  test.each<[string, (made: Person) => Promise<number>, number, (made: Person) => object]>([
    [
      "a logout",
      ({ refreshToken }) => send(`${platform.authUrl}${authPaths.end}`, "POST", "", { token: refreshToken }),
      200,
      ({ uid, identity }) => ({ action: "session.end", actor: identity, values: { session: uid } }),
    ],
    [
      "a refresh token that is used twice",
      async ({ refreshToken }) => {
        expect(await refresh(refreshToken)).toBe(200);
        return refresh(refreshToken);
      },
      401,
      ({ uid }) => ({
        action: "session.revoke",
        actor: "service",
        reason: "a refresh token was reused",
        values: { session: uid },
      }),
    ],
    [
      "a login that the identity provider has ended",
      ({ refreshToken }) => {
        platform.issuer.revokeRefreshTokens("ending");
        return refresh(refreshToken);
      },
      401,
      ({ uid }) => ({
        action: "session.revoke",
        actor: "service",
        reason: "the identity provider ended the login",
        values: { session: uid },
      }),
    ],
    [
      "a session that an administrator revokes",
      ({ uid }) => api("DELETE", `sessions/${uid}`),
      200,
      ({ uid }) => ({ action: "session.revoke", actor: platform.identityUid, values: { session: uid } }),
    ],
    [
      "an identity whose tokens are revoked",
      ({ identity }) => api("POST", `identities/${identity}:revokeTokens`),
      200,
      () => ({ action: "token.revoke", actor: platform.identityUid }),
    ],
  ])("%s writes one event with identity, session, address and request", async (_, end, status, details) => {
    const made = await person("ending");
    const before = (await eventsOf(made.identity)).length;
    expect(await end(made)).toBe(status);
    const events = (await eventsOf(made.identity)).slice(before);
    const found = events.filter(({ action }) => action !== "session.refresh");
    expect(found).toEqual([expect.objectContaining(ended(made.identity, details(made)))]);
    for (const event of events) expect(event).not.toHaveProperty("fields");
    expect(
      (await fetch(`${platform.baseUrl}/auth/v1/ok`, { headers: { authorization: `Bearer ${made.token}` } })).status,
    ).toBe(401);
    const text = JSON.stringify(events);
    for (const secret of [made.token, made.refreshToken]) expect(text).not.toContain(secret);
  });

  test("events of logins and refreshes name their session", async () => {
    const made = await person("refreshing");
    expect(await refresh(made.refreshToken)).toBe(200);
    const events = (await eventsOf(made.identity)).filter(({ action }) => action.startsWith("session."));
    const values = { session: made.uid };
    expect(events).toMatchObject([
      { action: "session.login", values },
      { action: "session.refresh", values, requestId: "ending" },
    ]);
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
