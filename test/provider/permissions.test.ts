import { createClient, type PlatformClient, staticToken } from "../../src/client";
import { builtInRole, type Capability } from "../../src/model";
import type { ValueRecord } from "../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { startProxy } from "../client/proxy";
import { configuredProvider, refusalOf, Source, Subject } from "./in-process";

/** Tests an identity that loses some of its permissions: resources that it can no longer see are not deleted. */

let platform: TestPlatform;
let client: PlatformClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
});
afterAll(() => platform.close());

/** Creates an identity with a role in a new group. */
async function worker(capabilities: readonly Capability[]) {
  const { uid: groupUid } = await client.groups.create(platform.groupUid, { name: "work" });
  const claimMatch = { issuer: "https://issuer.example.com", subject: groupUid };
  const identity = await client.identities.create(platform.groupUid, { name: "worker", claimMatch });
  const role = await client.roles.create(platform.groupUid, { name: "worker", capabilities });
  await client.roleBindings.create(groupUid, { identityUid: identity.uid, roleUid: role.uid });
  return {
    groupUid,
    token: await platform.tokenFor(identity.uid),
    restrict: (next: readonly Capability[]) => client.roles.update(role.uid, { capabilities: next }),
  };
}

const all: readonly Capability[] = ["groups.list", "repo.list", "repo.create", "repo.update", "repo.delete"];
const withoutListing = all.filter((each) => each !== "repo.list");

interface Setting {
  readonly baseUrl: string;
  close(): Promise<unknown>;
}

/** The service, and one without testCapabilities. */
const services: readonly (readonly [string, () => Promise<Setting>])[] = [
  ["supports testCapabilities", async () => ({ baseUrl: platform.baseUrl, close: async () => {} })],
  ...[404, 405, 501].map((status) => [`returns ${status} for testCapabilities`, () => without(status)] as const),
];

async function without(status: number): Promise<Setting> {
  const refuse = (url: string) => (url.includes(":testCapabilities") ? status : undefined);
  const proxy = await startProxy(platform.baseUrl, { refuse });
  return { baseUrl: proxy.url, close: proxy.close };
}

describe.each(services)("at a service that %s", (_title, start) => {
  let service: Setting;
  beforeEach(async () => {
    service = await start();
  });
  afterEach(() => service.close());

  test.each(["bulk", "direct"])("keeps a resource that may no longer be listed, reading %s", async (refresh) => {
    const { groupUid, token, restrict } = await worker(all);
    const made = await Promise.all(
      [...Array(8).keys()].map((index) => client.repos.create(groupUid, { name: `repo-${index}` })),
    );
    await restrict(withoutListing);
    const provider = await configuredProvider(service.baseUrl, token, { refresh });
    const [groups, repos] = [new Subject(provider, "Group"), new Subject(provider, "Repo")];
    expect(await groups.read({ uid: groupUid, id: groupUid })).toMatchObject({ state: { name: "work" } });
    for (const { uid, name } of made) {
      const state: ValueRecord = { id: uid, uid, group_uid: groupUid, name };
      const renamed = { group_uid: groupUid, name: "renamed" };
      for (const work of [() => repos.read(state), () => repos.apply(renamed, state), () => repos.delete(state)]) {
        const [problem] = await refusalOf(work);
        expect(problem?.summary).toBe("The repo is not visible to this identity");
        expect(problem?.detail).toContain(`role with repo.list at ${groupUid} or above`);
        expect(problem?.detail).toContain("removed block");
      }
    }
  });

  test("drops a resource that was deleted outside of Terraform, and accepts deleting it", async () => {
    const { uid } = await client.repos.create(platform.groupUid, { name: "deleted" });
    await client.repos.delete(uid);
    const state: ValueRecord = { id: uid, uid, group_uid: platform.groupUid, name: "deleted" };
    const repos = new Subject(await configuredProvider(service.baseUrl, platform.token), "Repo");
    expect(await repos.read(state)).toMatchObject({ state: null });
    await expect(repos.delete(state)).resolves.toBeUndefined();
  });

  test("keeps resources hidden by a permission that the same run removed", async () => {
    const { groupUid, token } = await worker([...all, "role_bindings.list", "roles.list", "role_bindings.delete"]);
    const { uid } = await client.repos.create(groupUid, { name: "kept" });
    const deleted = await client.repos.create(groupUid, { name: "deleted" });
    await client.repos.delete(deleted.uid);
    const provider = await configuredProvider(service.baseUrl, token);
    const [bindings, repos] = [new Subject(provider, "RoleBinding"), new Subject(provider, "Repo")];
    const stateOf = (each: string): ValueRecord => ({ id: each, uid: each, group_uid: groupUid });
    if (service.baseUrl === platform.baseUrl)
      expect(await repos.read(stateOf(deleted.uid))).toMatchObject({ state: null });
    const { items } = await client.roleBindings.page({ childrenOf: groupUid });
    await bindings.delete(stateOf(items[0]!.uid));
    const [problem] = await refusalOf(() => repos.delete(stateOf(uid)));
    expect(problem?.summary).toBe("The repo is not visible to this identity");
  });
});

test("without testCapabilities, another readable resource of the type in the group proves a deletion", async () => {
  const service = await without(404);
  try {
    const { groupUid, token } = await worker(all);
    const [kept, deleted] = await Promise.all(
      ["kept", "deleted"].map((name) => client.repos.create(groupUid, { name })),
    );
    await client.repos.delete(deleted!.uid);
    const stateOf = (uid: string): ValueRecord => ({ id: uid, uid, group_uid: groupUid });
    const repos = new Subject(await configuredProvider(service.baseUrl, token), "Repo");
    const [problem] = await refusalOf(() => repos.read(stateOf(deleted!.uid)));
    expect(problem?.detail).toContain("could not be verified");
    await repos.read(stateOf(kept!.uid));
    expect(await repos.read(stateOf(deleted!.uid))).toMatchObject({ state: null });
  } finally {
    await service.close();
  }
});

test("without testCapabilities, a restricted token's role bindings prove nothing", async () => {
  const service = await without(501);
  try {
    const { uid } = await client.repos.create(platform.groupUid, { name: "narrowed" });
    const query = new URLSearchParams({ aud: platform.baseUrl, identity: platform.identityUid });
    for (const capability of ["groups.list", "role_bindings.list", "roles.list"]) query.append("cap", capability);
    const exchange = await fetch(`${platform.authUrl}/sts/exchange?${query}`, {
      headers: { authorization: `Bearer ${await platform.identityToken(platform.subject)}` },
    });
    const { token } = (await exchange.json()) as { readonly token: string };
    const narrowed = createClient({ baseUrl: platform.baseUrl, credentials: staticToken(token) });
    await expect(narrowed.repos.get(uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await narrowed.close();
    const repos = new Subject(await configuredProvider(service.baseUrl, token), "Repo");
    const [problem] = await refusalOf(() => repos.read({ id: uid, uid, group_uid: platform.groupUid }));
    expect(problem?.summary).toBe("The repo is not visible to this identity");
  } finally {
    await service.close();
  }
});

test("fails for an empty list if the caller can see the group but not its contents", async () => {
  const { groupUid, token } = await worker(["groups.list", "role_bindings.list", "roles.list"]);
  const provider = await configuredProvider(platform.baseUrl, token);
  const [problem] = await refusalOf(() => new Source(provider, "platform_repos").read({ descendants_of: groupUid }));
  expect(problem).toMatchObject({ severity: "error", summary: `No repos are visible below ${groupUid}` });
  expect(problem?.detail).toContain(`does not have repo.list at ${groupUid}`);
});

test("returns an empty list to a viewer", async () => {
  const { uid: groupUid } = await client.groups.create(platform.groupUid, { name: "empty" });
  const claimMatch = { issuer: "https://issuer.example.com", subject: "viewer" };
  const { uid } = await client.identities.create(platform.groupUid, { name: "viewer", claimMatch });
  await client.roleBindings.create(groupUid, { identityUid: uid, roleUid: builtInRole("viewer").uid });
  const provider = await configuredProvider(platform.baseUrl, await platform.tokenFor(uid));
  const { state, diagnostics } = await new Source(provider, "platform_repos").readWithDiagnostics({
    descendants_of: groupUid,
  });
  expect({ repos: state.repos, diagnostics }).toEqual({ repos: [], diagnostics: [] });
});
