import { type Issuer, startIssuer } from "../../../../src/issuer";
import { builtInRole, session as definition, type JsonObject, methods, registry } from "../../../../src/model";
import type { Platform } from "../../../../src/service";
import { callerOf } from "../../../../src/service/auth/caller";
import type { Session } from "../../../../src/service/auth/login";
import { onEveryStore } from "../../every-store";
import { logIn } from "./person";

/** Sessions of people: listing them, and everything that ends them, at every node. */

const viewer = builtInRole("viewer").uid;
const UNAUTHENTICATED = { code: "UNAUTHENTICATED" };
const DAY_MS = 24 * 60 * 60 * 1000;

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

onEveryStore(
  (get) => {
    const callerWith = (token: string, node: Platform = get().nodes[1]) =>
      callerOf(node, {
        authorization: `Bearer ${token}`,
        origin: { peer: "::1", forwardedFor: undefined },
        requestId: "1",
      });
    const asOwner = () => ({ identityUid: get().organization.identityUid });
    const root = () => get().organization.groupUid;
    const operations = () => get().nodes[0].operations;
    const provide = async (oidc: JsonObject = {}) => {
      const body = {
        name: "login",
        defaultRole: viewer,
        oidc: { issuer: issuer.issuer, clientId: "platform", pkceEnabled: true, ...oidc },
      };
      return String((await operations().create(registry.identityProviders, asOwner(), root(), body)).uid);
    };
    const read = async (token: string, node: Platform) =>
      node.operations.get(registry.groups, await callerWith(token, node), root());
    const refresh = ({ refreshToken }: Pick<Session, "refreshToken">, node = get().nodes[1]) =>
      node.login.refresh({ token: refreshToken, audiences: [node.baseUrl()] });
    const list = async (
      caller: Parameters<Platform["operations"]["list"]>[1],
      filters: Record<string, string> = {},
      pageToken?: string,
      pageSize = 50,
    ) =>
      operations().list(definition, caller, {
        filters,
        pageSize,
        skip: 0,
        order: { key: "uid", descending: false },
        ...(pageToken ? { pageToken } : {}),
      });

    async function expectEnded(session: Session): Promise<void> {
      for (const node of get().nodes) {
        await expect(read(session.token, node)).rejects.toMatchObject(UNAUTHENTICATED);
        await expect(node.tokens.verify(session.token)).rejects.toMatchObject(UNAUTHENTICATED);
        const exchange = { token: session.token, audiences: [node.baseUrl()] };
        await expect(node.tokens.exchange(exchange)).rejects.toMatchObject(UNAUTHENTICATED);
      }
      await expect(refresh(session)).rejects.toMatchObject(UNAUTHENTICATED);
    }
    async function expectGoing(session: Session): Promise<void> {
      for (const node of get().nodes) await expect(read(session.token, node)).resolves.toHaveProperty("uid", root());
    }

    let provider: string;
    beforeAll(async () => {
      provider = await provide();
    });

    test("lists the caller's sessions in pages, and ends one at every node", async () => {
      const { nodes } = get();
      const [first, second, third] = [
        await logIn(nodes[0], provider, "listing"),
        await logIn(nodes[1], provider, "listing"),
        await logIn(nodes[0], provider, "listing"),
      ] as const;
      const caller = await callerWith(first.token);
      const { items, totalCount } = await list(caller);
      expect(totalCount).toBe(3);
      expect(items).toEqual(
        items.map(() => ({
          uid: expect.stringMatching(new RegExp(`^${caller.identityUid}/[0-9a-f]{16}$`)),
          identityUid: caller.identityUid,
          identityProviderUid: provider,
          createTime: expect.stringMatching(/Z$/),
          lastUsedTime: expect.stringMatching(/Z$/),
          expirationTime: expect.stringMatching(/Z$/),
          current: expect.any(Boolean),
        })),
      );
      expect(items.filter(({ current }) => current).map(({ uid }) => uid)).toEqual([caller.session]);
      const page = await list(caller, {}, undefined, 2);
      const rest = await list(caller, {}, page.nextPageToken, 2);
      expect([...page.items, ...rest.items]).toEqual(items);
      expect(rest.nextPageToken).toBeUndefined();

      for (const each of [first, second, third]) await expectGoing(each);
      await operations().delete(definition, caller, (await callerWith(second.token)).session!);
      await expectEnded(second);
      await expectGoing(third);
      expect((await list(caller)).totalCount).toBe(2);
      await expect(operations().delete(definition, caller, `${caller.identityUid}/${"0".repeat(16)}`)).rejects.toThrow(
        "Not found: Session",
      );
    });

    test("requires identity.update for sessions of others, and for restricted tokens", async () => {
      const session = await logIn(get().nodes[0], provider, "watched");
      const { identityUid, session: uid } = await callerWith(session.token);
      const other = await callerWith((await logIn(get().nodes[0], provider, "watching")).token);
      const restricted = {
        identityUid,
        session: uid,
        restrictions: { capabilities: ["groups.list", "identity.list"] } as const,
      };
      for (const caller of [other, restricted]) {
        const denied = { code: "PERMISSION_DENIED", metadata: { capability: "identity.update" } };
        await expect(list(caller, { identity: identityUid })).rejects.toMatchObject(denied);
        await expect(operations().delete(definition, caller, uid!)).rejects.toMatchObject(denied);
        await expect(operations().call(methods.revokeTokens, caller, { uid: identityUid })).rejects.toMatchObject(
          denied,
        );
      }
      expect((await list(asOwner(), { identity: identityUid })).items).toMatchObject([{ uid, current: false }]);
      await operations().delete(definition, asOwner(), uid!);
      await expectEnded(session);
    });

    test("ends all sessions and tokens when an identity's tokens are revoked", async () => {
      const { nodes } = get();
      const session = await logIn(nodes[0], provider, "lost");
      const { identityUid } = await callerWith(session.token);
      const other = await nodes[1].tokens.mint({ identityUid });
      await expect(read(other, nodes[0])).resolves.toHaveProperty("uid", root());
      await operations().call(methods.revokeTokens, await callerWith(session.token), { uid: identityUid });
      await expectEnded(session);
      await expect(read(other, nodes[0])).rejects.toThrow("the token was revoked");
      const again = await logIn(nodes[1], provider, "lost");
      expect((await callerWith(again.token)).identityUid).toBe(identityUid);
      await expectGoing(again);
    });

    test("invalidates the access token and tokens exchanged for it at logout", async () => {
      const { nodes } = get();
      const session = await logIn(nodes[0], provider, "leaving");
      const exchange = { token: session.token, audiences: [nodes[0].baseUrl()] };
      const exchanged = (await nodes[0].tokens.exchange(exchange)).token;
      await expectGoing(session);
      await expect(read(exchanged, nodes[1])).resolves.toHaveProperty("uid", root());
      await nodes[0].login.end(session.refreshToken);
      await expectEnded(session);
      await expect(read(exchanged, nodes[1])).rejects.toThrow("the token's session has ended");
    });

    test("ends the session and its access tokens when a refresh token is reused", async () => {
      const session = await logIn(get().nodes[0], provider, "robbed");
      const next = await refresh(session);
      await expect(read(next.token.token, get().nodes[0])).resolves.toHaveProperty("uid", root());
      await expect(refresh(session)).rejects.toMatchObject(UNAUTHENTICATED);
      await expectEnded({ ...next.token, refreshToken: next.refreshToken.token });
    });

    test("ends a session that is unused for a week", async () => {
      const session = await logIn(get().nodes[0], provider, "idle");
      const { identityUid } = await callerWith(session.token);
      get().pass(7 * DAY_MS + 1000);
      await expect(refresh(session)).rejects.toMatchObject(UNAUTHENTICATED);
      expect((await list(asOwner(), { identity: identityUid })).items).toEqual([]);
      get().pass(-7 * DAY_MS - 1000);
    });

    test("ends all sessions of all people when the signing keys are revoked", async () => {
      const session = await logIn(get().nodes[0], provider, "all");
      await expectGoing(session);
      await get().nodes[0].login.endAll();
      await get().nodes[0].tokens.rotateKeys({ revoke: true });
      await expectEnded(session);
    });

    test.each<[string, (uid: string) => Promise<unknown>]>([
      [
        "another client",
        (uid) =>
          operations().update(registry.identityProviders, asOwner(), uid, { oidc: { clientId: "other" } }, [
            "oidc.client_id",
          ]),
      ],
      [
        "another issuer",
        (uid) =>
          operations().update(
            registry.identityProviders,
            asOwner(),
            uid,
            { oidc: { issuer: "https://login.example.com" } },
            ["oidc.issuer"],
          ),
      ],
      ["no more", (uid) => operations().delete(registry.identityProviders, asOwner(), uid)],
    ])("ends sessions when their identity provider is %s", async (_, change) => {
      const uid = await provide();
      const session = await logIn(get().nodes[0], uid, "changed");
      await expectGoing(session);
      await change(uid);
      await expectEnded(session);
    });

    describe("with refresh tokens of the identity provider", () => {
      let offline: string;
      beforeAll(async () => {
        offline = await provide({ additionalScopes: ["offline_access"] });
      });

      test("redeems them at a refresh, and ends the session once the provider ended the login", async () => {
        const session = await logIn(get().nodes[0], offline, "employee");
        const second = await refresh(session);
        const third = await refresh({ refreshToken: second.refreshToken.token });
        issuer.revokeRefreshTokens("employee");
        const last: Session = { ...third.token, refreshToken: third.refreshToken.token };
        await expectGoing(last);
        await expect(refresh(last)).rejects.toThrow("login ended the login; log in again");
        await expectEnded(last);
      });

      test("checks at a refresh that the person is still admitted, and updates the roles", async () => {
        const editor = builtInRole("editor").uid;
        const restricted = await provide({
          additionalScopes: ["offline_access"],
          requiredClaims: { hd: "example.com" },
          groupsClaim: "groups",
          roleMappings: [{ claimValue: "editors", roleUid: editor }],
        });
        issuer.setClaims("mover", { hd: "example.com", groups: ["editors"] });
        const session = await logIn(get().nodes[0], restricted, "mover");
        const { identityUid } = await callerWith(session.token);
        const rolesOf = async () => {
          const page = { filters: { identity: identityUid }, pageSize: 50, skip: 0 };
          const order = { key: "uid", descending: false } as const;
          const { items } = await operations().list(registry.roleBindings, asOwner(), { ...page, order });
          return items.map(({ roleUid }) => roleUid).sort();
        };
        expect(await rolesOf()).toEqual([viewer, editor].sort());
        issuer.setClaims("mover", { hd: "example.com", groups: [] });
        const second = await refresh(session);
        expect(await rolesOf()).toEqual([viewer]);
        issuer.setClaims("mover", { hd: "example.org" });
        const last: Session = { ...second.token, refreshToken: second.refreshToken.token };
        await expect(refresh(last)).rejects.toMatchObject({
          code: "PERMISSION_DENIED",
          message: expect.stringContaining("claim hd"),
        });
        await expectEnded(last);
      });

      test("stores them only encrypted", async () => {
        await logIn(get().nodes[0], offline, "sealed");
        const { db } = get().nodes[0].store;
        const rows = await db.query.selectFrom("sessions").select("upstream").where("provider", "=", offline).execute();
        expect(rows.length).toBeGreaterThan(0);
        // The issuer's tokens have 32 characters; encryption adds an initialization vector and a tag.
        for (const { upstream } of rows) expect(upstream).toMatch(/^[A-Za-z0-9_-]{60,}$/);
      });

      test("fails a refresh while the provider is unavailable, without ending the session", async () => {
        const own = await startIssuer();
        const uid = await provide({ issuer: own.issuer, additionalScopes: ["offline_access"] });
        const session = await logIn(get().nodes[0], uid, "waiting");
        const { port } = new URL(own.url);
        await own.close();
        await expect(refresh(session)).rejects.toMatchObject({ code: "UNAVAILABLE" });
        await expectGoing(session);
        const back = await startIssuer({ port: Number(port) });
        // The issuer forgets the login, which is how a provider reports an ended one.
        await expect(refresh(session)).rejects.toThrow("ended the login");
        await back.close();
      });
    });
  },
  { dev: true },
);
