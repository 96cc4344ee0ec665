import type { PlatformClient } from "../../src/client";
import { builtInRole } from "../../src/model";
import type { ValueRecord } from "../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, refusalOf, Source } from "./in-process";

const viewer = builtInRole("viewer");

let platform: TestPlatform;
let client: PlatformClient;
let source: Source;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
  source = new Source(await configuredProvider(platform.baseUrl, platform.token), "platform_access");
});
afterAll(() => platform.close());

test("returns an identity's role bindings, and its effective capabilities in a group", async () => {
  const team = await client.groups.create(platform.groupUid, { name: "team" });
  const other = await client.groups.create(platform.groupUid, { name: "other" });
  const claimMatch = { issuer: "https://a.example.com", subject: "ci" };
  const { uid: identity_uid } = await client.identities.create(platform.groupUid, { name: "ci", claimMatch });
  const pusher = await client.roles.create(platform.groupUid, { name: "pusher", capabilities: ["repo.create"] });
  const bind = (group: string, roleUid: string) =>
    client.roleBindings.create(group, { identityUid: identity_uid, roleUid });
  await bind(platform.groupUid, viewer.uid);
  const inTeam = await bind(team.uid, pusher.uid);
  await bind(other.uid, pusher.uid);

  const everywhere = await source.read({ identity_uid });
  expect(everywhere).toMatchObject({ group_uid: null, capabilities: null });
  expect((everywhere.bindings as readonly ValueRecord[]).map(({ group_path }) => group_path).sort()).toEqual([
    "example",
    "example/other",
    "example/team",
  ]);

  const { bindings, capabilities } = await source.read({ identity_uid, group_uid: team.uid });
  expect(bindings).toEqual([
    expect.objectContaining({ group_path: "example", role_name: "viewer" }),
    {
      uid: inTeam.uid,
      group_uid: team.uid,
      group_name: "team",
      group_path: "example/team",
      role_uid: pusher.uid,
      role_name: "pusher",
      expiration_time: null,
      capabilities: ["repo.create"],
    },
  ]);
  expect(capabilities).toEqual([...viewer.capabilities, "repo.create"].sort());
});

test("returns until when access is granted, and leaves out expired role bindings", async () => {
  const claimMatch = { issuer: "https://a.example.com", subject: "temporary" };
  const { uid: identity_uid } = await client.identities.create(platform.groupUid, { name: "temporary", claimMatch });
  const bind = (roleUid: string, expirationTime: string) =>
    client.roleBindings.create(platform.groupUid, { identityUid: identity_uid, roleUid, expirationTime });
  const soon = Date.now() + 1000;
  await bind(viewer.uid, new Date(soon).toISOString());
  await bind(builtInRole("registry.pull").uid, "2100-01-31T12:00:00.000Z");
  while (Date.now() <= soon) await new Promise((resolve) => setTimeout(resolve, 50));
  const { bindings, capabilities } = await source.read({ identity_uid, group_uid: platform.groupUid });
  expect(bindings).toEqual([
    expect.objectContaining({ role_name: "registry.pull", expiration_time: "2100-01-31T12:00:00.000Z" }),
  ]);
  expect(capabilities).toEqual([...builtInRole("registry.pull").capabilities].sort());
});

test("returns no access for an identity without bindings, and an error for an identity or group that does not exist", async () => {
  const claimMatch = { issuer: "https://a.example.com", subject: "idle" };
  const { uid: identity_uid } = await client.identities.create(platform.groupUid, { name: "idle", claimMatch });
  const group_uid = platform.groupUid;
  expect(await source.read({ identity_uid, group_uid })).toMatchObject({ bindings: [], capabilities: [] });

  const nothing = `${group_uid}/0123456789abcdef`;
  const refusals = [
    { given: { identity_uid: nothing, group_uid }, what: "Identity" },
    { given: { identity_uid: platform.identityUid, group_uid: nothing }, what: "Group" },
  ];
  for (const { given, what } of refusals) {
    const [first] = await refusalOf(() => source.read(given));
    expect(first).toMatchObject({
      summary: "Cannot read the access",
      detail: expect.stringContaining(`Not found: ${what} ${nothing}.`),
    });
  }
  expect(source.problems({ identity_uid: "ci" })).toEqual([
    [["identity_uid"], expect.stringContaining("must be a uid")],
  ]);
});

test("warns of each resource that the caller cannot see and that might grant more", async () => {
  const team = await client.groups.create(platform.groupUid, { name: "seen" });
  const claimMatch = { issuer: "https://a.example.com", subject: "outer" };
  const { uid: identity_uid } = await client.identities.create(team.uid, { name: "outer", claimMatch });
  const lister = await client.roles.create(platform.groupUid, { name: "lister", capabilities: ["groups.list"] });
  await client.roleBindings.create(team.uid, { identityUid: identity_uid, roleUid: viewer.uid });
  await client.roleBindings.create(team.uid, { identityUid: identity_uid, roleUid: lister.uid });
  const own = new Source(
    await configuredProvider(platform.baseUrl, await platform.tokenFor(identity_uid)),
    "platform_access",
  );
  const { state, diagnostics } = await own.readWithDiagnostics({ identity_uid, group_uid: team.uid });
  expect(state.capabilities).toEqual([...viewer.capabilities].sort());
  expect(diagnostics).toMatchObject([
    {
      severity: "warning",
      detail: expect.stringContaining(`these groups, so what they grant is not included: ${platform.groupUid}.`),
    },
    {
      severity: "warning",
      detail: expect.stringContaining(`these roles, so what they grant is not included: ${lister.uid}.`),
    },
  ]);
});
