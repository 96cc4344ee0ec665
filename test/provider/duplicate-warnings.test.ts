import type { PlatformClient } from "../../src/client";
import { unknown, type ValueRecord } from "../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, Subject } from "./in-process";

let platform: TestPlatform;
let client: PlatformClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
});
afterAll(() => platform.close());

const subjectOf = async (type: string, baseUrl = platform.baseUrl): Promise<Subject> =>
  new Subject(await configuredProvider(baseUrl, platform.token), type);

const claim_match = { issuer: "https://issuer.example.com", subject: "robot" };

test.each([
  ["Group", "parent_uid", () => client.groups.create(platform.groupUid, { name: "twin" })],
  [
    "Identity",
    "group_uid",
    () => client.identities.create(platform.groupUid, { name: "twin", claimMatch: claim_match }),
  ],
])("warns that a plan would create a second %s, with its uid and an import block", async (type, parent, create) => {
  const given: ValueRecord = {
    [parent]: platform.groupUid,
    name: "twin",
    ...(type === "Identity" ? { claim_match } : {}),
  };
  await expect((await subjectOf(type)).warnings(given)).resolves.toEqual([]);
  const { uid } = await create();
  const [warning, ...others] = await (await subjectOf(type)).warnings(given);
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ severity: "warning", path: ["name"] });
  expect(warning?.detail).toContain(`import {\n  to = platform_${type.toLowerCase()}.twin\n  id = "${uid}"\n}`);
});

test("ignores resources in the state, unknown names and resources of this run", async () => {
  const subject = await subjectOf("Group");
  const { uid } = await client.groups.create(platform.groupUid, { name: "managed" });
  const given = { parent_uid: platform.groupUid, name: "managed" };
  await subject.read({ id: uid, uid, ...given });
  // A replacement is planned as a create too.
  expect(await subject.warnings(given)).toEqual([]);
  for (const open of [{ ...given, name: unknown } as ValueRecord, { ...given, parent_uid: unknown } as ValueRecord])
    expect(await (await subjectOf("Group")).warnings(open)).toEqual([]);
  const applying = await subjectOf("Group");
  await applying.apply({ parent_uid: platform.groupUid, name: "made" });
  expect(await applying.warnings({ parent_uid: platform.groupUid, name: "made" })).toEqual([]);
});

test("compares many creates with a list, in at most twice its pages", async () => {
  const subject = await subjectOf("Group");
  const from = platform.requests.length;
  for (let index = 0; index < 100; index++)
    await subject.warnings({ parent_uid: platform.groupUid, name: `new-${index}` });
  expect(platform.requests.length - from).toBeLessThanOrEqual(10);
});

test("plans without a service, and sends it one request only", async () => {
  const subject = await subjectOf("Group", "http://127.0.0.1:1");
  const given = { parent_uid: platform.groupUid, name: "offline" };
  for (let index = 0; index < 3; index++) expect(await subject.warnings(given)).toEqual([]);
});
