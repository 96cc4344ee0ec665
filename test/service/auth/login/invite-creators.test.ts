import { builtInRole } from "../../../../src/model";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { describeWith, freshDatabase } from "../../../engines";
import { post } from "./browser";
import { peopleOf } from "./people-of";

/** An invite is limited by its creator's current permissions. */

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
  });
  afterAll(() => platform.close());

  /** Creates an invite as an identity that may invite editors to a group. */
  async function invited() {
    const { uid: groupUid } = await platform.client().groups.create(platform.groupUid, { name: "invited" });
    const claimMatch = { issuer: platform.issuer.issuer, subject: `inviter-${groupUid.slice(-16)}` };
    const creator = await platform.client().identities.create(platform.groupUid, { name: "inviter", claimMatch });
    const { uid: role } = await platform.client().roles.create(groupUid, {
      name: "inviter",
      capabilities: ["groups.list", "roles.list", "group_invites.create", "role_bindings.create"],
    });
    const grant = (roleUid: string) =>
      platform.client().roleBindings.create(groupUid, { identityUid: creator.uid, roleUid });
    const [asEditor, asInviter] = [await grant(builtInRole("editor").uid), await grant(role)];
    const client = platform.client(await platform.tokenFor(creator.uid));
    const { uid: invite, code } = await client.groupInvites.create(groupUid, {
      roleUid: builtInRole("editor").uid,
      ttl: "3600s",
    });
    return {
      invite,
      groupUid,
      creator: creator.uid,
      asEditor: asEditor.uid,
      asInviter: asInviter.uid,
      role,
      code: code!,
    };
  }
  const redeem = async (code: string) =>
    post<{ readonly message: string }>(
      `${platform.authUrl}/auth/v1/register`,
      { code },
      await platform.identityToken("invitee"),
    );
  const refreshed = async (people: ReturnType<typeof peopleOf>, provider: string) => {
    const { refreshToken: token } = await people.logIn(provider, "chief");
    return platform.platform.login.refresh({ token, audiences: [platform.baseUrl] });
  };
  const denied = (reason: RegExp) => ({ status: 403, body: { message: expect.stringMatching(reason) } });

  test.each<[string, (made: Awaited<ReturnType<typeof invited>>) => Promise<unknown>, RegExp]>([
    [
      "lost a capability of the role",
      ({ asEditor }) => platform.client().roleBindings.delete(asEditor),
      /its creator no longer has \S+ in the group/,
    ],
    [
      "may invite nobody now",
      ({ asInviter }) => platform.client().roleBindings.delete(asInviter),
      /no longer has group_invites.create/,
    ],
    [
      "may bind nobody now",
      ({ role }) => platform.client().roles.update(role, { capabilities: ["group_invites.create"] }),
      /no longer has role_bindings.create/,
    ],
    [
      "was deleted",
      ({ creator }) => platform.client().identities.delete(creator),
      /its creator was deleted or disabled/,
    ],
    [
      "is disabled",
      ({ creator }) => platform.client().identities.update(creator, { disabled: true }),
      /deleted or disabled/,
    ],
    ["had every token revoked", ({ creator }) => platform.client().revokeTokens(creator), /tokens were revoked/],
  ])("rejects it once its creator %s", async (_, change, reason) => {
    const made = await invited();
    expect((await redeem(made.code)).status).toBe(200);
    await change(made);
    expect(await redeem(made.code)).toMatchObject(denied(reason));
  });

  describe.each<[string, (made: ReturnType<typeof peopleOf>, provider: string) => Promise<string>]>([
    [
      "exchanged a token with an identity provider",
      async (people, identity_provider) => (await people.exchange({ identity_provider }, { sub: "chief" })).body.token,
    ],
    ["logged in", async (people, provider) => (await people.logIn(provider, "chief")).token],
    ["refreshed a login", async (people, provider) => (await refreshed(people, provider)).token.token],
  ])("by an identity that %s", (_, tokenFrom) => {
    async function invitedByPerson() {
      const people = peopleOf(platform, builtInRole("owner").uid);
      const provider = await people.providerWith({});
      const token = await tokenFrom(people, provider);
      const invite = { roleUid: builtInRole("owner").uid, ttl: "3600s" };
      const { code } = await platform.client(token).groupInvites.create(platform.groupUid, invite);
      return { people, provider, token, code: code! };
    }

    test.each<[string, (made: Awaited<ReturnType<typeof invitedByPerson>>) => Promise<unknown>]>([
      [
        "requires another claim",
        ({ people, provider }) =>
          platform.client().identityProviders.update(provider, {
            oidc: { ...people.honest, requiredClaims: { hd: "example.com" } },
          }),
      ],
      [
        "has another client",
        ({ people, provider }) =>
          platform.client().identityProviders.update(provider, { oidc: { ...people.honest, clientId: "replaced" } }),
      ],
      ["was deleted", ({ provider }) => platform.client().identityProviders.delete(provider)],
    ])("rejects it once the identity provider %s", async (_title, change) => {
      const made = await invitedByPerson();
      expect((await redeem(made.code)).status).toBe(200);
      await change(made);
      expect(await redeem(made.code)).toMatchObject(denied(/identity provider was changed or deleted/));
    });
  });

  test("accepts it after its creator's session has ended", async () => {
    const people = peopleOf(platform, builtInRole("owner").uid);
    const { token, refreshToken } = await people.logIn(await people.providerWith({}), "chief");
    const client = platform.client(token);
    const invite = { roleUid: builtInRole("owner").uid, ttl: "3600s" };
    const { code } = await client.groupInvites.create(platform.groupUid, invite);
    await platform.platform.login.end(refreshToken);
    await expect(client.groups.get(platform.groupUid)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect((await redeem(code!)).status).toBe(200);
  });

  test("rejects an invite without a recorded creator, as from earlier versions", async () => {
    const made = await invited();
    const { db } = platform.platform.store;
    const { data } = await db.query
      .selectFrom("resources")
      .select("data")
      .where("uid", "=", made.invite)
      .executeTakeFirstOrThrow();
    const { creator: _creator, ...earlier } = JSON.parse(data);
    await db.query
      .updateTable("resources")
      .set({ data: JSON.stringify(earlier) })
      .where("uid", "=", made.invite)
      .execute();
    expect(await redeem(made.code)).toMatchObject(denied(/its creator is unknown because an earlier version/));
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
