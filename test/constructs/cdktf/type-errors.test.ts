import path from "node:path";
import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import ts from "typescript";
import * as constructs from "../../../constructs/cdktf";
import { Group, Identity, Repo, Role } from "../../../constructs/cdktf";
import { ORGANIZATION, resourcesOf, stackOf } from "./synthesis";

it("fails to compile with constructs of another kind", () => {
  const root = path.resolve(__dirname, "../../..");
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.check.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([path.join(__dirname, "type-errors.ts")], { ...options, incremental: false });
  const found = ts.getPreEmitDiagnostics(program);
  expect(
    ts.formatDiagnostics(found, {
      getCanonicalFileName: String,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    }),
  ).toBe("");
});

/** Untyped, as in a program in plain JavaScript. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler would reject the calls under test
type Untyped = any;
const { AccountAssociation, GroupInvite, IdentityProvider, PlatformProvider, RoleBinding, Tag } = constructs as Untyped;
const UNTYPED = { Group, Identity, Repo, Role } as Untyped;

function made(stack: TerraformStack) {
  const group = Group.fromUid(stack, "group", ORGANIZATION);
  const identity = Identity.githubActions(stack, "identity", { group, repository: "octo-org/app" });
  const role = new Role(stack, "role", { group, name: "role", capabilities: ["repo.list"] });
  const repo = new Repo(stack, "repo", { group, name: "repo" });
  return { stack, group, identity, role, repo } as Untyped;
}
type Made = ReturnType<typeof made>;

const claimMatch = { issuer: "https://issuer.example.com", subject: "a job" };

describe("an untyped program", () => {
  it.each<[string, (made: Made) => void]>([
    [
      '[access/x] group must be a group: a Group, such as the result of Group.fromUid or Group.fromLookup; got an identity "access/identity"',
      ({ stack, identity }) => new UNTYPED.Repo(stack, "x", { group: identity, name: "x" }),
    ],
    [
      '[access/x] parent must be a group: a Group, such as the result of Group.fromUid or Group.fromLookup; got the string "access"',
      ({ stack }) => new UNTYPED.Group(stack, "x", { parent: "access", name: "x" }),
    ],
    ["[access/x] group is required", ({ stack }) => new UNTYPED.Identity(stack, "x", { name: "x", claimMatch })],
    [
      "[access/x] props must be an object with name, description, claimMatch,",
      ({ stack }) => new UNTYPED.Identity(stack, "x"),
    ],
    [
      "[access/group] identity must be an identity: an Identity",
      ({ group, identity, role }) => group.grant(role, identity),
    ],
    [
      '[access/group] role must be a role: a Role, such as the result of Role.fromUid or Role.fromLookup; got a group "access/group"',
      ({ group, identity }) => group.grant(identity, group),
    ],
    [
      "[access/group] role must be a role: a Role, such as the result of Role.fromUid or Role.fromLookup; got of type object",
      ({ group, identity }) => group.grant(identity, { uid: ORGANIZATION }),
    ],
    [
      "[access/x] identity must be an identity",
      ({ stack, group, repo, role }) => new RoleBinding(stack, "x", { group, identity: repo, role }),
    ],
    [
      "[access/x] role must be a role",
      ({ stack, group }) => new GroupInvite(stack, "x", { group, role: group, ttl: "1h" }),
    ],
    [
      "[access/x] defaultRole must be a role",
      ({ stack, group, repo }) => new IdentityProvider(stack, "x", { group, defaultRole: repo, name: "x" }),
    ],
    [
      '[access/x] repo must be a repo: a Repo, such as the result of Repo.fromUid or Repo.fromLookup; got a role "access/role"',
      ({ stack, role }) => new Tag(stack, "x", { repo: role, name: "x" }),
    ],
    [
      "[access/x] group must be a group",
      ({ stack, repo }) => new AccountAssociation(stack, "x", { group: repo, name: "x" }),
    ],
    [
      "[access/x] group must be a group",
      ({ stack, role }) => UNTYPED.Identity.fromLookup(stack, "x", { name: "x", group: role }),
    ],
    [
      "[access/x] descendantsOf must be a group",
      ({ stack, role }) => UNTYPED.Role.fromLookup(stack, "x", { name: "x", descendantsOf: role }),
    ],
    [
      "[access/x] provider must be a PlatformProvider",
      ({ stack, group }) => new UNTYPED.Repo(stack, "x", { group, name: "x", provider: group }),
    ],
    [
      "[access/x] provider must be a PlatformProvider",
      ({ stack }) => UNTYPED.Group.fromUid(stack, "x", ORGANIZATION, { provider: stack }),
    ],
  ])("rejects a wrong kind: %s", (message, build) => {
    stackOf((stack) => {
      const there = made(stack);
      expect(() => build(there)).toThrow(message);
    });
  });

  it.each<[string, (made: Made) => void]>([
    [
      '[access/x] "descripton" is not a property of Group; did you mean "description"?',
      ({ stack }) => new UNTYPED.Group(stack, "x", { name: "x", descripton: "x" }),
    ],
    [
      '[access/x] "groupUid" is not a property of Identity; its properties are name,',
      ({ stack, group }) => new UNTYPED.Identity(stack, "x", { group, groupUid: ORGANIZATION, name: "x", claimMatch }),
    ],
    [
      '[access/x] "isuer" is not a property of Identity.claimMatch; did you mean "issuer"?',
      ({ stack, group }) =>
        new UNTYPED.Identity(stack, "x", { group, name: "x", claimMatch: { isuer: "x", subject: "y" } }),
    ],
    [
      '[access/x] "roleUuid" is not a property of IdentityProvider.oidc.roleMappings[0]; did you mean "roleUid"?',
      ({ stack, group }) =>
        new IdentityProvider(stack, "x", {
          group,
          name: "x",
          defaultRole: Role.viewer,
          oidc: { roleMappings: [{ roleUuid: "x" }] },
        }),
    ],
    [
      '[access/x] "installationID" is not a property of AccountAssociation.github.appInstallations.42.installations[0]; did you mean "installationId"?',
      ({ stack, group }) =>
        new AccountAssociation(stack, "x", {
          group,
          name: "x",
          github: { appInstallations: { 42: { installations: [{ installationID: 7 }] } } },
        }),
    ],
    [
      '[access/x] "capabilites" is not a property of Role; did you mean "capabilities"?',
      ({ stack, group }) => new UNTYPED.Role(stack, "x", { group, name: "x", capabilites: ["repo.list"] }),
    ],
    [
      '[access/x] "crate" is not a property of Repo.timeouts; did you mean "create"?',
      ({ stack, group }) => new UNTYPED.Repo(stack, "x", { group, name: "x", timeouts: { crate: "1m" } }),
    ],
    [
      '[access/x] "singelUse" is not a property of GroupInvite; did you mean "singleUse"?',
      ({ stack, group }) => new GroupInvite(stack, "x", { group, role: Role.viewer, ttl: "1h", singelUse: true }),
    ],
    [
      '[access/x] "rolle" is not a property of RoleBinding; did you mean "role"?',
      ({ stack, group, identity, role }) => new RoleBinding(stack, "x", { group, identity, role, rolle: role }),
    ],
    [
      '[access/x] "dgiest" is not a property of Tag; did you mean "digest"?',
      ({ stack, repo }) => new Tag(stack, "x", { repo, name: "x", dgiest: "x" }),
    ],
    [
      '[access/x] "parnet" is not a property of Group.fromLookup; did you mean "parent"?',
      ({ stack, group }) => UNTYPED.Group.fromLookup(stack, "x", { name: "x", parnet: group }),
    ],
    [
      '[access/group] "dependOn" is not a property of the options of grant; did you mean "dependsOn"?',
      ({ group, identity, role }) => group.grant(identity, role, { dependOn: [] }),
    ],
    [
      '[access/x] "baseURL" is not a property of PlatformProvider; did you mean "baseUrl"?',
      ({ stack }) => new PlatformProvider(stack, "x", { alias: "x", baseURL: "https://api.example.com" }),
    ],
    [
      '[access/x] "zone" is not a property of Repo; its properties are name,',
      ({ stack, group }) => new UNTYPED.Repo(stack, "x", { group, name: "x", zone: "x" }),
    ],
  ])("rejects an unknown property: %s", (message, build) => {
    stackOf((stack) => {
      const there = made(stack);
      expect(() => build(there)).toThrow(message);
    });
  });

  it.each<[string, (made: Made) => void]>([
    [
      'syncConfig.source must be a uid, not a construct; use its uid (for a built-in role, Role.viewer.uidIn(scope)); got a repo "access/repo"',
      ({ stack, group, repo }) => new UNTYPED.Repo(stack, "x", { group, name: "x", syncConfig: { source: repo } }),
    ],
    [
      "chainguard.serviceBindings.INGESTER must be a uid, not a construct",
      ({ stack, group, identity }) =>
        new AccountAssociation(stack, "x", {
          group,
          name: "x",
          chainguard: { serviceBindings: { INGESTER: identity } },
        }),
    ],
    [
      "oidc.roleMappings[0].roleUid must be a uid, not a construct; use its uid (for a built-in role, Role.viewer.uidIn(scope)); got a role",
      ({ stack, group, role }) =>
        new IdentityProvider(stack, "x", {
          group,
          name: "x",
          defaultRole: Role.viewer,
          oidc: { roleMappings: [{ claimValue: "x", roleUid: role }] },
        }),
    ],
    [
      "oidc.roleMappings[1].roleUid must be a uid, not a construct",
      ({ stack, group }) =>
        new IdentityProvider(stack, "x", {
          group,
          name: "x",
          defaultRole: Role.viewer,
          oidc: { roleMappings: [{ claimValue: "x" }, { claimValue: "x", roleUid: Role.viewer }] },
        }),
    ],
    [
      'description must be a value, not a construct; got a group "access/group"',
      ({ stack, group }) => new UNTYPED.Repo(stack, "x", { group, name: "x", description: group }),
    ],
    [
      'bundles[0] must be a value, not a construct; got a group "access/group"',
      ({ stack, group }) => new UNTYPED.Repo(stack, "x", { group, name: "x", bundles: [group] }),
    ],
    [
      "syncConfig.source must be a uid, not a construct",
      ({ stack, group, repo }) => new UNTYPED.Repo(stack, "x", { group, name: "x" }).putSyncConfig({ source: repo }),
    ],
  ])("rejects a construct in place of a value: %s", (message, build) => {
    stackOf((stack) => {
      const there = made(stack);
      expect(() => build(there)).toThrow(`[access/x] ${message}`);
    });
  });

  it("rejects a construct that a setter is given in place of a uid", () => {
    stackOf((stack) => {
      const { group, identity, role } = made(stack);
      const binding = new RoleBinding(stack, "x", { group, identity, role });
      expect(() => {
        binding.roleUid = role;
      }).toThrow("[access/x] roleUid must be a uid, not a construct; use its uid");
    });
  });

  it.each<[string, (made: Made) => void]>([
    [
      'claimMatch.subject must be a value, not a construct; got a group "access/group"',
      ({ identity, group }) => {
        identity.claimMatch.subject = group;
      },
    ],
    [
      "oidc.roleMappings[0].roleUid must be a uid, not a construct",
      ({ provider, role }) => provider.oidc.putRoleMappings([{ claimValue: "x", roleUid: role }]),
    ],
    [
      '"roleUuid" is not a property of IdentityProvider.oidc.roleMappings[0]; did you mean "roleUid"?',
      ({ provider }) => provider.oidc.putRoleMappings([{ claimValue: "x", roleUuid: "x" }]),
    ],
    [
      '"isuer" is not a property of Identity.claimMatch; did you mean "issuer"?',
      ({ identity }) => {
        identity.claimMatch.internalValue = { isuer: "x" };
      },
    ],
    [
      "oidc.roleMappings[0].roleUid cannot be assigned individually, because CDKTF ignores changes to single elements; assign the whole of oidc",
      ({ provider }) => {
        provider.oidc.roleMappings.get(0).roleUid = "x";
      },
    ],
  ])("rejects an assignment to a nested property: %s", (message, assign) => {
    stackOf((stack) => {
      const { group, role } = made(stack);
      const identity = new Identity(stack, "x", { group, name: "x", claimMatch });
      const oidc = { issuer: "https://login.example.com", clientId: "x", pkceEnabled: true };
      const provider = new IdentityProvider(new Construct(stack, "in"), "x", {
        group,
        name: "x",
        defaultRole: Role.viewer,
        oidc,
      });
      expect(() => assign({ group, role, identity, provider })).toThrow(message);
    });
  });

  it("accepts valid assignments to nested properties", () => {
    const { platform_identity } = resourcesOf((stack) => {
      const { group } = made(stack);
      const identity = new Identity(stack, "x", { group, name: "x", claimMatch });
      identity.claimMatch.subject = "another job";
      identity.claimMatch.resetAudience();
      identity.timeouts.create = "5m";
    });
    expect(platform_identity.x).toMatchObject({
      claim_match: { ...claimMatch, subject: "another job" },
      timeouts: { create: "5m" },
    });
  });

  it.each<[string, object]>([
    ["githubActions", { repository: "octo-org/app", enviroment: "production" }],
    ["gitlabCi", { project: "acme/access", Branch: "release" }],
    ["hcpTerraform", { organization: "acme", workspace: "access", runphase: "plan" }],
    ["circleCi", { organizationId: "x", projectId: "x", repository: "x", tags: "v1" }],
    ["buildkite", { organization: "acme", pipeline: "x", brnach: "release" }],
    ["kubernetes", { issuer: "x", namespace: "x", serviceAccount: "x", namespce: "x" }],
  ])("rejects a misspelled option of %s instead of trusting the default jobs", (preset, options) => {
    stackOf((stack) => {
      const { group } = made(stack);
      expect(() => UNTYPED.Identity[preset](stack, "x", { group, ...options })).toThrow(
        /^\[access\/x\] \w+ is not an option of [\w ]+; options are [\w, ]+; did you mean "\w+"\?$/,
      );
    });
  });

  it.each<[string, (made: Made) => void]>([
    [
      "descendantsOf conflicts with parent: at most one of parent, descendantsOf may be set",
      ({ stack, group }) => Group.fromLookup(stack, "x", { name: "x", parent: group, descendantsOf: group }),
    ],
    [
      "ancestor and descendantsOf cannot both be set; ancestor is deprecated",
      ({ stack, group }) => Group.fromLookup(stack, "x", { name: "x", descendantsOf: group, ancestor: group }),
    ],
    [
      "group is missing: at least one of group, descendantsOf must be set",
      ({ stack }) => Repo.fromLookup(stack, "x", { name: "x" }),
    ],
    [
      "issuer is missing: at least one of issuer, group, descendantsOf",
      ({ stack }) => Identity.fromLookup(stack, "x", { name: "x" }),
    ],
    [
      "name is missing: exactly one of name, issuer must be set",
      ({ stack, group }) => Identity.fromLookup(stack, "x", { group }),
    ],
    [
      "issuer conflicts with name: exactly one of name, issuer may be set",
      ({ stack, group }) => Identity.fromLookup(stack, "x", { name: "x", group, issuer: "x", subject: "x" }),
    ],
    [
      "group conflicts with issuer: at most one of issuer, group may be set",
      ({ stack, group }) => Identity.fromLookup(stack, "x", { group, issuer: "x", subject: "x" }),
    ],
    ["subject is required when issuer is set", ({ stack }) => Identity.fromLookup(stack, "x", { issuer: "x" })],
    ["name must be a non-empty string", ({ stack, group }) => Role.fromLookup(stack, "x", { name: "", group })],
    [
      '"uid" is not a property of Group.fromLookup',
      ({ stack }) => UNTYPED.Group.fromLookup(stack, "x", { uid: ORGANIZATION, name: "x" }),
    ],
  ])("rejects a lookup without or with contradicting selectors: %s", (message, build) => {
    stackOf((stack) => {
      const there = made(stack);
      expect(() => build(there)).toThrow(`[access/x] ${message}`);
    });
  });
});
