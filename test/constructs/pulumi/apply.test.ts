import { readFileSync } from "node:fs";
import path from "node:path";
import type { PlatformClient } from "../../../src/client";
import { builtInRole, compositeDefinitions, definitions } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { startProxy } from "../../client/proxy";
import { type DynamicProvider, makeProject, type Project, providerTexts, startDynamicProvider } from "./project";

type Properties = Readonly<Record<string, unknown>>;

const NO_CHANGE = 1;
const viewer = builtInRole("viewer").uid;
const claimMatch = { issuer: "https://issuer.example.com", subject: "someone" };
const oidc = { issuer: "https://people.example.com", clientId: "platform", clientSecret: "hushed" };

let platform: TestPlatform;
let owner: PlatformClient;
let project: Project;
let texts: Readonly<Record<string, string>>;
let pulumi: DynamicProvider;

beforeAll(async () => {
  platform = await startPlatform();
  owner = platform.client();
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

/** Returns properties as the engine sends them: with the source of the type's provider. */
const of = (kind: string, properties: Properties): Properties => ({ ...properties, __provider: texts[kind] });

/** Returns the requests since an index, each as its method and mask. */
const since = (start: number) =>
  platform.requests
    .slice(start)
    .filter(({ path }) => !path.startsWith("/sts/"))
    .map(({ method, updateMask }) => (updateMask ? `${method} ${updateMask}` : method));

const newGroup = async (name: string, parentUid = platform.groupUid) =>
  (await owner.groups.create(parentUid, { name })).uid;

it("reports invalid inputs without a request", async () => {
  const start = platform.requests.length;
  const { failures } = await pulumi.check(of("Group", { name: "No Capitals", parentUid: platform.groupUid }));
  expect(failures).toEqual([
    { property: "name", reason: 'must contain only lowercase letters, digits, spaces, ".", "_" and "-"' },
  ]);
  expect(platform.requests).toHaveLength(start);
});

describe("every type", () => {
  let groupUid: string;
  let identityUid: string;
  let repoUid: string;
  let accessUid: string;
  beforeAll(async () => {
    groupUid = await newGroup("every type");
    accessUid = await newGroup("group access");
    identityUid = (await owner.identities.create(groupUid, { name: "someone", claimMatch })).uid;
    repoUid = (await owner.repos.create(groupUid, { name: "tagged" })).uid;
  });

  const inputs: Readonly<Record<string, () => Properties>> = {
    Group: () => ({ parentUid: groupUid, name: "below", description: "A group." }),
    Identity: () => ({ groupUid, name: "ci", claimMatch }),
    Role: () => ({ groupUid, name: "lister", capabilities: ["repo.list", "groups.list"] }),
    RoleBinding: () => ({ groupUid, identityUid, roleUid: viewer }),
    Repo: () => ({ groupUid, name: "app", bundles: ["b", "a"], syncConfig: { source: repoUid } }),
    Tag: () => ({ repoUid, name: "latest", digest: `sha256:${"0".repeat(64)}` }),
    IdentityProvider: () => ({ groupUid: platform.groupUid, name: "people", defaultRole: viewer, oidc }),
    AccountAssociation: () => ({ groupUid, name: "accounts", amazon: { account: "123456789012" } }),
    GroupInvite: () => ({ groupUid, roleUid: viewer, ttl: "3600s" }),
    GroupAccess: () => ({ groupUid: accessUid, grants: [{ identityUid, roleUid: viewer }] }),
  };

  it("is covered", () => {
    const all = [...definitions, ...compositeDefinitions];
    const creatable = all.filter(({ operations }) => operations.includes("create"));
    expect(Object.keys(inputs).sort()).toEqual(creatable.map(({ name }) => name).sort());
  });

  it.each(Object.keys(inputs))("%s is created, read without drift, and destroyed", async (kind) => {
    const wanted = inputs[kind]!();
    const { id, outs } = await pulumi.create(of(kind, wanted));
    expect(outs).toMatchObject(wanted);
    for (const name of ["uid", "createTime", "updateTime", "verified", "lastSeenTime", "identity", "role", "group"])
      expect(outs).not.toHaveProperty(name);

    expect(await pulumi.read(id, of(kind, outs))).toEqual({ id, props: outs, inputs: wanted });
    expect(await pulumi.diff(id, of(kind, outs), of(kind, wanted))).toEqual({ changes: NO_CHANGE, replaces: [] });

    await pulumi.delete(id, of(kind, outs));
    expect(await pulumi.read(id, of(kind, outs))).toMatchObject({ id: "" });
    await pulumi.delete(id, of(kind, outs));
  });
});

describe("drift", () => {
  it("is read and corrected by a PATCH of only that field", async () => {
    const wanted = { parentUid: platform.groupUid, name: "drifting", description: "As written." };
    const { id, outs } = await pulumi.create(of("Group", wanted));
    await owner.groups.update(id, { description: "Changed." });

    const read = await pulumi.read(id, of("Group", outs));
    expect(read.inputs).toEqual({ ...wanted, description: "Changed." });

    const start = platform.requests.length;
    const updated = await pulumi.update(id, of("Group", read.props), of("Group", wanted));
    expect(updated).toEqual(outs);
    expect(since(start)).toEqual(["PATCH description"]);
  });

  it("of an unset input is cleared", async () => {
    const source = (await owner.repos.create(platform.groupUid, { name: "source" })).uid;
    const wanted = { groupUid: platform.groupUid, name: "cleared" };
    const { id, outs } = await pulumi.create(of("Repo", wanted));
    await owner.repos.update(id, { description: "Added.", sync_config: { source } });

    const read = await pulumi.read(id, of("Repo", outs));
    expect(read.inputs).toEqual({ ...wanted, description: "Added.", syncConfig: { source } });
    const start = platform.requests.length;
    await pulumi.update(id, of("Repo", read.props), of("Repo", wanted));
    // The GET is for the readme.
    expect(since(start)).toEqual(["PATCH description,sync_config", "GET"]);
    expect(await owner.repos.get(id)).toMatchObject({
      description: "",
      sync_config: expect.not.objectContaining({ source }),
    });
  });

  it("to another kind of identity is shown and corrected", async () => {
    const wanted = { groupUid: platform.groupUid, name: "of a kind", claimMatch };
    const { id, outs } = await pulumi.create(of("Identity", wanted));
    const awsIdentity = { awsAccount: "123456789012" };
    await owner.identities.update(id, { awsIdentity });

    const { props, inputs } = await pulumi.read(id, of("Identity", outs));
    expect(inputs).toEqual({ groupUid: platform.groupUid, name: "of a kind", awsIdentity });
    const start = platform.requests.length;
    expect(await pulumi.update(id, of("Identity", props), of("Identity", wanted))).toEqual(outs);
    expect(since(start)).toEqual(["PATCH claimMatch,awsIdentity"]);
  });

  it("of capabilities is written with short names", async () => {
    const wanted = { groupUid: platform.groupUid, name: "capable", capabilities: ["groups.list"] };
    const { id, outs } = await pulumi.create(of("Role", wanted));
    await owner.roles.update(id, { capabilities: ["groups.list", "repo.list"] });
    const { inputs } = await pulumi.read(id, of("Role", outs));
    expect(inputs.capabilities).toEqual(expect.arrayContaining(["groups.list", "repo.list"]));
  });
});

describe("adoption", () => {
  it("is rejected with each difference if it would change something, also in a preview", async () => {
    const importUid = await newGroup("by hand");
    const start = platform.requests.length;
    const wanted = { importUid, parentUid: platform.groupUid, name: "another", description: "Managed." };
    const reason =
      `${importUid} differs from the arguments: name is "by hand", not "another"; description is not set, not ` +
      '"Managed.". Change the arguments, or set adopt: "overwrite" to change the resource';
    expect((await pulumi.check(of("Group", wanted))).failures).toEqual([{ property: "importUid", reason }]);
    await expect(pulumi.create(of("Group", wanted))).rejects.toThrow(reason);
    expect(since(start)).toEqual(["GET", "GET"]);
  });

  it("updates the differences with a PATCH on request, and creates nothing", async () => {
    const importUid = await newGroup("existing");
    const overwriting = { importUid, adopt: "overwrite", name: "existing", description: "Now managed." };
    const { inputs } = await pulumi.check(of("Group", overwriting));
    const start = platform.requests.length;
    const { id, outs } = await pulumi.create(of("Group", inputs));
    expect(id).toBe(importUid);
    expect(outs).toMatchObject({ ...overwriting, parentUid: platform.groupUid });
    expect(since(start)).toEqual(["GET", "PATCH description"]);
    expect(await pulumi.read(id, of("Group", outs))).toMatchObject({ inputs });
  });

  it("changes nothing without differences", async () => {
    const importUid = await newGroup("as it should be");
    const start = platform.requests.length;
    await pulumi.create(of("Group", { importUid, parentUid: platform.groupUid, name: "as it should be" }));
    expect(since(start)).toEqual(["GET"]);
  });

  it("fails for a missing resource, and for differences in immutable fields", async () => {
    const importUid = `${platform.groupUid}/0000000000000000`;
    await expect(
      pulumi.create(of("Group", { importUid, parentUid: platform.groupUid, name: "nothing" })),
    ).rejects.toThrow(`Not found: Group ${importUid}`);

    const { uid } = await owner.roleBindings.create(platform.groupUid, {
      identityUid: platform.identityUid,
      roleUid: viewer,
    });
    const another = (await owner.identities.create(platform.groupUid, { name: "another", claimMatch })).uid;
    const inputs = { importUid: uid, groupUid: platform.groupUid, identityUid: another, roleUid: viewer };
    await expect(pulumi.create(of("RoleBinding", inputs))).rejects.toThrow(
      `${uid} cannot be adopted: identityUid cannot be updated in place and differs from the arguments`,
    );
  });
});

describe("values that are never returned, or only once", () => {
  it("are kept while others drift, and sent when changed", async () => {
    const wanted = { groupUid: platform.groupUid, name: "drifting", defaultRole: viewer, oidc };
    const { id, outs } = await pulumi.create(of("IdentityProvider", wanted));
    const { clientSecret: _, ...answered } = oidc;
    await owner.identityProviders.update(id, { oidc: { ...answered, clientId: "another" } });

    const { props, inputs } = await pulumi.read(id, of("IdentityProvider", outs));
    expect(inputs.oidc).toEqual({ ...oidc, clientId: "another" });
    const start = platform.requests.length;
    const next = { ...wanted, oidc: { ...oidc, clientSecret: "hushed again" } };
    expect(await pulumi.update(id, of("IdentityProvider", props), of("IdentityProvider", next))).toMatchObject(next);
    expect(since(start)).toEqual(["PATCH oidc"]);
  });

  it("are sent to an adopted resource, which may have others", async () => {
    const wanted = { name: "adopted", defaultRole: viewer, oidc };
    const { uid: importUid } = await owner.identityProviders.create(platform.groupUid, wanted);
    const start = platform.requests.length;
    const adopted = { ...wanted, groupUid: platform.groupUid, importUid };
    await expect(pulumi.create(of("IdentityProvider", adopted))).rejects.toThrow(
      "oidc differs, or cannot be compared because it contains a secret",
    );
    await pulumi.create(of("IdentityProvider", { ...adopted, adopt: "overwrite" }));
    expect(since(start)).toEqual(["GET", "GET", "PATCH oidc"]);
  });

  it("include an invite's code, which a refresh keeps", async () => {
    const { id, outs } = await pulumi.create(
      of("GroupInvite", { groupUid: platform.groupUid, roleUid: viewer, ttl: "3600s" }),
    );
    expect(outs).toMatchObject({ code: expect.stringMatching(/./), ttl: "3600s" });
    expect((await pulumi.read(id, of("GroupInvite", outs))).props).toEqual(outs);
  });
});

describe("a missing resource", () => {
  it("is an error if a program refers to it without managing it", async () => {
    const uid = `${platform.groupUid}/0000000000000000`;
    await expect(pulumi.read(uid, of("Group", {}))).rejects.toThrow(`Not found: Group ${uid}`);
  });

  it("is gone if its parent was deleted too", async () => {
    const parentUid = await newGroup("leaving");
    const { id, outs } = await pulumi.create(of("Group", { parentUid, name: "leaving too" }));
    await owner.groups.delete(id);
    await owner.groups.delete(parentUid);
    expect(await pulumi.read(id, of("Group", outs))).toMatchObject({ id: "" });
  });

  it("is kept in the state for an identity that lost its permission", async () => {
    const groupUid = await newGroup("hidden");
    const { uid: repoUid } = await owner.repos.create(groupUid, { name: "hidden" });
    const { uid: outsider } = await owner.identities.create(platform.groupUid, { name: "outsider", claimMatch });
    const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_TOKEN: await platform.tokenFor(outsider) };
    const theirs = await startDynamicProvider(project, { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env });
    const problem = `Repo ${repoUid} is not visible to this identity: it may still exist, so it stays in the state. Grant the identity a role with repo.list at ${groupUid} or above`;
    try {
      await expect(theirs.read(repoUid, of("Repo", { groupUid }))).rejects.toThrow(problem);
      await expect(theirs.delete(repoUid, of("Repo", {}))).rejects.toThrow(problem);
    } finally {
      await theirs.stop();
    }
  });
});

describe.each([undefined, 404, 501])("a resource that may not be listed, if testCapabilities returns %s", (status) => {
  it("is kept in the state, and treated as deleted only if the caller may see it", async () => {
    const refuse = (url: string) => (url.includes(":testCapabilities") ? status : undefined);
    const proxy = await startProxy(platform.baseUrl, { refuse });
    const groupUid = await newGroup("partial");
    const { uid: repoUid } = await owner.repos.create(groupUid, { name: "partial" });
    const { uid: identityUid } = await owner.identities.create(platform.groupUid, { name: "partial", claimMatch });
    const role = await owner.roles.create(platform.groupUid, { name: "partial", capabilities: ["groups.list"] });
    await owner.roleBindings.create(groupUid, { identityUid, roleUid: role.uid });
    const as = async (token: string) => {
      const env = { PLATFORM_BASE_URL: proxy.url, PLATFORM_TOKEN: token };
      return startDynamicProvider(project, { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env });
    };
    const [partial, whole] = [await as(await platform.tokenFor(identityUid)), await as(platform.token)];
    const outs = of("Repo", { groupUid, name: "partial" });
    const problem = `Grant the identity a role with repo.list at ${groupUid} or above`;
    try {
      await expect(partial.read(repoUid, outs)).rejects.toThrow(problem);
      await expect(partial.delete(repoUid, outs)).rejects.toThrow(problem);
      await owner.repos.delete(repoUid);
      expect(await whole.read(repoUid, outs)).toMatchObject({ id: "" });
      await whole.delete(repoUid, outs);
    } finally {
      await Promise.all([partial.stop(), whole.stop()]);
      await proxy.close();
    }
  });
});

it("reports the reason of a rejected request", async () => {
  const full = await newGroup("full");
  await newGroup("inside", full);
  const reason = "Precondition failed: cannot delete group with child groups";
  await expect(pulumi.delete(full, of("Group", { parentUid: platform.groupUid }))).rejects.toThrow(reason);
});

it("supports a state of the first release", async () => {
  const __provider = readFileSync(path.join(__dirname, "group-provider-0.1.0.txt"), "utf8");
  const wanted = { parentUid: platform.groupUid, name: "of old", __provider };
  expect(await pulumi.check(wanted)).toMatchObject({ failures: [] });
  const { id, outs } = await pulumi.create(wanted);
  const known = { ...outs, __provider };
  expect(await pulumi.diff(id, known, wanted)).toEqual({ changes: NO_CHANGE, replaces: [] });
  expect(await pulumi.update(id, known, { ...wanted, name: "of today" })).toMatchObject({ name: "of today" });
  expect(await pulumi.read(id, known)).toMatchObject({ props: { name: "of today" } });
  await pulumi.delete(id, known);
  expect(await pulumi.read(id, known)).toMatchObject({ id: "" });
});

it("shares one token exchange among concurrent creates", async () => {
  // A directory without tokens of earlier processes.
  const elsewhere = { XDG_RUNTIME_DIR: project.directory };
  const environment = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...elsewhere, ...platform.environment() };
  const fresh = await startDynamicProvider(project, environment);
  const start = platform.requests.length;
  const names = ["one", "two", "three", "four"];
  try {
    await Promise.all(
      names.map((name) => fresh.create(of("Group", { parentUid: platform.groupUid, name: `together ${name}` }))),
    );
  } finally {
    await fresh.stop();
  }
  const requests = platform.requests.slice(start).map(({ method, path }) => `${method} ${path}`);
  const [exchange, list] = ["GET /sts/exchange", "GET /iam/v2beta1/groups"];
  expect(requests.filter((request) => request === exchange)).toHaveLength(1);
  const create = `POST /iam/v2beta1/groups/${platform.groupUid}`;
  const others = requests.filter((request) => request !== exchange && request !== list);
  expect(others).toEqual(names.map(() => create));
  // Each create is preceded by a list of similar resources, until the service has shown that it stores keys.
  expect(requests.length - others.length - 1).toBeLessThanOrEqual(names.length);
});

it("creates one resource when the response is lost, also at a service without idempotency keys", async () => {
  const forgetful = await startPlatform();
  const proxy = await startProxy(forgetful.baseUrl, {
    cut: (method, index) => method === "POST" && index === 0,
    removesKeys: true,
  });
  const settings = { PLATFORM_BASE_URL: proxy.url, PLATFORM_TOKEN: forgetful.token };
  const provider = await startDynamicProvider(project, {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    ...settings,
  });
  try {
    const { id } = await provider.create(of("Group", { parentUid: forgetful.groupUid, name: "once" }));
    const { items } = await forgetful.client().groups.page({ childrenOf: forgetful.groupUid });
    expect(items.map(({ uid }) => uid)).toEqual([id]);
    expect(proxy.cuts()).toBe(1);
  } finally {
    await provider.stop();
    await proxy.close();
    await forgetful.close();
  }
});
