import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { TerraformOutput, type TerraformStack, Testing } from "cdktf";
import * as constructs from "../../../constructs/cdktf";
import {
  Access,
  AccountAssociation,
  bindings,
  Duration,
  EphemeralToken,
  functions,
  Group,
  GroupInvite,
  Groups,
  Identities,
  Identity,
  IdentityProvider,
  type IGroup,
  PlatformProvider,
  Repo,
  Repos,
  Role,
  RoleBindings,
  Roles,
  Tag,
  Tags,
} from "../../../constructs/cdktf";
import { registry } from "../../../src/model";
import { startPlatform } from "../../../src/testing";
import { describeWith, engines, terraformEnvironment } from "../../engines";
import { ORGANIZATION, stackOf, synthesized } from "./synthesis";

const digest = `sha256:${"0".repeat(64)}`;

/** Adds lookups and lists of everything that the first stack creates, with an output for each. */
function addLookups(stack: TerraformStack, organization: IGroup) {
  const team = Group.fromLookup(stack, "team", { name: "team", parent: organization });
  const app = Repo.fromLookup(stack, "app", { name: "app", group: team });
  const ci = Identity.fromLookup(stack, "ci", { name: "ci", group: team });
  const place = { descendantsOf: organization };
  const outputs: Record<string, unknown> = {
    tag: Tag.fromLookup(stack, "stable", { name: "stable", repo: app }).digest,
    provider: IdentityProvider.fromLookup(stack, "staff", { name: "staff", group: organization }).oidc.clientId,
    account: AccountAssociation.fromLookup(stack, "accounts", { name: "accounts", group: team }).amazon.account,
    groups: new Groups(stack, "groups", { parent: organization }).groups.get(0).name,
    identities: new Identities(stack, "identities", { ...place, name: "ci" }).identities.get(0).uid,
    roles: new Roles(stack, "roles", { group: team }).roles.get(0).name,
    bindings: new RoleBindings(stack, "bindings", { group: team, identity: ci, role: Role.viewer }).roleBindings.get(0)
      .identityUid,
    repos: new Repos(stack, "repos", place).repos.get(0).uid,
    tags: new Tags(stack, "tags", { repo: app }).tags.get(0).name,
    access: new Access(stack, "access", { identity: ci, group: team }).bindings.get(0).roleName,
    parent: functions.uidParent(ci.uid),
    root: functions.uidRoot(ci.uid),
    below: functions.uidContains(organization.uid, ci.uid),
  };
  for (const [name, value] of Object.entries(outputs))
    new TerraformOutput(stack, `output-${name}`, { value }).overrideLogicalId(name);
}

describeWith(["terraform"], "a stack of lookups, lists, functions and ephemeral resources", () => {
  const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-existing-")));
  const outputs: string[] = [];
  afterAll(() => {
    for (const each of [directory, ...outputs]) rmSync(each, { recursive: true, force: true });
  });

  it("finds what another stack created", async () => {
    const platform = await startPlatform();
    try {
      const env = {
        ...terraformEnvironment(path.join(directory, "machine"), { defaultInstallation: true }),
        ...platform.environment(),
      };
      const apply = async (name: string, build: (stack: TerraformStack, organization: IGroup) => void) => {
        const stack = stackOf((stack) => build(stack, Group.fromUid(stack, "organization", platform.groupUid)), name);
        const out = Testing.fullSynth(stack);
        outputs.push(out);
        const cwd = path.join(out, "stacks", name);
        const terraform = (...args: string[]) => promisify(execFile)(engines.terraform!.path, args, { cwd, env });
        await terraform("init", "-input=false");
        await terraform("apply", "-input=false", "-auto-approve");
        return JSON.parse((await terraform("output", "-json")).stdout);
      };
      await apply("made", (stack, organization) => {
        const group = new Group(stack, "team", { parent: organization, name: "team" });
        const ci = Identity.gitlabCi(stack, "CI", { group, project: "acme/app" });
        const repo = new Repo(stack, "app", { group, name: "app" });
        new Tag(stack, "stable", { repo, name: "stable", digest });
        new Role(stack, "lister", { group, name: "lister", capabilities: ["repo.list"] });
        new AccountAssociation(stack, "accounts", { group, name: "accounts", amazon: { account: "123456789012" } });
        const oidc = { issuer: "https://login.example.com", clientId: "platform", pkceEnabled: true };
        new IdentityProvider(stack, "staff", { group: organization, name: "staff", defaultRole: Role.viewer, oidc });
        new GroupInvite(stack, "invite", { group, role: Role.viewer, ttl: Duration.days(7) });
        group.grantViewer(ci);
      });
      const found = await apply("found", (stack, organization) => {
        addLookups(stack, organization);
        const { token } = new EphemeralToken(stack, "token", {
          dependsOn: [new Groups(stack, "first", { parent: organization })],
        });
        // A provider's configuration may contain ephemeral values.
        new PlatformProvider(stack, "again", { alias: "again", token });
      });
      const values = Object.fromEntries(
        Object.entries<{ value: unknown }>(found).map(([name, { value }]) => [name, value]),
      );
      const { identities: ciUid, repos: repoUid } = values;
      expect(values).toEqual({
        tag: digest,
        provider: "platform",
        account: "123456789012",
        groups: "team",
        identities: expect.stringMatching(/^\w{40}\/\w{16}\/\w{16}$/),
        roles: "lister",
        bindings: ciUid,
        repos: repoUid,
        tags: "stable",
        access: "viewer",
        parent: String(ciUid).split("/").slice(0, 2).join("/"),
        root: platform.groupUid,
        below: true,
      });
    } finally {
      await platform.close();
    }
  });
});

it("has a list of every type that can be listed", () => {
  const lists = Object.keys(bindings).filter((name) => name.startsWith("dataPlatform") && name.endsWith("s"));
  const plurals = Object.keys(registry).map((plural) => plural.slice(0, 1).toUpperCase() + plural.slice(1));
  for (const plural of [...plurals, "Access"]) {
    expect(lists).toContain(`dataPlatform${plural}`);
    expect(constructs).toHaveProperty(plural);
  }
});

it.each<[string, (stack: TerraformStack, group: IGroup) => void]>([
  ["[access/x] parent must be a group", (stack) => new Groups(stack, "x", { parent: Role.viewer as never })],
  [
    '[access/x] "childrenOf" is not a property of Groups; its properties are',
    (stack) => new Groups(stack, "x", { childrenOf: ORGANIZATION } as never),
  ],
  [
    '[access/x] "nme" is not a property of Repos; did you mean "name"?',
    (stack, group) => new Repos(stack, "x", { group, nme: "x" } as never),
  ],
  ["[access/x] repo must be a repo", (stack, group) => Tag.fromLookup(stack, "x", { name: "x", repo: group as never })],
  [
    '[access/x] "audiense" is not a property of platform_token; did you mean "audience"?',
    (stack) => new EphemeralToken(stack, "x", { audiense: "x" } as never),
  ],
  ["Duration.days requires a positive whole number; got 0.5", () => Duration.days(0.5)],
])("rejects %s", (message, build) => {
  stackOf((stack) => {
    const group = Group.fromUid(stack, "group", ORGANIZATION);
    expect(() => build(stack, group)).toThrow(message);
  });
});

it("derives the names of presets' identities from construct ids", () => {
  const { resource } = synthesized(
    stackOf((stack) => {
      const group = Group.fromUid(stack, "group", ORGANIZATION);
      for (const id of ["deploy app", "DeployApp", "HTTPProxy2Build", "-Odd(Id)"])
        Identity.githubActions(stack, id, { group, repository: "octo-org/app" });
    }),
  );
  const names = Object.values<{ name: string }>(resource.platform_identity).map(({ name }) => name);
  expect(names.sort()).toEqual(["deploy app", "deploy-app", "http-proxy2-build", "odd-id"]);
});
