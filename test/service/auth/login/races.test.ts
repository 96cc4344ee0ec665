import { createHash } from "node:crypto";
import { type Issuer, startIssuer } from "../../../../src/issuer";
import { builtInRole, registry } from "../../../../src/model";
import type { Platform } from "../../../../src/service";
import type { LoggedIn } from "../../../../src/service/auth/login/sessions";
import { singleUse } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";
import { logIn } from "./person";

/** Codes and refresh tokens that are used concurrently at several nodes: exactly one use is the first. */
const viewer = builtInRole("viewer").uid;
const verifier = "v".repeat(43);
const redirect = "http://localhost:1/callback";

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

onEveryStore(
  (get) => {
    /** Returns the results of running an action concurrently, three times at each node. */
    const everywhere = async <T>(work: (login: Platform["login"]) => Promise<T>) => {
      const nodes = get().nodes.flatMap(({ login }) => [login, login, login]);
      const outcomes = await Promise.allSettled(nodes.map(work));
      const failed = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
      return { failed, done: outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])) };
    };
    const create = async (definition: Parameters<Platform["operations"]["create"]>[0], body: object) => {
      const { nodes, organization } = get();
      const caller = { identityUid: organization.identityUid };
      return nodes[0].operations.create(definition, caller, organization.groupUid, { ...body });
    };
    const times = () => ({ now: new Date().toISOString(), expires: new Date(Date.now() + 3_600_000).toISOString() });
    const audiences = () => [get().nodes[0].baseUrl()];

    let loggedIn: LoggedIn;
    beforeAll(async () => {
      const oidc = { issuer: issuer.issuer, clientId: "platform", pkceEnabled: true };
      const { uid } = await create(registry.identityProviders, { name: "company", defaultRole: viewer, oidc });
      const { identityUid } = get().organization;
      const provider = { uid: String(uid), generation: 0 };
      loggedIn = { identityUid, provider, issuer: issuer.issuer, clientId: "platform" };
    });

    test("a single-use invite admits one person", async () => {
      const { code } = await create(registry.groupInvites, { roleUid: viewer, ttl: "3600s", singleUse: true });
      const aud = get().nodes[0].authUrl();
      const tokens = await Promise.all([1, 2, 3, 4, 5, 6].map((each) => issuer.sign({ sub: `person ${each}`, aud })));
      const { done, failed } = await everywhere((login) =>
        login.redeemInvite({ token: tokens.pop()!, code: String(code) }),
      );
      expect(done).toEqual([expect.objectContaining({ roleUid: viewer })]);
      expect(failed).toEqual(Array(5).fill("INVALID_ARGUMENT"));
    });

    test("a login code creates one session", async () => {
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      await singleUse.put(get().nodes[0].store.db, "code", "the code", { ...loggedIn, redirect, challenge }, times());
      const request = { code: "the code", verifier, redirect, audiences: audiences() };
      const { done, failed } = await everywhere((login) => login.redeem(request));
      expect(done).toHaveLength(1);
      expect(failed).toEqual(Array(5).fill("UNAUTHENTICATED"));
    });

    test("a headless login creates one session", async () => {
      const { db } = get().nodes[0].store;
      await singleUse.put(db, "poll", "the code", { userCode: "BCDF-GHJK" }, times());
      await singleUse.put(db, "logged in", "BCDF-GHJK", loggedIn, times());
      const { done } = await everywhere((login) => login.poll({ code: "the code", audiences: audiences() }));
      expect(done.filter((session) => session !== undefined)).toHaveLength(1);
    });

    test("a refresh token is exchanged once, and reuse ends its session", async () => {
      const session = await logIn(get().nodes[0], loggedIn.provider.uid, "racing");
      const refresh = (secret: string) => (login: Platform["login"]) =>
        login.refresh({ token: secret, audiences: audiences() });
      const { done, failed } = await everywhere(refresh(session.refreshToken));
      expect(done).toHaveLength(1);
      expect(failed).toEqual(Array(5).fill("UNAUTHENTICATED"));
      expect((await everywhere(refresh(done[0]!.refreshToken.token))).done).toEqual([]);
    });
  },
  { dev: true },
);
