import type { PlatformClient } from "../../../src/client";
import { builtInRole } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { type DynamicProvider, makeProject, type Project, providerTexts, startDynamicProvider } from "./project";

type Properties = Readonly<Record<string, unknown>>;

const [viewer, editor, owner] = [builtInRole("viewer").uid, builtInRole("editor").uid, builtInRole("owner").uid];
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

let platform: TestPlatform;
let client: PlatformClient;
let project: Project;
let texts: Readonly<Record<string, string>>;
let pulumi: DynamicProvider;

beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
  project = makeProject();
  texts = providerTexts(project);
  pulumi = await startDynamicProvider(project, {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    ...platform.environment(),
  });
});
afterAll(async () => {
  await pulumi.stop();
  await platform.close();
  project.remove();
});

const of = (properties: Properties, kind = "GroupAccess"): Properties => ({ ...properties, __provider: texts[kind] });

const newGroup = async (name: string) => (await client.groups.create(platform.groupUid, { name })).uid;

async function newIdentity(name: string): Promise<string> {
  const claimMatch = { issuer: "https://issuer.example.com", subject: name };
  return (await client.identities.create(platform.groupUid, { name, claimMatch })).uid;
}

async function bindingsOf(group: string): Promise<string[]> {
  const { items } = await client.roleBindings.page({ childrenOf: group });
  return items.map(({ identity, role }) => `${identity.name} ${role.name}`).sort();
}

it("names what a create would remove, and removes it only if told to", async () => {
  const groupUid = await newGroup("adopted");
  const [ann, eve] = [await newIdentity("ann"), await newIdentity("eve")];
  await client.roleBindings.create(groupUid, { identityUid: ann, roleUid: viewer });
  const { uid } = await client.roleBindings.create(groupUid, { identityUid: eve, roleUid: editor });
  const wanted = { groupUid, grants: [{ identityUid: ann, roleUid: viewer }] };
  const reason = expect.stringContaining(`has role bindings that grants does not contain: editor for eve (${uid})`);
  expect((await pulumi.check(of(wanted))).failures).toMatchObject([{ reason }]);
  await expect(pulumi.create(of(wanted))).rejects.toMatchObject({ message: reason });
  expect(await bindingsOf(groupUid)).toEqual(["ann viewer", "eve editor"]);

  const told = { ...wanted, adopt: "overwrite" };
  expect((await pulumi.check(of(told))).failures).toEqual([]);
  const { outs } = await pulumi.create(of(told));
  expect(outs).toMatchObject({ removedBindings: [{ uid, identityName: "eve", roleName: "editor" }] });
  expect(await bindingsOf(groupUid)).toEqual(["ann viewer"]);
});

it("corrects drift that a refresh has shown, and nothing else", async () => {
  const groupUid = await newGroup("drifting");
  const [bea, bob] = [await newIdentity("bea"), await newIdentity("bob")];
  const wanted = { groupUid, grants: [{ identityUid: bea, roleUid: viewer }] };
  const { id, outs } = await pulumi.create(of(wanted));
  await client.roleBindings.create(groupUid, { identityUid: bob, roleUid: editor });
  const more = { groupUid, grants: [...wanted.grants, { identityUid: bea, roleUid: editor }] };
  await expect(pulumi.update(id, of(outs), of(more))).rejects.toMatchObject({
    message: expect.stringContaining("run `pulumi refresh`"),
  });
  expect(await bindingsOf(groupUid)).toEqual(["bea viewer", "bob editor"]);

  const read = await pulumi.read(id, of(outs));
  expect(read.inputs).toMatchObject({
    grants: expect.arrayContaining([...wanted.grants, { identityUid: bob, roleUid: editor }]),
  });
  await pulumi.update(id, of(read.props), of(more));
  expect(await bindingsOf(groupUid)).toEqual(["bea editor", "bea viewer"]);
});

it("refuses to leave the group without an owner", async () => {
  const groupUid = platform.groupUid;
  const other = await newIdentity("other");
  const wanted = { groupUid, adopt: "overwrite", grants: [{ identityUid: other, roleUid: viewer }] };
  expect((await pulumi.check(of(wanted))).failures).toMatchObject([
    { reason: expect.stringContaining(`would lose role_bindings.create and role_bindings.delete in ${groupUid}`) },
  ]);
  await expect(pulumi.create(of(wanted))).rejects.toMatchObject({ message: expect.stringContaining("would lose") });
  const kept = { ...wanted, grants: [...wanted.grants, { identityUid: platform.identityUid, roleUid: owner }] };
  expect((await pulumi.check(of(kept))).failures).toEqual([]);
});

it("rejects repeated grants, and role bindings of the same group", async () => {
  const groupUid = await newGroup("mixed");
  const cal = await newIdentity("cal");
  const grant = { identityUid: cal, roleUid: viewer };
  expect((await pulumi.check(of({ groupUid, grants: [grant, grant] }))).failures).toMatchObject([
    { reason: expect.stringContaining("grants[1] is a duplicate") },
  ]);
  expect((await pulumi.check(of({ groupUid: UNKNOWN, grants: [grant] }))).failures).toEqual([]);
  expect((await pulumi.check(of({ groupUid, grants: [grant] }))).failures).toEqual([]);
  const single = { groupUid, identityUid: cal, roleUid: editor };
  expect((await pulumi.check(of(single, "RoleBinding"))).failures).toMatchObject([
    { reason: expect.stringContaining("GroupAccess manages all role bindings of the group") },
  ]);
});
