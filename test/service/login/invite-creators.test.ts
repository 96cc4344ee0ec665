import { builtInRole } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { describeWith, freshDatabase } from "../../engines";
import { post } from "./browser";

/** An invite is worth what its creator still has. */

function suite(data: () => Promise<string>): void {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ data: await data() });
  });
  afterAll(() => platform.close());

  /** An invite by someone who may invite editors to a group. */
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
    ["had every token revoked", ({ creator }) => platform.client().revokeTokens(creator), /tokens were revoked since/],
  ])("it is refused once its creator %s", async (_, change, reason) => {
    const made = await invited();
    expect((await redeem(made.code)).status).toBe(200);
    await change(made);
    expect(await redeem(made.code)).toMatchObject(denied(reason));
  });

  test("it is refused where no creator is recorded, as those of earlier versions are", async () => {
    const made = await invited();
    const { db } = platform.platform.store;
    const { data } = await db
      .selectFrom("resources")
      .select("data")
      .where("uid", "=", made.invite)
      .executeTakeFirstOrThrow();
    const { creator: _creator, ...earlier } = JSON.parse(data);
    await db
      .updateTable("resources")
      .set({ data: JSON.stringify(earlier) })
      .where("uid", "=", made.invite)
      .execute();
    expect(await redeem(made.code)).toMatchObject(denied(/created before the service recorded who creates invites/));
  });
}

describe("on SQLite", () => suite(async () => ":memory:"));
describeWith(["postgresql"], "on PostgreSQL", () => suite(freshDatabase));
