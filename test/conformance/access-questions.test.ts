import { AccessGraph, type CapabilitySet, hasCapability } from "../../src/access";
import { PlatformError } from "../../src/api";
import { type PlatformClient, readAccess } from "../../src/client";
import { type Capability, capabilityEnumName, methods } from "../../src/model";
import { type Holders, holdersIn } from "../../src/service/core/operations/holders";
import { rpcName, serviceName } from "../../src/service/protos";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { RandomOrganization } from "../access/random-organization";
import { Random } from "../faults/random";
import { GrpcClient } from "../service/grpc/client";
import { errorOf } from "./world";

const SEED = 3;
const QUESTIONS = 100;

type JsonObject = Readonly<Record<string, unknown>>;
type Ask = (method: "checkAccess" | "listAccess", request: JsonObject, token?: string) => Promise<JsonObject>;

let platform: TestPlatform;
let organization: RandomOrganization;
let graph: AccessGraph;
let grpc: GrpcClient;
const random = new Random(SEED);

/** The service's time stands still, so that no role binding expires between a question and the expected answer. */
let now = Date.now();
const MINUTE = 60_000;

beforeAll(async () => {
  platform = await startPlatform({ clock: () => now });
  organization = await RandomOrganization.create(platform, random, 12);
  for (let count = 0; count < 8; count += 1) await organization.change();
  now += 10 * MINUTE;
  graph = new AccessGraph(await readAccess(platform.client()), new Date(now).toISOString());
  grpc = new GrpcClient(platform.baseUrl);
});
afterAll(async () => {
  grpc.close();
  await platform.close();
});

const overRest: Ask = (method, request, token) => {
  const { roleBindings } = platform.client(token) as unknown as {
    readonly roleBindings: Readonly<Record<string, (asked: JsonObject) => Promise<JsonObject>>>;
  };
  return roleBindings[method]!(request);
};
const overGrpc: Ask = (method, request, token = platform.token) =>
  grpc.call(`${serviceName(methods[method].type)}/${rpcName(methods[method])}`, request, { token });

const caller = async (capabilities: readonly Capability[], group: string) => {
  const client: PlatformClient = platform.client();
  const name = "caller";
  const claimMatch = { issuer: "https://issuer.example.com", subject: `caller ${random.next()}` };
  const { uid: identityUid } = await client.identities.create(platform.groupUid, { name, claimMatch });
  const { uid: roleUid } = await client.roles.create(platform.groupUid, { name: "asking", capabilities });
  await client.roleBindings.create(group, { identityUid, roleUid });
  return { identityUid, token: await platform.tokenFor(identityUid) };
};

describe.each([
  ["REST", overRest],
  ["gRPC", overGrpc],
] as const)("questions about access over %s", (_name, ask) => {
  test("checkAccess answers as the evaluator does", async () => {
    const questions = Array.from({ length: QUESTIONS }, () => ({
      identityUid: random.pick(organization.identities),
      groupUid: random.pick(organization.groups),
      capability: random.pick(organization.someCapabilities(3)),
    }));
    const { results } = await ask("checkAccess", {
      questions: questions.map((each) => ({ ...each, capability: capabilityEnumName(each.capability) })),
    });
    const expected = questions.map(({ identityUid, capability, groupUid }) => ({
      allowed: graph.decide(identityUid, capability, groupUid).answer === "yes",
    }));
    expect(results).toEqual(expected);
    expect(new Set(expected.map(({ allowed }) => allowed)).size).toBe(2);
  });

  /** Reads all pages. */
  async function entriesOf(request: JsonObject, token?: string): Promise<JsonObject[]> {
    const entries: JsonObject[] = [];
    for (let pageToken = ""; ; ) {
      const page = await ask("listAccess", { ...request, pageSize: 2, pageToken }, token);
      entries.push(...(page.entries as JsonObject[]));
      pageToken = String(page.nextPageToken);
      if (pageToken === "") return entries;
    }
  }

  test("listAccess lists the identities of a group, by page", async () => {
    for (const groupUid of organization.groups.slice(0, 4)) {
      const expected = [...graph.whoCan("tag.create", groupUid).keys()].sort();
      const entries = await entriesOf({ capability: "CAP_TAG_CREATE", groupUid });
      expect(entries).toEqual(expected.map((identityUid) => ({ identityUid, groupUid })));
    }
  });

  test("listAccess lists the topmost groups of an identity", async () => {
    const identityUid = platform.identityUid;
    expect(await entriesOf({ capability: "CAP_TAG_CREATE", identityUid })).toEqual([
      { identityUid, groupUid: platform.groupUid },
    ]);
    const disabled = organization.identities.find((each) => graph.isDisabled(each) === true);
    if (disabled) expect(await entriesOf({ capability: "CAP_TAG_LIST", identityUid: disabled })).toEqual([]);
  });

  test("requires role_bindings.list in the group, and shows inherited access without its source", async () => {
    const [, group = ""] = organization.groups;
    const { identityUid, token } = await caller(["role_bindings.list"], group);
    const owner = platform.identityUid;
    const question = (who: string, where: string) => ({
      questions: [{ identityUid: who, groupUid: where, capability: "CAP_TAG_CREATE" }],
    });
    // About identities that the caller cannot see, the answers are the same as about missing ones.
    expect(await ask("checkAccess", question(owner, group), token)).toEqual({ results: [{ allowed: false }] });
    expect(await entriesOf({ capability: "CAP_TAG_CREATE", identityUid: owner }, token)).toEqual([]);
    const seeing = await caller(["role_bindings.list"], group);
    const body = { name: "seeing", capabilities: ["identity.list"] as const };
    const { uid: roleUid } = await platform.client().roles.create(platform.groupUid, body);
    await platform.client().roleBindings.create(platform.groupUid, { identityUid: seeing.identityUid, roleUid });
    expect(await ask("checkAccess", question(owner, group), seeing.token)).toEqual({ results: [{ allowed: true }] });
    expect(await entriesOf({ capability: "CAP_TAG_CREATE", identityUid: owner }, seeing.token)).toEqual([
      { identityUid: owner, groupUid: group },
    ]);
    // Identities that the caller cannot see are not listed.
    expect(await entriesOf({ capability: "CAP_TAG_CREATE", groupUid: group }, token)).toEqual([]);
    const missing = `${platform.groupUid}/${"0".repeat(16)}`;
    for (const where of [platform.groupUid, missing]) {
      const denied = { code: "PERMISSION_DENIED", message: expect.stringContaining("role_bindings.list") };
      expect(await errorOf(ask("checkAccess", question(owner, where), token))).toMatchObject(denied);
      const request = { capability: "CAP_TAG_CREATE", groupUid: where };
      expect(await errorOf(ask("listAccess", request, token))).toMatchObject(denied);
      // About oneself, the answer does not depend on whether the group exists.
      expect(await ask("checkAccess", question(identityUid, where), token)).toEqual({ results: [{ allowed: false }] });
    }
    expect(await ask("checkAccess", question(owner, missing))).toEqual({ results: [{ allowed: false }] });
  });

  test("waits in the queue of lists", async () => {
    const run = jest.spyOn(platform.platform.listQueue, "run");
    const capability = "CAP_TAG_CREATE";
    const asked = { identityUid: platform.identityUid, groupUid: platform.groupUid, capability };
    await ask("checkAccess", { questions: [asked] });
    await ask("listAccess", { groupUid: platform.groupUid, capability });
    expect(run).toHaveBeenCalledTimes(2);
    run.mockRestore();
  });

  test("rejects requests without questions, and with both or neither of group and identity", async () => {
    const capability = "CAP_TAG_CREATE";
    const both = { capability, groupUid: platform.groupUid, identityUid: platform.identityUid };
    for (const [method, request] of [
      ["checkAccess", { questions: [] }],
      ["listAccess", { capability }],
      ["listAccess", both],
    ] as const) {
      const error = await errorOf(ask(method, request));
      expect(error).toBeInstanceOf(PlatformError);
      expect(error).toMatchObject({ code: "INVALID_ARGUMENT" });
    }
  });
});

test("finds the same identities if a page reads few role bindings", async () => {
  const { db } = platform.platform.store;
  for (const group of organization.groups.slice(0, 6)) {
    const found: string[] = [];
    const isGranted = (capabilities: CapabilitySet) => hasCapability(capabilities, "tag.create");
    const request = { group, isGranted, isShown: () => true, now: new Date(now).toISOString(), size: 3 };
    for (let after: Holders["next"] | null = null; after !== undefined; ) {
      const page: Holders = await holdersIn(db, { ...request, after: after ?? undefined }, 2);
      found.push(...page.identities);
      after = page.next;
    }
    expect(found).toEqual([...graph.whoCan("tag.create", group).keys()].sort());
  }
});
