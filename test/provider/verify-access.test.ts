import type { PlatformClient } from "../../src/client";
import { blockType, type ValueRecord } from "../../src/provider/plugin";
import { codec } from "../../src/provider/plugin/protocol/services";
import { encodeProviderSchema } from "../../src/provider/plugin/rpc/schema";
import { createProvider } from "../../src/provider/provider";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { complete } from "./records";
import { toWire, type Wired, wired } from "./wire";

/** No engine in these tests has actions, which Terraform 1.14 introduced: this is tested on the wire. */
const actionType = "platform_verify_access";
const SUBJECT = "repo:octo-org/access:ref:refs/heads/main";

let platform: TestPlatform;
let client: PlatformClient;
let plugin: Wired;
let team: string;
let identity: string;
let viewer: readonly string[];
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
  team = (await client.groups.create(platform.groupUid, { name: "team" })).uid;
  const claimMatch = { issuer: platform.issuer.issuer, subject: SUBJECT };
  identity = (await client.identities.create(team, { name: "pipeline", claimMatch })).uid;
  const [role] = (await client.roles.page({ name: "viewer" })).items;
  viewer = role!.capabilities;
  await client.roleBindings.create(team, { identityUid: identity, roleUid: role!.uid });
  const provider = createProvider(platform.environment());
  plugin = await wired(provider);
  const config = toWire(blockType(provider.schema), complete(provider.schema.attributes, {}));
  await plugin.client.call("ConfigureProvider", { terraformVersion: "1.14.0", config });
});
afterAll(async () => {
  plugin?.close();
  await platform.close();
});

const { attributes } = createProvider({}).actions![actionType]!.schema;
const configOf = (given: ValueRecord) => toWire(blockType({ attributes }), complete(attributes, given));

async function invoke(given: ValueRecord) {
  const events = await plugin.client.stream("InvokeAction", { actionType, config: configOf(given) });
  return {
    progress: events.flatMap(({ progress }) => (progress ? [progress.message] : [])),
    completed: events.flatMap(({ completed }) => (completed ? [completed.diagnostics] : [])),
  };
}

test("is announced in the schema, and is validated and planned", async () => {
  const response = codec.decode("GetProviderSchema.Response", encodeProviderSchema(createProvider({})));
  const names = response.actionSchemas.get(actionType)!.schema!.block!.attributes.map(({ name }) => name);
  expect(names).toEqual(["identity_uid", "grants", "allow_more"]);
  const grants = [{ group_uid: team, capabilities: ["groups.list"] }];
  const config = configOf({ identity_uid: identity, grants });
  expect(await plugin.client.call("ValidateActionConfig", { typeName: actionType, config })).toMatchObject({
    diagnostics: [],
  });
  expect(await plugin.client.call("PlanAction", { actionType, config })).toMatchObject({ diagnostics: [] });
  const wrong = configOf({ identity_uid: "pipeline", grants });
  const { diagnostics } = await plugin.client.call("ValidateActionConfig", { typeName: actionType, config: wrong });
  expect(diagnostics).toMatchObject([{ summary: "Invalid identity_uid" }]);
});

test("reports its progress, and succeeds if the identity can do exactly what is granted", async () => {
  const { progress, completed } = await invoke({
    identity_uid: identity,
    grants: [{ group_uid: team, capabilities: viewer }],
  });
  expect(completed).toEqual([[]]);
  expect(progress).toEqual([
    `Comparing what the identity can do in ${team}`,
    `Comparing what the identity can do in ${platform.groupUid}`,
    "The identity can do exactly what is granted",
  ]);
});

test("fails if the identity can do more, unless that is allowed", async () => {
  const grants = [{ group_uid: team, capabilities: ["groups.list"] }];
  const { completed } = await invoke({ identity_uid: identity, grants });
  expect(completed).toEqual([
    [
      expect.objectContaining({
        severity: 1,
        summary: "The identity's access is not what is granted",
        detail: expect.stringContaining(`It can do more in ${team} than is granted: `),
      }),
    ],
  ]);
  expect((await invoke({ identity_uid: identity, grants, allow_more: true })).completed).toEqual([[]]);
});

test("fails if the process cannot assume the identity", async () => {
  const claimMatch = { issuer: platform.issuer.issuer, subject: "another pipeline" };
  const { uid } = await client.identities.create(team, { name: "stranger", claimMatch });
  const { completed } = await invoke({ identity_uid: uid, grants: [{ group_uid: team, capabilities: [] }] });
  expect(completed).toEqual([[expect.objectContaining({ severity: 1 })]]);
  expect(completed[0]![0]!.detail + completed[0]![0]!.summary).toMatch(/identity token/i);
});
