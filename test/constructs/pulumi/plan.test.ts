import { ManagedProvider } from "../../../constructs/pulumi/provider";
import { providerOf } from "../../../constructs/pulumi/runtime";
import { clientRegistry, registry } from "../../../src/model";

/** Pulumi's placeholder for unknown values in a preview. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const root = "0".repeat(40);
const uid = `${root}/1111111111111111`;
const other = `${root}/2222222222222222`;
const claimMatch = { issuer: "https://issuer.example.com", subject: "someone" };

const offline = () => {
  throw new Error("planning makes no request");
};
const groups = new ManagedProvider(registry.groups, offline);
const identities = new ManagedProvider(registry.identities, offline);
const roles = new ManagedProvider(registry.roles, offline);
const bindings = new ManagedProvider(registry.roleBindings, offline);
const wholeRepos = new ManagedProvider(clientRegistry.repos, offline);
const repos = new ManagedProvider(registry.repos, offline);
const tags = new ManagedProvider(registry.tags, offline);

describe("check", () => {
  it("reports invalid values by path, with the messages of all surfaces", async () => {
    expect(await groups.check({}, { name: "No Capitals", parentUid: root })).toEqual({
      failures: [{ property: "name", reason: 'must contain only lowercase letters, digits, spaces, ".", "_" and "-"' }],
    });
    expect(
      await identities.check({}, { name: "a", groupUid: root, claimMatch: { issuer: "x", subject: "y" } }),
    ).toEqual({ failures: [{ property: "", reason: "claimMatch.issuer must be an https or http URL" }] });
    expect(await roles.check({}, { name: "a", groupUid: root, capabilities: ["groups.list", "fly"] })).toEqual({
      failures: [{ property: "", reason: "capabilities[1] must be a capability such as groups.list" }],
    });
  });

  it("rejects values that a service would accept but ignore", async () => {
    const refused = async (inputs: object, olds = {}) =>
      (await wholeRepos.check(olds, { name: "a", groupUid: uid, ...inputs })).failures;
    expect(await refused({ syncConfig: { source: uid } })).toEqual([
      { property: "", reason: "syncConfig.source must be the uid of a repo, not of a group" },
    ]);
    const past = { syncConfig: { source: other, expirationTime: "2020-01-01T00:00:00Z" } };
    expect(await refused(past)).toEqual([
      { property: "", reason: "syncConfig.expirationTime must not be in the past" },
    ]);
    expect(await refused(past, past)).toBeUndefined();
    expect(await refused({ activeTags: ["1", "1"] })).toEqual([
      { property: "", reason: "activeTags[1] is duplicated" },
    ]);
    expect(await refused({ catalogTier: "CATALOG_TIER_UNSPECIFIED" })).toEqual([
      { property: "catalogTier", reason: expect.stringMatching(/; omit it to leave it unset$/) },
    ]);
  });

  it("applies rules across fields", async () => {
    const { failures } = await identities.check({}, { name: "a", groupUid: root });
    expect(failures).toEqual([
      {
        property: "",
        reason:
          "claimMatch is missing: exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be set",
      },
    ]);
  });

  it("rejects unknown names, and accepts syncConfig, which the API spells differently", async () => {
    const { failures } = await repos.check({}, { name: "a", groupUid: root, colour: "red" });
    expect(failures).toHaveLength(1);
    expect(failures?.[0]).toMatchObject({
      property: "",
      reason: expect.stringMatching(/^colour is not .*fields are .*syncConfig/),
    });
    const inputs = { name: "a", groupUid: root, syncConfig: { source: other } };
    expect(await repos.check({}, inputs)).toEqual({ inputs });
  });

  it("accepts unknown values at any depth", async () => {
    const inputs = { name: unknown, groupUid: unknown, claimMatch: { issuer: unknown, subject: "a" } };
    expect(await identities.check({}, inputs)).toEqual({ inputs });
    expect(await identities.check({}, { name: "a", groupUid: root, claimMatch: unknown })).toHaveProperty("inputs");
  });

  it("requires a repo as a tag's parent", async () => {
    const inputs = { repoUid: uid, name: "a", digest: `sha256:${"0".repeat(64)}` };
    expect(await tags.check({}, inputs)).toEqual({ inputs });
    expect(await tags.check({}, { ...inputs, repoUid: root })).toEqual({
      failures: [{ property: "repoUid", reason: "must be the uid of a repo, not of a group" }],
    });
  });

  it("treats empty values as absent, and removes Pulumi's own entry", async () => {
    const given = { name: "a", groupUid: root, description: "", bundles: [], catalogTier: null, __provider: "code" };
    expect(await repos.check({}, given)).toEqual({ inputs: { name: "a", groupUid: root } });
  });

  it("requires a parent, except for an adopted resource, whose uid contains it", async () => {
    expect(await groups.check({}, { name: "a" })).toEqual({
      failures: [{ property: "", reason: "parentUid is missing: at least one of parentUid, importUid must be set" }],
    });
    expect(await groups.check({}, { name: "a", importUid: uid })).toEqual({
      inputs: { name: "a", importUid: uid, parentUid: root },
    });
    expect(await groups.check({}, { name: "a", importUid: root })).toEqual({ inputs: { name: "a", importUid: root } });
    expect(await groups.check({}, { name: "a", parentUid: uid, importUid: other })).toEqual({
      failures: [{ property: "importUid", reason: "must be the uid of a resource in the given parentUid" }],
    });
  });
});

describe("diff", () => {
  const same = { changes: false, replaces: [], deleteBeforeReplace: false };

  it("returns no changes for equivalent values", async () => {
    const olds = { name: "a", groupUid: root, capabilities: ["CAP_IAM_GROUPS_LIST", "repo.list"], description: "" };
    const news = { name: "a", groupUid: root, capabilities: ["repo.list", "groups.list"] };
    expect(await roles.diff(uid, olds, news)).toEqual(same);
  });

  it("leaves the display of updates to the engine", async () => {
    const olds = { name: "a", parentUid: root, description: "old" };
    expect(await groups.diff(uid, olds, { ...olds, description: "new" })).toEqual({ ...same, changes: undefined });
    expect(await groups.diff(uid, olds, { name: "a", parentUid: root })).toEqual({ ...same, changes: undefined });
  });

  it("replaces for another parent and for immutable fields", async () => {
    const olds = { groupUid: root, identityUid: uid, roleUid: uid };
    expect(await bindings.diff(other, olds, { ...olds, identityUid: other })).toMatchObject({
      replaces: ["identityUid"],
    });
    expect(await bindings.diff(other, olds, { ...olds, groupUid: uid })).toMatchObject({ replaces: ["groupUid"] });
    expect(await bindings.diff(other, olds, { ...olds, roleUid: other })).toMatchObject({ replaces: [] });
  });

  it("replaces for any change if the type has no update", async () => {
    const fixed = new ManagedProvider({ ...registry.groups, operations: ["get", "create", "delete"] }, offline);
    const olds = { name: "a", parentUid: root };
    expect(await fixed.diff(uid, olds, { ...olds, name: "b" })).toMatchObject({ replaces: ["name"] });
  });

  it("treats unknown values as changes", async () => {
    const olds = { name: "a", groupUid: root, claimMatch };
    const news = { ...olds, claimMatch: { ...claimMatch, subject: unknown } };
    expect(await identities.diff(uid, olds, news)).toEqual({ ...same, changes: undefined });
    expect(await identities.diff(uid, olds, { ...olds, groupUid: unknown })).toMatchObject({ replaces: ["groupUid"] });
  });

  it("deletes before a replacement if names are unique", async () => {
    const olds = { name: "a", groupUid: root };
    expect(await repos.diff(uid, olds, { ...olds, description: "b" })).toMatchObject({ deleteBeforeReplace: true });
    expect(await repos.diff(uid, olds, { ...olds, groupUid: uid })).toMatchObject({ deleteBeforeReplace: false });
    expect(await groups.diff(uid, { name: "a", parentUid: root }, { name: "a", parentUid: root })).toEqual(same);
  });

  it("rejects a changed importUid, and replacements, of a managed resource", async () => {
    const olds = { groupUid: root, identityUid: uid, roleUid: uid };
    expect(await bindings.diff(uid, olds, { ...olds, importUid: uid })).toMatchObject({ changes: false });
    expect(await bindings.diff(uid, { ...olds, importUid: uid }, olds)).toMatchObject({ changes: false });
    await expect(bindings.diff(uid, olds, { ...olds, importUid: other })).rejects.toThrow(
      `importUid is ${other}, but this resource is already ${uid}; remove importUid`,
    );
    await expect(bindings.diff(uid, olds, { ...olds, identityUid: other, importUid: uid })).rejects.toThrow(
      "Changing identityUid requires a replacement; remove importUid first",
    );
  });
});

it("names an unknown kind", () => {
  expect(() => providerOf("Castle")).toThrow("Unknown resource kind Castle in this version of platform-iac");
});

it("names missing settings before any request, and rejects secrets in stack configuration", async () => {
  const configured = (values: Record<string, string>) =>
    providerOf("Group").configure({ config: { get: (key) => values[key], require: (key) => values[key]! } });
  await expect(configured({ "platform:token": "s3cret" })).rejects.toThrow(
    "platform:token is a secret and must not be in stack configuration: set PLATFORM_TOKEN",
  );
  await expect(configured({ "platform:baseUrl": "ftp://example.com" })).rejects.toThrow(
    /base_url \(PLATFORM_BASE_URL\) must be a URL/,
  );
  process.env.STAGING_PLATFORM_BASE_URL = "ftp://staging.example.com";
  try {
    await expect(configured({ "platform:envPrefix": "STAGING_" })).rejects.toThrow(
      /base_url \(STAGING_PLATFORM_BASE_URL\) must be a URL/,
    );
  } finally {
    delete process.env.STAGING_PLATFORM_BASE_URL;
  }
});
