import { randomUUID } from "node:crypto";
import { type AuditEvent, audit } from "../../../../src/service/store";
import { startPlatform, type TestPlatform } from "../../../../src/testing";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Returns the events of a resource and its descendants. */
const trailOf = (resource: string) => audit.read(platform.platform.store.db, { resource, limit: 1000 });

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${platform.baseUrl}/iam/v2beta1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${platform.token}`,
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const uidOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { uid: string }).uid;

test("every write records the actor, the fields, and the request id of its response", async () => {
  const made = await send("POST", `groups/${platform.groupUid}`, { name: "team", description: "one" });
  const { uid } = (await made.clone().json()) as { uid: string };
  await send("PATCH", `groups/${uid}`, { description: "two", name: "team" });
  await send("PATCH", `groups/${uid}`, { description: "two" });
  await send("DELETE", `groups/${uid}`);
  const entries = await trailOf(uid);
  expect(entries.map(({ action, fields, values }) => ({ action, fields, values }))).toEqual([
    { action: "create", fields: ["name", "description"], values: { name: "team", description: "one" } },
    { action: "update", fields: ["description"], values: { description: "two" } },
    { action: "delete", fields: ["name", "description"], values: { name: "team", description: "two" } },
  ]);
  const expected: Partial<AuditEvent> = { resourceType: "Group", resource: uid, actor: platform.identityUid };
  for (const entry of entries)
    expect(entry).toMatchObject({ ...expected, createTime: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(entries[0]?.requestId).toBe(made.headers.get("x-request-id"));
});

test("resources deleted together are recorded too", async () => {
  const group = await uidOf(send("POST", `groups/${platform.groupUid}`, { name: "team" }));
  const claimMatch = { issuer: "https://issuer.example.com", subject: "me" };
  const identityUid = await uidOf(send("POST", `identities/${group}`, { name: "ci", claimMatch }));
  const [viewer] = (await platform.client().roles.page({ name: "viewer" })).items;
  const binding = await uidOf(send("POST", `roleBindings/${group}`, { identityUid, roleUid: viewer?.uid }));
  await send("DELETE", `identities/${identityUid}`);
  expect((await trailOf(binding)).at(-1)).toMatchObject({
    action: "delete",
    resourceType: "RoleBinding",
    actor: platform.identityUid,
    values: { identityUid, roleUid: viewer?.uid },
  });
});

test("the tags deleted with a repo have one event with their number, and its readme has one", async () => {
  const client = platform.client();
  const { uid } = await client.repos.create(platform.groupUid, { name: "tagged" });
  for (const name of ["1", "2"]) await client.tags.create(uid, { name, digest: `sha256:${"0".repeat(64)}` });
  const { authorization, ...body } = { authorization: `Bearer ${platform.token}`, content: "# Tagged" };
  await fetch(`${platform.baseUrl}/registry/v2beta1/repos/${uid}/readme`, {
    method: "PATCH",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await client.repos.delete(uid);
  expect(
    (await trailOf(uid))
      .map(({ action, resourceType, resource, count }) => [action, resourceType, resource, count])
      .slice(-4),
  ).toEqual([
    ["create", "RepoReadme", uid, undefined],
    ["delete", "Tag", uid, 2],
    ["delete", "RepoReadme", uid, undefined],
    ["delete", "Repo", uid, undefined],
  ]);
});

test("a repeated create is recorded as a replay, and a rejected one not at all", async () => {
  const key = { "idempotency-key": randomUUID() };
  const uid = await uidOf(send("POST", `groups/${platform.groupUid}`, { name: "once" }, key));
  expect(await uidOf(send("POST", `groups/${platform.groupUid}`, { name: "once" }, key))).toBe(uid);
  expect((await send("PATCH", `groups/${uid}`, { name: "NOT A NAME" })).status).toBe(400);
  expect((await trailOf(uid)).map(({ action, replay }) => [action, replay])).toEqual([
    ["create", undefined],
    ["create", true],
  ]);
});

test("a repeated batch is recorded as a replay of each resource", async () => {
  const parent = await uidOf(send("POST", `groups/${platform.groupUid}`, { name: "batch" }));
  const claimMatch = { issuer: "https://issuer.example.com", subject: "batch" };
  const identityUid = await uidOf(send("POST", `identities/${parent}`, { name: "ci", claimMatch }));
  const [viewer] = (await platform.client().roles.page({ name: "viewer" })).items;
  const requests = [{ roleBinding: { identityUid, roleUid: viewer?.uid } }];
  const key = { "idempotency-key": randomUUID() };
  const batch = async () => {
    const answer = await send("POST", "roleBindings:batchCreate", { parent, requests }, key);
    return ((await answer.json()) as { roleBindings: { uid: string }[] }).roleBindings[0]!.uid;
  };
  const uid = await batch();
  expect(await batch()).toBe(uid);
  expect((await trailOf(uid)).map(({ action, resourceType, replay }) => [action, resourceType, replay])).toEqual([
    ["create", "RoleBinding", undefined],
    ["create", "RoleBinding", true],
  ]);
});
