import type { PlatformClient } from "../../src/client";
import { builtInRole } from "../../src/model";
import { unknown } from "../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, refusalOf, Subject } from "./in-process";

const viewer = builtInRole("viewer").uid;

let platform: TestPlatform;
let client: PlatformClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
});
afterAll(() => platform.close());

const ofOwner = async (type: string): Promise<Subject> =>
  new Subject(await configuredProvider(platform.baseUrl, platform.token), type);

const lastRequest = () => platform.requests.at(-1)!;

test("keeps null and explicitly empty values as configured", async () => {
  const repos = await ofOwner("Repo");
  const state = await repos.apply({ group_uid: platform.groupUid, name: "empties", description: "", bundles: [] });
  expect(state).toMatchObject({ description: "", bundles: [], aliases: null, catalog_tier: null, sync_config: null });
  expect(await repos.read(state)).toEqual({ state, identity: { uid: state.uid } });
});

test("sends only fields that differ in meaning, and no request without any", async () => {
  const repos = await ofOwner("Repo");
  const given = { group_uid: platform.groupUid, name: "masks", bundles: ["a", "b"] };
  const state = await repos.apply(given);
  const from = platform.requests.length;
  const respelt = await repos.apply({ ...given, description: "", bundles: ["b", "a"] }, state);
  expect(respelt).toMatchObject({ description: "", bundles: ["a", "b"] });
  expect(platform.requests.length).toBe(from);

  await repos.apply({ ...given, name: "renamed", bundles: [] }, respelt);
  const writes = platform.requests.slice(from).filter(({ method }) => method !== "GET");
  expect(writes).toMatchObject([{ method: "PATCH", updateMask: "name,bundles" }]);
});

test("sends no request if unknown values turn out unchanged", async () => {
  const repos = await ofOwner("Repo");
  const given = {
    group_uid: platform.groupUid,
    name: "same",
    sync_config: { source: `${platform.groupUid}/${"0".repeat(16)}` },
  };
  const state = await repos.apply(given);
  const from = platform.requests.length;
  const same = await repos.apply({ ...given, sync_config: { source: unknown } }, state, given);
  expect(same).toEqual(state);
  expect(platform.requests.length).toBe(from);
});

test("replaces one kind of identity by another in one request", async () => {
  const identities = await ofOwner("Identity");
  const given = { group_uid: platform.groupUid, name: "kinds" };
  const state = await identities.apply({
    ...given,
    claim_match: { issuer: "https://a.example.com", subject: "kinds" },
  });
  const changed = await identities.apply({ ...given, aws_identity: { aws_account: "123456789012" } }, state);
  expect(changed).toMatchObject({ uid: state.uid, claim_match: null, aws_identity: { aws_account: "123456789012" } });
  expect(lastRequest()).toMatchObject({ method: "PATCH", updateMask: "claimMatch,awsIdentity" });
  expect((await identities.read(changed))?.state).toEqual(changed);
});

test("writes capabilities in full and keeps their short names", async () => {
  const roles = await ofOwner("Role");
  const state = await roles.apply({ group_uid: platform.groupUid, name: "short", capabilities: ["groups.list"] });
  expect(state.capabilities).toEqual(["groups.list"]);
  await client.roles.update(String(state.uid), { capabilities: ["repo.list", "repo.create"] });
  expect((await roles.read(state))?.state?.capabilities).toEqual(expect.arrayContaining(["repo.create", "repo.list"]));
});

test("drops a missing resource after verifying its visibility, with one request per group", async () => {
  const provider = await configuredProvider(platform.baseUrl, platform.token);
  const [groups, repos] = [new Subject(provider, "Group"), new Subject(provider, "Repo")];
  const group = await groups.apply({ parent_uid: platform.groupUid, name: "short-lived" });
  const inside = await Promise.all(["a", "b", "c"].map((name) => repos.apply({ group_uid: String(group.uid), name })));
  for (const { uid } of inside) await client.repos.delete(String(uid));

  const fresh = await ofOwner("Repo");
  const from = platform.requests.length;
  const answers = await Promise.all(inside.map((state) => fresh.read(state)));
  expect(answers.map((answer) => answer?.state)).toEqual([null, null, null]);
  const asked = platform.requests
    .slice(from)
    .filter(({ path }) => path.endsWith(`${String(group.uid)}:testCapabilities`));
  expect(asked).toHaveLength(1);
  await groups.delete(group);
});

test("drops a resource that was deleted with its group, and accepts deleting it", async () => {
  const [groups, bindings] = [await ofOwner("Group"), await ofOwner("RoleBinding")];
  const group = await groups.apply({ parent_uid: platform.groupUid, name: "with-binding" });
  const given = { group_uid: String(group.uid), identity_uid: platform.identityUid, role_uid: viewer };
  const binding = await bindings.apply(given);
  await groups.delete(group);
  expect(await bindings.read(binding)).toMatchObject({
    state: null,
    diagnostics: [
      { severity: "warning", summary: `The role binding ${String(binding.uid)} was deleted outside of Terraform` },
    ],
  });
  await expect(bindings.delete(binding)).resolves.toBeUndefined();
});

test("neither drops a hidden resource nor treats it as deleted", async () => {
  const identity = await client.identities.create(platform.groupUid, {
    name: "blind",
    claimMatch: { issuer: "https://a.example.com", subject: "blind" },
  });
  const repo = await (await ofOwner("Repo")).apply({ group_uid: platform.groupUid, name: "unseen" });
  const blind = new Subject(await configuredProvider(platform.baseUrl, await platform.tokenFor(identity.uid)), "Repo");
  const renamed = { group_uid: platform.groupUid, name: "renamed" };
  for (const work of [() => blind.read(repo), () => blind.apply(renamed, repo), () => blind.delete(repo)]) {
    const [first] = await refusalOf(work);
    expect(first?.summary).toBe("The repo is not visible to this identity");
    expect(first?.detail).toContain(String(repo.uid));
  }
});

test("manages an imported root group without parent_uid", async () => {
  const groups = await ofOwner("Group");
  const imported = await groups.import(platform.groupUid);
  const { state } = (await groups.read(imported.resources[0]!.state))!;
  expect(state).toMatchObject({ uid: platform.groupUid, parent_uid: null, name: "example", description: null });
  const from = platform.requests.length;
  await groups.apply({ name: "example" }, state);
  expect(platform.requests.length).toBe(from);
});

test("reports violations of the service at their attributes", async () => {
  const bindings = await ofOwner("RoleBinding");
  const given = {
    group_uid: platform.groupUid,
    identity_uid: `${platform.groupUid}/0123456789abcdef`,
    role_uid: viewer,
  };
  const [first] = await refusalOf(() => bindings.apply(given));
  expect(first).toEqual({
    severity: "error",
    summary: "Cannot create the role binding",
    detail: "identity_uid must be the uid of an identity of this organization.",
    path: ["identity_uid"],
  });
});

test("reports an interrupted request as an error and keeps the state", async () => {
  const repos = await ofOwner("Repo");
  const state = await repos.apply({ group_uid: platform.groupUid, name: "interrupted" });
  const [first] = await refusalOf(() => repos.read(state, AbortSignal.abort()));
  expect(first?.summary).toBe("Cannot read the repo");
});

test("reports a rejected token in full once, and does not send it again", async () => {
  const repos = await ofOwner("Repo");
  const state = await repos.apply({ group_uid: platform.groupUid, name: "refused" });
  const forged = new Subject(await configuredProvider(platform.baseUrl, "forged"), "Repo");
  const refusals = await Promise.all([1, 2, 3].map(() => refusalOf(() => forged.read(state))));
  expect(refusals.filter(([first]) => first?.detail?.includes("Unauthenticated"))).toHaveLength(1);
  const from = platform.requests.length;
  const [later] = await refusalOf(() => forged.read(state));
  expect(later?.summary).toMatch(
    /^Cannot read the repo: authentication failed \(see the first error of this run\): Unauthenticated: /,
  );
  expect(platform.requests.length).toBe(from);
});

test("names unknown settings in errors of operations that need them", async () => {
  const repos = new Subject(
    await configuredProvider(platform.baseUrl, platform.token, { base_url: unknown, identity: unknown }),
    "Repo",
  );
  const [first] = await refusalOf(() => repos.apply({ group_uid: platform.groupUid, name: "early" }));
  expect(first?.summary).toBe("Provider settings not known until apply: base_url, identity");
});

test("names the parent attribute and points to it if the parent does not exist", async () => {
  const missing = `${platform.groupUid}/${"0".repeat(16)}`;
  for (const [type, attribute, parent, given] of [
    ["Group", "parent_uid", "group", {}],
    ["Repo", "group_uid", "group", {}],
    ["Role", "group_uid", "group", { capabilities: ["groups.list"] }],
    ["Identity", "group_uid", "group", { claim_match: { issuer: "https://issuer.example.com", subject: "a" } }],
    ["Tag", "repo_uid", "repo", { digest: `sha256:${"0".repeat(64)}` }],
  ] as const) {
    const subject = await ofOwner(type);
    const uid = type === "Tag" ? `${missing}/${"0".repeat(16)}` : missing;
    const [refusal, ...others] = await refusalOf(() => subject.apply({ [attribute]: uid, name: "a", ...given }));
    expect(others).toEqual([]);
    const problem = `${attribute} is "${uid}", but no ${parent} with this uid exists, or it is hidden`;
    expect(refusal).toMatchObject({ path: [attribute], detail: expect.stringContaining(problem) });
  }
});

test("reports a deletion between plan and apply, and advises to plan again", async () => {
  const repos = await ofOwner("Repo");
  const repo = await repos.apply({ group_uid: platform.groupUid, name: "fleeting" });
  await client.repos.delete(String(repo.uid));
  const [refusal] = await refusalOf(() => repos.apply({ group_uid: platform.groupUid, name: "renamed" }, repo));
  expect(refusal).toMatchObject({
    severity: "error",
    summary: 'The repo "fleeting" was deleted outside of Terraform',
    detail: expect.stringContaining("Plan again"),
  });
});
