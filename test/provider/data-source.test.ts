import type { PlatformClient } from "../../src/client";
import { builtInRole, builtInRoles } from "../../src/model";
import { type Provider, unknown, type ValueRecord } from "../../src/provider/plugin";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, refusalOf, Source } from "./in-process";

let platform: TestPlatform;
let client: PlatformClient;
let provider: Provider;
let team: string;
beforeAll(async () => {
  platform = await startPlatform();
  client = platform.client();
  provider = await configuredProvider(platform.baseUrl, platform.token);
  team = (await client.groups.create(platform.groupUid, { name: "team" })).uid;
  await client.repos.create(team, { name: "images", bundles: ["base"] });
  await client.repos.create(team, { name: "charts" });
  await client.repos.create(platform.groupUid, { name: "images" });
});
afterAll(() => platform.close());

const found = (type: string, config: ValueRecord) => new Source(provider, type).read(config);
const refusal = async (type: string, config: ValueRecord) => (await refusalOf(() => found(type, config)))[0];
const problems = (type: string, config: ValueRecord) => new Source(provider, type).problems(config);

describe("a lookup", () => {
  it("finds by uid and returns all attributes", async () => {
    expect(await found("platform_group", { uid: team })).toMatchObject({
      id: team,
      uid: team,
      parent_uid: platform.groupUid,
      name: "team",
      description: "",
      update_time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it("finds by name in a group or anywhere below one", async () => {
    const inTeam = await found("platform_repo", { name: "images", group_uid: team });
    expect(inTeam).toMatchObject({ group_uid: team, bundles: ["base"], active_tags: [], sync_config: null });
    expect(await found("platform_repo", { name: "charts", descendants_of: platform.groupUid })).toMatchObject({
      group_uid: team,
      descendants_of: platform.groupUid,
    });
  });

  it("finds built-in roles and root groups by name alone, but no other roles", async () => {
    await client.roles.create(platform.groupUid, { name: "viewer", capabilities: ["groups.list"] });
    const { uid } = builtInRole("viewer");
    expect(await found("platform_role", { name: "viewer" })).toMatchObject({ uid, group_uid: null });
    expect(await found("platform_group", { name: "example" })).toMatchObject({ uid: platform.groupUid });
  });

  it("finds an identity by the trusted issuer and subject, if unique", async () => {
    const claims = { issuer: "https://issuer.example.com", subject: "deployer" };
    const group = await client.groups.create(platform.groupUid, { name: "deployers" });
    const identity = await client.identities.create(group.uid, { name: "deployer", claimMatch: claims });
    expect(await found("platform_identity", claims)).toMatchObject({
      ...claims,
      uid: identity.uid,
      group_uid: group.uid,
      name: "deployer",
      claim_match: claims,
      descendants_of: null,
    });
    expect((await refusal("platform_identity", { ...claims, subject: "nobody" }))?.detail).toContain(
      'Not found: no identity with the issuer "https://issuer.example.com" and the subject "nobody"',
    );
    const twin = await client.identities.create(platform.groupUid, { name: "twin", claimMatch: claims });
    const several = await refusal("platform_identity", claims);
    expect(several?.detail).toContain("More than one identity with the issuer");
    for (const { uid } of [identity, twin]) expect(several?.detail).toContain(uid);
    for (const { uid } of [identity, twin, group])
      await client[uid === group.uid ? "groups" : "identities"].delete(uid);
  });

  it("requires issuer and subject together, without a uid or name", () => {
    const claims = { issuer: "https://issuer.example.com", subject: "ci" };
    expect(problems("platform_identity", claims)).toEqual([]);
    expect(problems("platform_identity", { issuer: unknown, subject: "ci" })).toEqual([]);
    expect(problems("platform_identity", { subject: "ci" })).toEqual([
      [["issuer"], "issuer is required when subject is set."],
    ]);
    expect(problems("platform_identity", { ...claims, name: "ci" })).toEqual([
      [["issuer"], "issuer conflicts with name: exactly one of uid, name, issuer may be set."],
    ]);
    expect(problems("platform_identity", { ...claims, group_uid: team })).toEqual([
      [["group_uid"], expect.stringContaining("conflicts with issuer")],
    ]);
  });

  it("returns a binding's identity, group and role", async () => {
    const roleUid = builtInRoles[0]!.uid;
    const identity = await client.identities.create(team, {
      name: "ci",
      claimMatch: { issuer: "https://issuer.example.com", subject: "ci" },
    });
    const { uid } = await client.roleBindings.create(team, { identityUid: identity.uid, roleUid });
    expect(await found("platform_role_binding", { uid })).toMatchObject({
      identity: { uid: identity.uid, name: "ci", issuer: "https://issuer.example.com" },
      group: { uid: team, name: "team" },
      role: { uid: roleUid, name: "owner" },
    });
  });

  it("names the scope if nothing matches, and the candidates if several do", async () => {
    expect(await refusal("platform_repo", { name: "nothing", group_uid: team })).toMatchObject({
      summary: "Cannot find the repo",
      detail:
        `Not found: no repo named "nothing" directly in ${team}.\n\n` +
        "It may exist but be hidden from the provider's identity.",
    });
    const several = await refusal("platform_repo", { name: "images", descendants_of: platform.groupUid });
    expect(several?.detail).toContain("example / images");
    expect(several?.detail).toContain("example / team / images");
  });

  it("accepts exactly one of uid and name, and one scope", () => {
    expect(problems("platform_repo", {})).toEqual([[["uid"], "uid is missing: exactly one of uid, name must be set."]]);
    expect(problems("platform_repo", { uid: team, name: "images" })).toEqual([
      [["name"], "name conflicts with uid: exactly one of uid, name may be set."],
    ]);
    expect(problems("platform_repo", { name: "a", group_uid: team, descendants_of: team })).toEqual([
      [["descendants_of"], expect.stringContaining("conflicts with group_uid")],
    ]);
    expect(problems("platform_repo", { uid: team, group_uid: team })).toHaveLength(1);
    expect(problems("platform_repo", { name: "images" })).toEqual([
      [["uid"], "uid is missing: at least one of uid, group_uid, descendants_of must be set."],
    ]);
    expect(problems("platform_role", { name: "viewer" })).toEqual([]);
    expect(problems("platform_role", { name: "viewer", group_uid: unknown })).toEqual([]);
    expect(problems("platform_role", { uid: "viewer" })).toEqual([[["uid"], expect.stringContaining("must be a uid")]]);
    expect(problems("platform_role_binding", { uid: team })).toEqual([]);
  });
});

describe("a listing", () => {
  it("returns everything below a group or directly in it, ordered by uid", async () => {
    const below = await found("platform_repos", { descendants_of: platform.groupUid });
    const repos = below.repos as readonly ValueRecord[];
    expect(repos.map(({ name }) => name).sort()).toEqual(["charts", "images", "images"]);
    expect(repos.map(({ uid }) => uid)).toEqual([...repos.map(({ uid }) => uid)].sort());
    const inside = await found("platform_repos", { group_uid: team });
    expect(inside.repos).toHaveLength(2);
    expect(inside).toMatchObject({ descendants_of: null, group_uid: team, name: null });
  });

  it("applies the type's filters", async () => {
    const named = await found("platform_repos", { descendants_of: platform.groupUid, name: "images" });
    expect(named.repos).toHaveLength(2);
    const bound = await found("platform_role_bindings", { role_uid: builtInRoles[0]!.uid, group_uid: team });
    expect(bound.role_bindings).toMatchObject([{ group_uid: team, role: { name: "owner" } }]);
    const claims = { relationship_type: "RELATIONSHIP_TYPE_CLAIM_MATCH", group_uid: team };
    expect((await found("platform_identities", claims)).identities).toMatchObject([{ name: "ci" }]);
  });

  it("returns an empty list if nothing matches", async () => {
    const nothing = await new Source(provider, "platform_repos").readWithDiagnostics({
      descendants_of: team,
      name: "nothing",
    });
    expect(nothing).toEqual({ state: expect.objectContaining({ repos: [] }), diagnostics: [] });
    const { uid } = await client.repos.create(team, { name: "empty" });
    for (const scope of ["repo_uid", "descendants_of"])
      expect(await new Source(provider, "platform_tags").readWithDiagnostics({ [scope]: uid })).toMatchObject({
        diagnostics: [],
      });
  });

  it("fails for an empty list if the caller may not list", async () => {
    const stranger = await client.identities.create(team, {
      name: "stranger",
      servicePrincipal: "SERVICE_PRINCIPAL_COSIGNED",
    });
    const blind = await configuredProvider(platform.baseUrl, await platform.tokenFor(stranger.uid));
    const [problem] = await refusalOf(() => new Source(blind, "platform_repos").read({ group_uid: team }));
    expect(problem).toMatchObject({ severity: "error", summary: `No repos are visible below ${team}` });
    expect(problem?.detail).toContain(`does not have repo.list at ${team}`);
  });

  it("accepts one scope, and only allowed filter values", () => {
    expect(problems("platform_identities", { group_uid: "team", relationship_type: "HUMAN" })).toEqual([
      [["group_uid"], expect.stringContaining("must be a uid")],
      [["relationship_type"], expect.stringContaining("must be one of RELATIONSHIP_TYPE_CLAIM_MATCH, ")],
    ]);
    expect(problems("platform_role_bindings", { role_uid: "viewer", group_uid: team, identity_uid: unknown })).toEqual([
      [["role_uid"], expect.stringContaining('role_uid is "viewer", which must be a uid: ')],
    ]);
    expect(problems("platform_repos", { descendants_of: team, group_uid: team })).toEqual([
      [["group_uid"], expect.stringContaining("conflicts with descendants_of")],
    ]);
  });

  it("accepts deprecated arguments, with a warning that names the new ones", async () => {
    const earlier = { role: builtInRoles[0]!.uid, children_of: team };
    expect(problems("platform_role_bindings", earlier)).toEqual([
      [["children_of"], expect.stringMatching(/^Use group_uid instead/)],
      [["role"], expect.stringMatching(/^Use role_uid instead/)],
    ]);
    const { role_bindings: bindings } = await found("platform_role_bindings", earlier);
    const present = { role_uid: earlier.role, group_uid: team };
    expect(bindings).toEqual((await found("platform_role_bindings", present)).role_bindings);
    expect(problems("platform_role_bindings", { group_uid: team, group: team })).toEqual([
      [["group"], expect.stringContaining("conflicts with group_uid")],
      [["group"], expect.stringMatching(/^Use group_uid instead/)],
    ]);
  });
});
