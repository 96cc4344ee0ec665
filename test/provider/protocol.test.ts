import type { PlatformClient } from "../../src/client";
import { compositeDefinitions } from "../../src/model";
import { typeName as managedTypeName } from "../../src/provider/names";
import { blockType, identityType, type Provider, unknown, type ValueRecord } from "../../src/provider/plugin";
import { createProvider } from "../../src/provider/provider";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { complete } from "./records";
import { fromWire, toWire, type Wired, wired } from "./wire";

/** Tests features that no engine in these tests uses: `terraform query`, deferral, states of earlier schemas. */

let platform: TestPlatform;
let client: PlatformClient;
let team: string;
const open: Wired[] = [];
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
  team = (await client.groups.create(platform.groupUid, { name: "team" })).uid;
  await Promise.all(["a", "b", "c"].map((name) => client.repos.create(team, { name })));
});
afterAll(async () => {
  for (const each of open) each.close();
  await platform.close();
});

async function connected(provider: Provider, settings: ValueRecord = {}) {
  const opened = await wired(provider);
  open.push(opened);
  const given = { base_url: platform.baseUrl, token: platform.token, ...settings };
  const config = toWire(blockType(provider.schema), complete(provider.schema.attributes, given));
  await opened.client.call("ConfigureProvider", { terraformVersion: "1.14.0", config });
  return opened.client;
}

const provider = createProvider({});
const typeName = "platform_repo";
const repo = provider.resources[typeName]!;
const repoType = blockType(repo.schema);
const record = (given: ValueRecord) => complete(repo.schema.attributes, given);
const json = (value: unknown) => ({ json: Buffer.from(JSON.stringify(value)) });

test("lists every managed type, with identity, display name and, on request, the whole resource", async () => {
  const composites = compositeDefinitions.map((each) => managedTypeName(each));
  const listable = Object.keys(provider.resources).filter((name) => !composites.includes(name));
  expect(Object.keys(provider.listResources!)).toEqual(listable);
  const wire = await connected(provider);
  const { attributes } = provider.listResources![typeName]!.schema;
  const config = toWire(blockType({ attributes }), complete(attributes, { group_uid: team }));
  const { attributes: bindingsOf } = provider.listResources!.platform_role_binding!.schema;
  const bindingsType = blockType({ attributes: bindingsOf });
  const list = (limit: number, includeResourceObject: boolean) =>
    wire.stream("ListResource", { typeName, config, limit, includeResourceObject });
  const all = await list(0, false);
  expect(all.map(({ displayName, resourceObject }) => [displayName, resourceObject]).sort()).toEqual(
    ["a", "b", "c"].map((name) => [name, undefined]),
  );
  const [first, ...others] = await list(1, true);
  expect(others).toEqual([]);
  const whole = fromWire(repoType, first?.resourceObject);
  expect(whole).toMatchObject({ group_uid: team, name: first?.displayName, description: null });
  expect(fromWire(identityType(repo.identity!), first?.identity?.identityData)).toEqual({ uid: whole.uid });

  const bindings = await wire.stream("ListResource", {
    typeName: "platform_role_binding",
    config: toWire(bindingsType, complete(bindingsOf, { group_uid: platform.groupUid })),
  });
  expect(bindings.map(({ displayName }) => displayName)).toEqual(["owner, example, owner"]);

  const wrong = toWire(blockType({ attributes }), complete(attributes, { group_uid: "team" }));
  const { diagnostics } = await wire.call("ValidateListResourceConfig", { typeName, config: wrong });
  expect(diagnostics).toMatchObject([{ summary: "Invalid group_uid" }]);
});

test("returns an identity with each read, and imports by it", async () => {
  const wire = await connected(provider);
  const uid = (await client.repos.list({ childrenOf: team }).next()).value!.uid;
  const identity = { identityData: toWire(identityType(repo.identity!), { uid }) };
  const { importedResources } = await wire.call("ImportResourceState", { typeName, identity });
  expect(fromWire(repoType, importedResources[0]?.state)).toMatchObject({ id: uid, uid, name: null });
  const read = await wire.call("ReadResource", { typeName, currentState: importedResources[0]!.state! });
  expect(fromWire(repoType, read.newState)).toMatchObject({ uid, group_uid: team });
  expect(fromWire(identityType(repo.identity!), read.newIdentity?.identityData)).toEqual({ uid });
  const group = { identityData: toWire(identityType(repo.identity!), { uid: platform.groupUid }) };
  expect((await wire.call("ImportResourceState", { typeName, identity: group })).diagnostics).toMatchObject([
    { summary: `"${platform.groupUid}" is neither the uid of a repo nor a path to one` },
  ]);
});

test("defers everything without a request while settings are unknown, if the engine allows it", async () => {
  const wire = await connected(provider, { base_url: unknown });
  const clientCapabilities = { deferralAllowed: true, writeOnlyAttributesAllowed: true };
  const state = toWire(repoType, record({ id: team, uid: team, name: "a", group_uid: team }));
  const reason = { reason: 2 };

  const planned = await wire.call("PlanResourceChange", {
    typeName,
    priorState: toWire(repoType, null),
    proposedNewState: toWire(repoType, record({ name: "d", group_uid: team })),
    config: toWire(repoType, record({ name: "d", group_uid: team })),
    clientCapabilities,
  });
  expect(planned).toMatchObject({ deferred: reason, diagnostics: [] });
  expect(fromWire(repoType, planned.plannedState)).toMatchObject({ name: "d", uid: unknown });

  const read = await wire.call("ReadResource", { typeName, currentState: state, clientCapabilities });
  expect(read).toMatchObject({ deferred: reason, newState: state });
  const imported = await wire.call("ImportResourceState", { typeName, id: "example/team/a", clientCapabilities });
  expect(imported).toMatchObject({ deferred: reason });
  expect(fromWire(repoType, imported.importedResources[0]?.state)).toMatchObject({ uid: unknown });

  const { schema } = provider.dataSources[typeName]!;
  const config = toWire(blockType(schema), complete(schema.attributes, { uid: team }));
  const found = await wire.call("ReadDataSource", { typeName, config, clientCapabilities });
  expect(found).toMatchObject({ deferred: reason });
  expect(fromWire(blockType(schema), found.state)).toMatchObject({ uid: team, name: unknown });

  const refused = await wire.call("ReadDataSource", { typeName, config });
  expect(refused.diagnostics).toMatchObject([{ summary: "Provider settings not known until apply: base_url" }]);
});

test("rejects write-only values only for an engine that would store them", async () => {
  const wire = await connected(provider);
  const { schema } = provider.resources.platform_identity_provider!;
  const oidc = { issuer: "https://login.example.com", client_id: "platform", client_secret: "hidden" };
  const given = { group_uid: platform.groupUid, name: "staff", default_role: platform.groupUid, oidc };
  const validate = async (writeOnlyAttributesAllowed: boolean) => {
    const { diagnostics } = await wire.call("ValidateResourceConfig", {
      typeName: "platform_identity_provider",
      config: toWire(blockType(schema), complete(schema.attributes, given)),
      clientCapabilities: { writeOnlyAttributesAllowed },
    });
    return diagnostics.map(({ summary }) => summary);
  };
  expect(await validate(true)).toEqual([]);
  expect(await validate(false)).toEqual(["Invalid oidc.client_secret"]);
});

test("upgrades states of earlier schema versions step by step, and rejects newer ones", async () => {
  const upgraded = createProvider(
    {},
    {
      [typeName]: [
        ({ title, ...rest }) => ({ ...rest, label: title! }),
        ({ label, ...rest }) => ({ ...rest, name: String(label).toLowerCase() }),
      ],
    },
  );
  expect(upgraded.resources[typeName]?.schema.version).toBe(2);
  expect(upgraded.resources.platform_group?.schema.version).toBeUndefined();
  const wire = await connected(upgraded);
  const upgrade = (version: number, state: object) =>
    wire.call("UpgradeResourceState", { typeName, version, rawState: json(state) });
  const name = async (version: number, state: object) =>
    fromWire(repoType, (await upgrade(version, { uid: team, ...state })).upgradedState);
  expect(await name(0, { title: "Images" })).toMatchObject({ uid: team, name: "images", description: null });
  expect(await name(1, { label: "Images" })).toMatchObject({ name: "images" });
  expect(await name(2, { name: "images" })).toMatchObject({ name: "images" });
  expect((await upgrade(3, {})).diagnostics).toMatchObject([{ summary: "The state is newer than the provider" }]);
});

test("moves resources of the published provider by uid, into the equivalent type only", async () => {
  const wire = await connected(provider);
  const move = (sourceTypeName: string, id: string) =>
    wire.call("MoveResourceState", { sourceTypeName, sourceState: json({ id }), targetTypeName: typeName });
  const moved = await move("chainguard_image_repo", `${platform.groupUid}/0123456789abcdef`);
  expect(fromWire(repoType, moved.targetState)).toMatchObject({ uid: `${platform.groupUid}/0123456789abcdef` });
  for (const [type, id, detail] of [
    [
      "chainguard_group",
      platform.groupUid,
      "A chainguard_group cannot be moved to a platform_repo. Its equivalent is platform_group; change `to`.",
    ],
    [
      "chainguard_image_repo",
      "images",
      'A chainguard_image_repo cannot be moved to a platform_repo. Its state has the id "images", which is not a uid.',
    ],
    [
      "chainguard_subscription",
      platform.groupUid,
      "A chainguard_subscription cannot be moved to a platform_repo. This provider has no equivalent of chainguard_subscription. " +
        "Keep the provider that manages it, or remove it from the state with a `removed` block.",
    ],
    ["null_resource", platform.groupUid, "A null_resource cannot be moved to a platform_repo."],
  ] as const)
    expect((await move(type, id)).diagnostics).toMatchObject([{ summary: "Move not supported", detail }]);
  // One per group, with the group's id.
  const association = provider.resources.platform_account_association!;
  const own = await wire.call("MoveResourceState", {
    sourceTypeName: "chainguard_account_associations",
    sourceState: json({ id: team, group: team }),
    targetTypeName: "platform_account_association",
  });
  expect(fromWire(blockType(association.schema), own.targetState)).toMatchObject({ id: team, uid: team });
});
