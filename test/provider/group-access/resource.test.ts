import type { PlatformClient } from "../../../src/client";
import { builtInRole, groupAccess } from "../../../src/model";
import {
  type Diagnostic,
  type ManagedResource,
  type PlanResult,
  unknown,
  type ValueRecord,
} from "../../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { configuredProvider, context, refusalOf, Subject } from "../in-process";
import { recordOf } from "../records";

const [viewer, editor, owner] = [builtInRole("viewer").uid, builtInRole("editor").uid, builtInRole("owner").uid];
const noBytes = new Uint8Array();

let platform: TestPlatform;
let client: PlatformClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
});
afterAll(() => platform.close());

/** A run of Terraform: each command configures the provider again. */
class Run {
  private constructor(readonly resource: ManagedResource) {}

  static async start(token = platform.token): Promise<Run> {
    const provider = await configuredProvider(platform.baseUrl, token);
    return new Run(provider.resources.platform_group_access!);
  }

  async plan(given: ValueRecord, prior: ValueRecord | null = null): Promise<PlanResult> {
    const config = recordOf(groupAccess, given);
    const request = { prior, proposed: config, config, priorPrivate: noBytes, priorIdentity: null };
    return this.resource.plan!(request, context());
  }

  /** Applies a plan; `later` is the configuration if values of the plan's were unknown. */
  async apply(plan: PlanResult, given: ValueRecord, prior: ValueRecord | null = null): Promise<ValueRecord> {
    const config = recordOf(groupAccess, given);
    const planned: ValueRecord = { ...plan.planned, group_uid: config.group_uid!, grants: config.grants! };
    const change = { planned, config, plannedPrivate: plan.private ?? noBytes, plannedIdentity: null };
    const { state } = await (prior
      ? this.resource.update({ ...change, prior }, context())
      : this.resource.create(change, context()));
    return state;
  }

  async read(state: ValueRecord): Promise<ValueRecord> {
    const result = await this.resource.read({ state, private: noBytes, identity: null }, context());
    return result!.state!;
  }

  async delete(prior: ValueRecord): Promise<readonly Diagnostic[]> {
    return (await this.resource.delete({ prior, private: noBytes, identity: null }, context())) ?? [];
  }
}

async function planned(given: ValueRecord, prior: ValueRecord | null = null, token?: string): Promise<PlanResult> {
  return (await Run.start(token)).plan(given, prior);
}

async function applied(given: ValueRecord, prior: ValueRecord | null = null): Promise<ValueRecord> {
  const plan = await planned(given, prior);
  return (await Run.start()).apply(plan, given, prior);
}

let count = 0;

async function newGroup(): Promise<string> {
  count += 1;
  return (await client.groups.create(platform.groupUid, { name: `group ${count}` })).uid;
}

async function newIdentity(name: string): Promise<string> {
  const claimMatch = { issuer: "https://issuer.example.com", subject: name };
  return (await client.identities.create(platform.groupUid, { name, claimMatch })).uid;
}

const bind = (group: string, identityUid: string, roleUid: string) =>
  client.roleBindings.create(group, { identityUid, roleUid });

const grant = (identity_uid: unknown, role_uid: unknown = viewer) => ({ identity_uid, role_uid }) as ValueRecord;

async function bindingsOf(group: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { identity, role } of client.roleBindings.list({ childrenOf: group }))
    found.push(`${identity.name} ${role.name}`);
  return found.sort();
}

test("adopts bindings, creates missing ones and removes those that the plan names", async () => {
  const group_uid = await newGroup();
  const [alice, bob, eve] = await Promise.all(["alice", "bob", "eve"].map(newIdentity));
  const kept = await bind(group_uid, alice!, viewer);
  const stranger = await bind(group_uid, eve!, editor);
  const given = { group_uid, grants: [grant(alice), grant(bob, editor)] };

  const plan = await planned(given);
  const removed = { uid: stranger.uid, identity_uid: eve, identity_name: "eve", role_uid: editor, role_name: "editor" };
  expect(plan.planned.removed_bindings).toEqual([removed]);
  expect(plan.diagnostics).toMatchObject([
    {
      severity: "warning",
      summary: `This removes 1 role binding of ${group_uid}`,
      detail: `The grants do not contain:\n  - editor for eve (${stranger.uid})`,
    },
  ]);
  expect(await bindingsOf(group_uid)).toEqual(["alice viewer", "eve editor"]);

  const before = platform.requests.length;
  const state = await (await Run.start()).apply(plan, given);
  expect(state).toMatchObject({ id: group_uid, group_uid, grants: given.grants, removed_bindings: [removed] });
  const changes = platform.requests.slice(before).filter(({ method }) => method !== "GET");
  expect(changes.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
  expect(await bindingsOf(group_uid)).toEqual(["alice viewer", "bob editor"]);
  expect((await client.roleBindings.get(kept.uid)).uid).toBe(kept.uid);

  // A refresh without differences returns the state itself, and the next plan has no changes.
  const refreshed = await (await Run.start()).read(state);
  expect(refreshed).toBe(state);
  expect((await planned(given, state)).planned).toBe(state);
});

test("shows bindings that were added elsewhere as removed, and deleted ones as added", async () => {
  const group_uid = await newGroup();
  const [ann, ben, cal] = await Promise.all(["ann", "ben", "cal"].map(newIdentity));
  const given = { group_uid, grants: [grant(ann), grant(ben)] };
  const state = await applied(given);
  const added = await bind(group_uid, cal!, owner);
  for await (const { uid, identityUid } of client.roleBindings.list({ childrenOf: group_uid }))
    if (identityUid === ben) await client.roleBindings.delete(uid);

  const drifted = await (await Run.start()).read(state);
  expect(
    (drifted.grants as readonly ValueRecord[]).map(({ identity_uid, role_uid }) => [identity_uid, role_uid]),
  ).toEqual(
    expect.arrayContaining([
      [ann, viewer],
      [cal, owner],
    ]),
  );
  expect(drifted.grants).toHaveLength(2);
  const plan = await planned(given, drifted);
  expect(plan.planned.grants).toMatchObject(given.grants);
  expect(plan.planned.removed_bindings).toMatchObject([{ uid: added.uid, identity_name: "cal", role_name: "owner" }]);
  await (await Run.start()).apply(plan, given, drifted);
  expect(await bindingsOf(group_uid)).toEqual(["ann viewer", "ben viewer"]);
});

test("changes nothing if the group has a binding that the plan does not remove", async () => {
  const group_uid = await newGroup();
  const [dan, dot] = await Promise.all(["dan", "dot"].map(newIdentity));
  const given = { group_uid, grants: [grant(dan)] };
  const plan = await planned(given);
  const late = await bind(group_uid, dot!, editor);
  const [error] = await refusalOf(async () => (await Run.start()).apply(plan, given));
  expect(error).toMatchObject({
    summary: "The group has role bindings that the plan does not remove",
    detail: expect.stringContaining(`editor for dot (${late.uid})`),
  });
  expect(await bindingsOf(group_uid)).toEqual(["dot editor"]);

  // A group that only the apply knows may have bindings too, which no plan could name.
  const early = await planned({ group_uid: unknown, grants: given.grants } as ValueRecord);
  expect(early.planned.removed_bindings).toBe(unknown);
  expect((await refusalOf(async () => (await Run.start()).apply(early, given)))[0]).toMatchObject({
    summary: "The group has role bindings that the plan does not remove",
  });
});

test("names bindings that an unknown grant may turn out to be, and removes only those that it is not", async () => {
  const group_uid = await newGroup();
  const [fay, flo, fred] = (await Promise.all(["fay", "flo", "fred"].map(newIdentity))) as [string, string, string];
  await bind(group_uid, flo, viewer);
  await bind(group_uid, fred, viewer);
  await bind(group_uid, fred, editor);
  const given = { group_uid, grants: [grant(fay), grant(unknown)] };
  const plan = await planned(given);
  expect(plan.planned.removed_bindings).toBe(unknown);
  expect(plan.diagnostics?.map(({ summary }) => summary)).toEqual([
    `This removes 1 role binding of ${group_uid}`,
    `This may remove 2 role bindings of ${group_uid}`,
  ]);
  const later = { group_uid, grants: [grant(fay), grant(flo)] };
  const state = await (await Run.start()).apply(plan, later);
  expect(await bindingsOf(group_uid)).toEqual(["fay viewer", "flo viewer"]);
  expect((state.removed_bindings as readonly ValueRecord[]).map(({ role_name }) => role_name).sort()).toEqual([
    "editor",
    "viewer",
  ]);
});

test("treats an expiry that the grants do not state as a difference, and names it when it adopts", async () => {
  const group_uid = await newGroup();
  const gwen = await newIdentity("gwen");
  const expirationTime = new Date(Date.now() + 864e5).toISOString();
  const body = { identityUid: gwen, roleUid: viewer, expirationTime };
  const { uid } = await client.roleBindings.create(group_uid, body);
  const given = { group_uid, grants: [grant(gwen)] };
  const plan = await planned(given);
  expect(plan.diagnostics).toMatchObject([
    {
      severity: "warning",
      summary: `This changes 1 role binding of ${group_uid}`,
      detail: `They differ from the grants:\n  - viewer for gwen (${uid}): expiration_time`,
    },
  ]);
  await (await Run.start()).apply(plan, given);
  expect(Date.parse(String((await client.roleBindings.get(uid)).expirationTime ?? ""))).toBeNaN();
});

test("rejects a repeated grant, a grant without a role, and no grants", async () => {
  const { resource } = await Run.start();
  const problems = (grants: readonly ValueRecord[]) =>
    (
      resource.validate!(
        recordOf(groupAccess, { group_uid: platform.groupUid, grants }),
        context(),
      ) as readonly Diagnostic[]
    ).map(({ detail }) => detail);
  const me = platform.identityUid;
  expect(problems([grant(me), grant(me, editor)])).toEqual([]);
  expect(problems([grant(me), grant(me)])).toEqual([
    `grants is a duplicate: another element has identity_uid "${me}" and role_uid "${viewer}".`,
  ]);
  expect(problems([grant(me, null)])).toEqual(["grants is required."]);
  expect(problems([])).toEqual(["grants must have at least 1 element."]);
  expect(problems([grant("alice")])).toEqual([expect.stringContaining('is "alice", which must be a uid')]);
});

test("refuses to take the capabilities to manage bindings from the caller, in the plan and in the apply", async () => {
  const group_uid = await newGroup();
  const me = await newIdentity("admin");
  const own = await bind(group_uid, me, owner);
  const token = await platform.tokenFor(me);
  const given = { group_uid, grants: [grant(platform.identityUid, owner)] };
  const [error] = await refusalOf(() => planned(given, null, token));
  expect(error).toMatchObject({
    summary: "The change would lock out the group",
    detail: expect.stringContaining(
      `own identity ${me} would lose role_bindings.create and role_bindings.delete in ${group_uid}, and could not restore it: owner for ${me} (${own.uid}) would be removed`,
    ),
  });
  // The organization's owner keeps its access through the organization.
  const plan = await planned(given);
  expect(plan.planned.removed_bindings).toMatchObject([{ uid: own.uid }]);
  expect((await refusalOf(async () => (await Run.start(token)).apply(plan, given)))[0]).toMatchObject({
    summary: "The change would lock out the group",
  });
});

test("refuses to remove the last owner of an organization, also by deletion", async () => {
  const group_uid = platform.groupUid;
  const keeper = await newIdentity("keeper");
  const capabilities = [
    "role_bindings.create",
    "role_bindings.delete",
    "role_bindings.list",
    "groups.list",
    "roles.list",
  ] as const;
  const role = await client.roles.create(group_uid, { name: "keeper", capabilities: [...capabilities] });
  await bind(group_uid, keeper, role.uid);
  const token = await platform.tokenFor(keeper);
  const [error] = await refusalOf(() => planned({ group_uid, grants: [grant(keeper, role.uid)] }, null, token));
  expect(error).toMatchObject({ detail: expect.stringContaining(`The group ${group_uid} would have no owner`) });

  const { state } = (await (await Run.start()).resource.importState!({ id: group_uid, identity: null }, context()))
    .resources[0]!;
  const imported = await (await Run.start()).read(recordOf(groupAccess, state));
  const refused = await refusalOf(async () => (await Run.start()).delete(imported));
  expect(refused.map(({ summary }) => summary)).toContain("The change would lock out the group");
  expect(await bindingsOf(group_uid)).toContain("keeper keeper");
});

test("deletes the bindings in the state, and leaves others with a warning", async () => {
  const group_uid = await newGroup();
  const [gil, gus] = await Promise.all(["gil", "gus"].map(newIdentity));
  const state = await applied({ group_uid, grants: [grant(gil)] });
  const other = await bind(group_uid, gus!, viewer);
  expect(await (await Run.start()).delete(state)).toMatchObject([
    {
      severity: "warning",
      summary: `1 role binding of ${group_uid} was not deleted`,
      detail: expect.stringContaining(`viewer for gus (${other.uid})`),
    },
  ]);
  expect(await bindingsOf(group_uid)).toEqual(["gus viewer"]);

  await client.groups.delete(group_uid);
  const gone = await (await Run.start()).resource.read({ state, private: noBytes, identity: null }, context());
  expect(gone).toMatchObject({ state: null, diagnostics: [{ severity: "warning" }] });
});

test("keeps the state if the bindings may be hidden, and refuses to plan", async () => {
  const group_uid = await newGroup();
  const outsider = await newIdentity("outsider");
  const state = await applied({ group_uid, grants: [grant(outsider)] });
  const empty = await newGroup();
  const token = await platform.tokenFor(await newIdentity("stranger"));
  const [error] = await refusalOf(async () => (await Run.start(token)).read(state));
  expect(error).toMatchObject({ summary: "The group access is not visible to this identity" });
  expect(
    (await refusalOf(() => planned({ group_uid: empty, grants: [grant(outsider)] }, null, token)))[0],
  ).toMatchObject({
    summary: "The role bindings of the group are not visible to this identity",
  });
});

test("refreshes 1,000 bindings with at most 6 requests", async () => {
  const group_uid = await newGroup();
  const roles = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.roles.create(platform.groupUid, { name: `role ${index}`, capabilities: ["groups.list"] }),
    ),
  );
  const identities = await Promise.all(Array.from({ length: 50 }, (_, index) => newIdentity(`many ${index}`)));
  await Promise.all(identities.flatMap((identity) => roles.map(({ uid }) => bind(group_uid, identity, uid))));
  const grants = identities.flatMap((identity) => roles.map(({ uid }) => grant(identity, uid)));
  const given = { group_uid, grants };
  const state = await applied(given);
  const run = await Run.start();
  const before = platform.requests.length;
  expect(await run.read(state)).toBe(state);
  expect(platform.requests.length - before).toBeLessThanOrEqual(6);
  expect((await run.plan(given, state)).planned).toBe(state);
  expect(platform.requests.length - before).toBeLessThanOrEqual(6);
});

describe("in one run", () => {
  const both = async () => {
    const provider = await configuredProvider(platform.baseUrl, platform.token);
    return { whole: new Subject(provider, "GroupAccess"), single: new Subject(provider, "RoleBinding") };
  };
  const mixed = "platform_group_access and platform_role_binding manage role bindings of the same group";

  test("rejects single role bindings of the same group, in either order", async () => {
    const group_uid = await newGroup();
    const hal = await newIdentity("hal");
    const binding = { group_uid, identity_uid: hal, role_uid: viewer };
    const access = { group_uid, grants: [grant(hal)] };
    const first = await both();
    await first.single.warnings(binding);
    const detail = expect.stringContaining(`role ${viewer} for identity ${hal}`);
    expect(await refusalOf(() => first.whole.warnings(access))).toMatchObject([{ summary: mixed, detail }]);
    const second = await both();
    await second.whole.warnings(access);
    expect(await refusalOf(() => second.single.warnings(binding))).toMatchObject([{ summary: mixed, detail }]);
    expect(await second.single.warnings({ ...binding, group_uid: await newGroup() })).toEqual([]);
  });

  test("rejects a role binding whose group is known only at apply", async () => {
    const group_uid = await newGroup();
    const ida = await newIdentity("ida");
    const { whole, single } = await both();
    const later = { group_uid, identity_uid: ida, role_uid: editor };
    await whole.apply({ group_uid: unknown, grants: [grant(ida)] } as ValueRecord, null, {
      group_uid,
      grants: [grant(ida)],
    });
    const refused = await refusalOf(() => single.apply({ ...later, group_uid: unknown } as ValueRecord, null, later));
    expect(refused).toMatchObject([{ summary: mixed }]);
  });

  test("rejects a second resource of the same group, and accepts a replacement", async () => {
    const group_uid = await newGroup();
    const given = { group_uid, grants: [grant(await newIdentity("jan"))] };
    const other = { group_uid, grants: [grant(await newIdentity("jim"))] };
    const twice = "Two platform_group_access manage the same group";
    const run = await Run.start();
    await run.plan(given);
    expect(await refusalOf(() => run.plan(given))).toMatchObject([{ summary: twice }]);
    const state = await applied(given);
    const next = await Run.start();
    await next.plan(given, state);
    await next.plan(given);
    expect(await refusalOf(() => next.plan(other))).toMatchObject([{ summary: twice }]);
  });

  test("does not delete a role binding that the resource has taken over", async () => {
    const group_uid = await newGroup();
    const kim = await newIdentity("kim");
    const binding = { group_uid, identity_uid: kim, role_uid: viewer };
    const state = await (await both()).single.apply(binding);
    const { whole, single } = await both();
    await whole.apply({ group_uid, grants: [grant(kim)] });
    expect(await refusalOf(() => single.delete(state))).toMatchObject([
      { summary: "The role binding is now managed by platform_group_access" },
    ]);
    expect(await bindingsOf(group_uid)).toEqual(["kim viewer"]);
  });
});
