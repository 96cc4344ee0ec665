import { bindingCapabilities } from "../../../src/access";
import type { PlatformClient } from "../../../src/client";
import { builtInRole, capabilities, groupAccess } from "../../../src/model";
import { DiagnosticsError, type ValueRecord } from "../../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { Random, seedOf } from "../../faults/random";
import { configuredProvider, context, refusalOf } from "../in-process";
import { recordOf } from "../records";

let platform: TestPlatform;
let client: PlatformClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
});
afterAll(() => platform.close());

const needed = ["role_bindings.list", "groups.list", "roles.list", "identity.list"] as const;

/** Whether an identity of the test has all capabilities in a group, as the service decides. */
async function isOwner(token: string, group: string): Promise<boolean> {
  return (await platform.client(token).testCapabilities(group, capabilities)).length === capabilities.length;
}

test.each(Array.from({ length: 12 }, (_, index) => index))(
  "refuses exactly the changes after which the service would lock out the caller, case %i",
  async (index) => {
    const random = new Random(seedOf(4, index));
    const name = `case ${index}`;
    const outer = (await client.groups.create(platform.groupUid, { name })).uid;
    const group = (await client.groups.create(outer, { name })).uid;
    const claimMatch = (subject: string) => ({ issuer: "https://issuer.example.com", subject: `${name} ${subject}` });
    const identity = async (subject: string) =>
      (await client.identities.create(platform.groupUid, { name: subject, claimMatch: claimMatch(subject) })).uid;
    const [me, other] = [await identity("me"), await identity("other")];
    const role = async (has: readonly (typeof capabilities)[number][]) =>
      (await client.roles.create(platform.groupUid, { name, capabilities: [...new Set([...needed, ...has])] })).uid;
    const manager = await role(bindingCapabilities);
    const roles = [builtInRole("owner").uid, manager, await role([random.pick(bindingCapabilities)]), await role([])];
    const reader = await role([]);
    const bind = (at: string, identityUid: string, roleUid: string) =>
      client.roleBindings.create(at, { identityUid, roleUid });
    // Visible, so that the plan knows everything.
    await bind(platform.groupUid, me, reader);
    if (random.chance(0.3)) await bind(outer, me, random.pick(roles));
    const before = new Set([roles[0]!, random.pick(roles)]);
    for (const each of before) await bind(group, me, each);
    const grants = [
      { identity_uid: other, role_uid: random.pick(roles) },
      ...roles.filter(() => random.chance(0.3)).map((role_uid) => ({ identity_uid: me, role_uid })),
    ];

    const token = await platform.tokenFor(me);
    const allowed = () => platform.client(token).testCapabilities(group, bindingCapabilities);
    const had = await allowed();
    const provider = await configuredProvider(platform.baseUrl, token);
    const config = recordOf(groupAccess, { group_uid: group, grants } as ValueRecord);
    const bytes = new Uint8Array();
    const request = { prior: null, proposed: config, config, priorPrivate: bytes, priorIdentity: null };
    const plan = async () => provider.resources.platform_group_access!.plan!(request, context());
    const isRefused = await plan().then(
      () => false,
      (error) => {
        expect(error).toBeInstanceOf(DiagnosticsError);
        return true;
      },
    );

    // The organization's owner makes the change.
    for await (const { uid } of client.roleBindings.list({ childrenOf: group })) await client.roleBindings.delete(uid);
    for (const { identity_uid, role_uid } of grants) await bind(group, identity_uid, role_uid);
    const has = await allowed();
    expect(isRefused).toBe(had.some((each) => !has.includes(each)));
    // The organization's owner owns the group too, so that no change leaves it without one.
    expect(await isOwner(platform.token, group)).toBe(true);
  },
);

test("does not count an expired role binding as that of an owner", async () => {
  const days = (count: number) => count * 864e5;
  // The service accepts an expiry that has passed for the provider.
  const earlier = await startPlatform({ clock: () => Date.now() - days(2) });
  try {
    const owning = earlier.client();
    const group = earlier.groupUid;
    const identity = async (name: string) => {
      const claimMatch = { issuer: "https://issuer.example.com", subject: name };
      return (await owning.identities.create(group, { name, claimMatch })).uid;
    };
    const [manager, former] = [await identity("manager"), await identity("former")];
    const has = [...bindingCapabilities, ...needed];
    const { uid: role } = await owning.roles.create(group, { name: "manager", capabilities: has });
    await owning.roleBindings.create(group, { identityUid: manager, roleUid: role });
    const expirationTime = new Date(Date.now() - days(1)).toISOString();
    const owner = builtInRole("owner").uid;
    await owning.roleBindings.create(group, { identityUid: former, roleUid: owner, expirationTime });
    const provider = await configuredProvider(earlier.baseUrl, await earlier.tokenFor(manager));
    const grants = [
      { identity_uid: manager, role_uid: role },
      { identity_uid: former, role_uid: owner, expiration_time: expirationTime },
    ];
    const config = recordOf(groupAccess, { group_uid: group, grants } as ValueRecord);
    const bytes = new Uint8Array();
    const request = { prior: null, proposed: config, config, priorPrivate: bytes, priorIdentity: null };
    expect(
      await refusalOf(async () => provider.resources.platform_group_access!.plan!(request, context())),
    ).toMatchObject([{ detail: expect.stringContaining(`The group ${group} would have no owner`) }]);
  } finally {
    await earlier.close();
  }
});
