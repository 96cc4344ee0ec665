import { randomBytes } from "node:crypto";
import { type Issuer, startIssuer } from "../../../src/issuer";
import { builtInRole, session as definition, registry } from "../../../src/model";
import { openPlatform } from "../../../src/service";
import { callerOf } from "../../../src/service/auth/caller";
import { refreshTokens } from "../../../src/service/store";
import { logIn } from "../auth/login/person";
import { onEveryStore } from "../every-store";
import { restoreEarlierTables } from "./earlier-tables";

/** Logins stored by the last version without sessions, as refresh tokens only, become sessions. */

const DAY_MS = 24 * 60 * 60 * 1000;

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

onEveryStore(
  (get) => {
    test("a login of a version without sessions can be refreshed, listed and revoked", async () => {
      const { nodes, organization, data } = get();
      const owner = { identityUid: organization.identityUid };
      const provider = String(
        (
          await nodes[0].operations.create(registry.identityProviders, owner, organization.groupUid, {
            name: "login",
            defaultRole: builtInRole("viewer").uid,
            oidc: { issuer: issuer.issuer, clientId: "platform", pkceEnabled: true },
          })
        ).uid,
      );
      const { token } = await logIn(nodes[0], provider, "person");
      const { identityUid } = await nodes[0].tokens.verifyAccessToken(token);
      const { db } = nodes[0].store;

      // As the earlier version left them: no sessions, and the login in the data of its refresh tokens, one of them
      // used.
      await db.query.schema.dropTable("sessions").execute();
      await db.query.deleteFrom("refresh_tokens").execute();
      await db.query.deleteFrom("migrations").where("name", ">=", "0008").execute();
      const now = Date.now();
      const at = (milliseconds: number) => new Date(milliseconds).toISOString();
      const until = now + 29 * DAY_MS;
      const loggedIn = { identityUid, generation: 0, provider, until };
      const add = async (session: string, login: object) => {
        const secret = randomBytes(32).toString("base64url");
        await refreshTokens.add(db, { secret, session, data: login, expires: at(now + 6 * DAY_MS), now: at(now) });
        return secret;
      };
      const [kept, revoked] = ["kept", "revoked"];
      const used = await add(kept, loggedIn);
      await db.query.updateTable("refresh_tokens").set({ used: 1 }).where("session", "=", kept).execute();
      const going = await add(kept, loggedIn);
      const other = await add(revoked, loggedIn);
      const orphan = await add("orphan", { ...loggedIn, provider: `${organization.groupUid}/${"0".repeat(16)}` });

      await restoreEarlierTables(db);

      const node = await openPlatform({ data, dev: true });
      const origin = { peer: "::1", forwardedFor: undefined };
      const callerWith = (bearer: string) =>
        callerOf(node, { authorization: `Bearer ${bearer}`, origin, requestId: "1" });
      const refresh = (secret: string) => node.login.refresh({ token: secret, audiences: [node.baseUrl()] });
      const list = async (bearer: string) =>
        (
          await node.operations.list(definition, await callerWith(bearer), {
            filters: {},
            pageSize: 10,
            skip: 0,
            order: { key: "uid", descending: false },
          })
        ).items;

      const refreshed = await refresh(going);
      const sessions = await list(refreshed.token.token);
      const shared = { identityUid, identityProviderUid: provider, createTime: at(now - DAY_MS) };
      expect(sessions).toHaveLength(2);
      expect(sessions).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...shared, current: true }),
          expect.objectContaining({
            ...shared,
            current: false,
            lastUsedTime: at(now - DAY_MS),
            expirationTime: at(now + 6 * DAY_MS),
          }),
        ]),
      );

      const ended = { code: "UNAUTHENTICATED" };
      const last = sessions.find(({ current }) => current === false)!;
      await node.operations.delete(definition, await callerWith(refreshed.token.token), String(last.uid));
      await expect(refresh(other)).rejects.toMatchObject(ended);
      await expect(refresh(orphan)).rejects.toMatchObject(ended);
      expect(await list(refreshed.token.token)).toHaveLength(1);

      // A token used before the upgrade was stolen: its reuse ends the session and its tokens.
      await expect(refresh(used)).rejects.toMatchObject(ended);
      await expect(list(refreshed.token.token)).rejects.toMatchObject(ended);
      await expect(refresh(refreshed.refreshToken.token)).rejects.toMatchObject(ended);
      await node.close();
    });
  },
  { dev: true },
);
