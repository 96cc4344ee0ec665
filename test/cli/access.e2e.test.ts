import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Group, Identity, Role, RoleBinding } from "../../constructs/cdktf";
import type { AccessDiffReport } from "../../src/cli/access/diff-report";
import { builtInRole } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { stackOf, synthesized } from "../constructs/cdktf/synthesis";
import { makeProject } from "../constructs/pulumi/project";
import { describeWith, engines, pulumiEnvironment } from "../engines";
import { type EngineName, Workspace } from "../provider/workspace";
import { platformctl } from "./run";

const directory = mkdtempSync(path.join(tmpdir(), "access-"));
const original = { ...process.env };

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ organization: "acme" });
  process.env.PLATFORM_BASE_URL = platform.baseUrl;
  process.env.PLATFORM_TOKEN = platform.token;
});
afterAll(async () => {
  process.env = original;
  rmSync(directory, { recursive: true });
  await platform?.close();
});

const diff = async (plan: string, ...options: string[]) => {
  const { code, stdout, stderr } = await platformctl("access", "diff", plan, ...options);
  expect(stderr).toBe("");
  return { code, stdout };
};
const report = async (plan: string, ...options: string[]) =>
  JSON.parse((await diff(plan, "--json", ...options)).stdout) as AccessDiffReport;

const claims = (subject: string) => `claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "${subject}"
  }`;

const configuration = (organization: string, name: string, more = "") => `
  data "platform_role" "push" {
    name = "registry.push"
  }
  resource "platform_group" "team" {
    parent_uid = "${organization}"
    name       = "${name}"
  }
  resource "platform_group" "each" {
    for_each   = toset(["a", "b"])
    parent_uid = platform_group.team.uid
    name       = each.key
  }
  resource "platform_identity" "deploy" {
    group_uid = platform_group.team.uid
    name      = "${name}-deploy"
    ${claims("repo:acme/app:ref:refs/heads/main")}
  }
  resource "platform_role_binding" "deploy" {
    group_uid    = platform_group.team.uid
    identity_uid = platform_identity.deploy.uid
    role_uid     = data.platform_role.push.uid
  }
  ${more}`;

const push = builtInRole("registry.push").capabilities;

describe.each<EngineName>(["terraform", "tofu"])("access diff of a plan of %s", (engine) => {
  describeWith([engine], `with ${engine},`, () => {
    let workspace: Workspace;
    beforeAll(() => {
      workspace = new Workspace(engine, platform.environment());
    });
    afterAll(() => workspace?.close());

    const planOf = async (configured: string): Promise<string> => {
      await workspace.configure(configured);
      await workspace.succeed("plan", "-out=plan");
      const file = path.join(directory, `${engine}.json`);
      writeFileSync(file, await workspace.succeed("show", "-json", "plan"));
      return file;
    };

    test("links resources that have no uid yet, and tells what it cannot", async () => {
      const module = path.join(workspace.directory, "viewers");
      mkdirSync(module);
      writeFileSync(
        path.join(module, "main.tf"),
        `terraform {
          required_providers {
            platform = { source = "registry.terraform.io/platform-iac/platform" }
          }
        }
        variable "parent" {}
        variable "identity" {}
        resource "platform_group" "this" {
          parent_uid = var.parent
          name       = "module"
        }
        resource "platform_role" "lister" {
          group_uid    = platform_group.this.uid
          name         = "lister"
          capabilities = ["groups.list"]
        }
        resource "platform_role_binding" "this" {
          group_uid    = platform_group.this.uid
          identity_uid = var.identity
          role_uid     = platform_role.lister.uid
        }
        output "group_uid" {
          value = platform_group.this.uid
        }`,
      );
      const plan = await planOf(
        configuration(
          platform.groupUid,
          engine,
          `locals {
            team = platform_group.team.uid
          }
          resource "platform_identity" "reader" {
            group_uid = platform_group.team.uid
            name      = "reader"
            ${claims("repo:acme/reader:ref:refs/heads/main")}
          }
          module "viewers" {
            source   = "./viewers"
            for_each = toset(["x"])
            parent   = platform_group.each["a"].uid
            identity = platform_identity.reader.uid
          }
          resource "platform_role_binding" "output" {
            group_uid    = module.viewers["x"].group_uid
            identity_uid = platform_identity.deploy.uid
            role_uid     = data.platform_role.push.uid
          }
          resource "platform_role_binding" "keyed" {
            for_each     = toset(["a", "b"])
            group_uid    = platform_group.each[each.key].uid
            identity_uid = platform_identity.reader.uid
            role_uid     = data.platform_role.push.uid
          }
          resource "platform_role_binding" "local" {
            group_uid    = local.team
            identity_uid = platform_identity.reader.uid
            role_uid     = data.platform_role.push.uid
          }`,
        ),
      );
      const { changes, unknown, gaps, names } = await report(plan);
      expect(changes).toEqual([
        {
          identity: "platform_identity.deploy",
          group: "platform_group.team",
          gained: expect.arrayContaining([...push]),
          lost: [],
          via: ["platform_role_binding.deploy"],
        },
        {
          identity: "platform_identity.reader",
          group: 'module.viewers["x"].platform_group.this',
          gained: ["groups.list"],
          lost: [],
          via: ['module.viewers["x"].platform_role_binding.this'],
        },
      ]);
      expect(names['module.viewers["x"].platform_group.this']).toBe(`acme/${engine}/a/module`);
      expect(unknown).toMatchObject([
        {
          kind: "binding",
          resource: 'platform_role_binding.keyed["a"]',
          identities: ["platform_identity.reader"],
          // The expression may select either instance, and use its uid or its parent's.
          groups: ['platform_group.each["a"]', "platform_group.team", 'platform_group.each["b"]'],
        },
        { resource: 'platform_role_binding.keyed["b"]' },
        {
          resource: "platform_role_binding.local",
          reasons: ["the group_uid of platform_role_binding.local is known only after apply"],
        },
      ]);
      expect(unknown[2]).not.toHaveProperty("groups");
      expect(gaps).toEqual([]);
    });

    test("compares with what the platform grants outside the configuration", async () => {
      await workspace.configure(configuration(platform.groupUid, engine));
      await workspace.apply();
      const [uid, deploy] = ["platform_group.team", "platform_identity.deploy"].map((address) =>
        String(workspace.state()[address]!.uid),
      ) as [string, string];
      const client = platform.client();
      await client.roleBindings.create(uid, { identityUid: deploy, roleUid: builtInRole("viewer").uid });
      const changed = configuration(platform.groupUid, engine)
        .replace(claims("repo:acme/app:ref:refs/heads/main"), claims("repo:acme/app:pull_request"))
        .replace('"registry.push"', '"owner"');
      const plan = await planOf(changed);
      const { stdout } = await diff(plan);
      const lines = stdout.split("\n");
      expect(lines[0]).toBe("1 identity gains access, 2 possible takeovers");
      expect(stdout).not.toContain("loses");
      expect(lines).toContainEqual(
        expect.stringMatching(
          `^[+] ${engine}-deploy gains .* in acme/${engine} and below, through platform_role_binding.deploy, which makes ${engine}-deploy an owner$`,
        ),
      );
      expect(lines).toContain(
        `! ${engine}-deploy may now change who can assume the identities in acme/${engine} and below, through platform_role_binding.deploy`,
      );
      expect(lines).toContain(
        `! More tokens can assume ${engine}-deploy: its subject changes from "repo:acme/app:ref:refs/heads/main" to "repo:acme/app:pull_request", through platform_identity.deploy`,
      );
      // The viewer's capabilities are granted elsewhere, which only the platform tells.
      const { changes } = await report(plan);
      expect(changes[0]).toMatchObject({ identity: deploy, group: uid, becomesOwner: true });
      expect(changes[0]!.gained).not.toContain("groups.list");
      const offline = await report(plan, "--offline");
      expect(offline.changes[0]!.gained).toContain("identity.list");
      expect(offline.gaps).toEqual([
        "Role bindings that the plan does not contain were not considered, because the platform was not read: --offline was given.",
      ]);
      for (const policy of ["new-access", `new-access:acme/${engine}/a`, "new-owner", "takeover"])
        expect((await diff(plan, "--fail-on", policy)).code).toBe(2);
      const { code, stdout: text } = await diff(plan, "--fail-on", "new-owner", "--fail-on", "takeover");
      expect(code).toBe(2);
      expect(text).toContain("\n--fail-on takeover: 2 changes of access break it.\n");
      const markdown = (await diff(plan, "--format", "markdown")).stdout;
      expect(markdown).toContain(`\`acme/${engine}\` and below, through \`platform_role_binding.deploy\``);
    });

    test("tells what is lost, and finds nothing in a plan without changes", async () => {
      const removed = configuration(platform.groupUid, engine).replace(
        /resource "platform_role_binding" "deploy" \{[^}]*\}/,
        "",
      );
      const { stdout } = await diff(await planOf(removed));
      expect(stdout).toContain(
        `- ${engine}-deploy loses repo.create, repo.update, tag.create and tag.update in acme/${engine} and below, through platform_role_binding.deploy\n`,
      );
      const same = await diff(await planOf(configuration(platform.groupUid, engine)), "--fail-on", "new-access");
      expect(same).toEqual({ code: 0, stdout: "No changes of access\n" });
    });
  });
});

describeWith(["terraform"], "access diff of a CDKTF program's plan", () => {
  test("links the program's new resources", async () => {
    const stack = stackOf((scope) => {
      const group = new Group(scope, "team", {
        parent: Group.fromUid(scope, "organization", platform.groupUid),
        name: "cdktf",
      });
      const identity = new Identity(scope, "deploy", {
        group,
        name: "cdktf-deploy",
        claimMatch: { issuer: "https://issuer.example.com", subject: "deploy" },
      });
      const role = new Role(scope, "tagger", { group, name: "tagger", capabilities: ["tag.create"] });
      new RoleBinding(scope, "binding", { group, identity, role });
    });
    const { terraform: _, ...program } = synthesized(stack);
    const workspace = new Workspace("terraform", platform.environment());
    try {
      writeFileSync(path.join(workspace.directory, "cdk.tf.json"), JSON.stringify(program));
      await workspace.configure("");
      await workspace.succeed("plan", "-out=plan");
      const file = path.join(directory, "cdktf.json");
      writeFileSync(file, await workspace.succeed("show", "-json", "plan"));
      expect((await diff(file)).stdout).toBe(
        "1 identity gains access\n\n+ cdktf-deploy gains tag.create in acme/cdktf and below, through platform_role_binding.binding\n",
      );
    } finally {
      workspace.close();
    }
  });
});

describeWith(["pulumi"], "access diff of a Pulumi preview", () => {
  const program = (subject: string) => `
    const { Group, Identity, Role, RoleBinding } = require("platform-iac/pulumi");
    const team = new Group("team", { parentUid: "${platform.groupUid}", name: "pulumi" });
    const claimMatch = { issuer: "https://issuer.example.com", subject: "${subject}" };
    const deploy = new Identity("deploy", { groupUid: team.uid, name: "pulumi-deploy", claimMatch });
    const tagger = new Role("tagger", { groupUid: team.uid, name: "tagger", capabilities: ["tag.create"] });
    new RoleBinding("tags", { groupUid: team.uid, identityUid: deploy.uid, roleUid: tagger.uid });
  `;

  test("links the program's new resources, and compares with the platform", async () => {
    const project = makeProject({
      "Pulumi.yaml": "name: access\nruntime: nodejs\n",
      "index.js": program("deploy"),
    });
    try {
      const env = { ...pulumiEnvironment(path.join(directory, "pulumi")), ...platform.environment() };
      const pulumi = async (...args: string[]) => {
        const options = { cwd: project.directory, env };
        return (await promisify(execFile)(engines.pulumi!.path, [...args, "--non-interactive"], options)).stdout;
      };
      const preview = async () => {
        const file = path.join(directory, "preview.json");
        writeFileSync(file, await pulumi("preview", "--json"));
        return file;
      };
      await pulumi("stack", "init", "dev");
      expect((await diff(await preview())).stdout).toBe(
        "1 identity gains access\n\n+ pulumi-deploy gains tag.create in acme/pulumi and below, through RoleBinding tags\n",
      );
      await pulumi("up", "--yes", "--skip-preview");
      project.write({ "index.js": program("other").replace(/new RoleBinding.*/, "") });
      expect((await diff(await preview())).stdout).toBe(
        "1 identity loses access, 1 possible takeover\n\n" +
          "- pulumi-deploy loses tag.create in acme/pulumi and below, through RoleBinding tags\n" +
          '! More tokens can assume pulumi-deploy: its subject changes from "deploy" to "other", through Identity deploy\n',
      );
    } finally {
      project.remove();
    }
  });
});

describeWith(["terraform"], "access unused --to terraform", () => {
  test("writes a configuration that imports the role bindings, and whose destruction deletes them", async () => {
    const day = 86_400_000;
    let ago = 50 * day;
    const earlier = await startPlatform({ organization: "old", clock: () => Date.now() - ago });
    const before = process.env;
    // Longer unused than the owner.
    ago = 100 * day;
    const created = earlier.client(await earlier.tokenFor(earlier.identityUid));
    const claimMatch = { issuer: "https://issuer.example.com", subject: "unused" };
    const { uid: identityUid } = await created.identities.create(earlier.groupUid, { name: "unused", claimMatch });
    const { uid: group } = await created.groups.create(earlier.groupUid, { name: "team" });
    const expirationTime = new Date(Date.now() + 100 * day).toISOString();
    for (const [role, end] of [["viewer"], ["registry.push", { expirationTime }]] as const)
      await created.roleBindings.create(group, { identityUid, roleUid: builtInRole(role).uid, ...end });
    ago = 0;
    const token = await earlier.tokenFor(earlier.identityUid);
    const client = earlier.client(token);
    const workspace = new Workspace("terraform", { PLATFORM_BASE_URL: earlier.baseUrl, PLATFORM_TOKEN: token });
    try {
      process.env = { ...before, PLATFORM_BASE_URL: earlier.baseUrl, PLATFORM_TOKEN: token };
      const { code, stdout, stderr } = await platformctl("access", "unused", "--days", "30", "--to", "terraform");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^# .* is not listed, because it runs this command\.$/m);
      expect(stdout).toContain(`expiration_time = "${expirationTime}"`);
      writeFileSync(path.join(workspace.directory, "main.tf"), stdout);
      await workspace.succeed("fmt", "-check", "main.tf");
      await workspace.succeed("init");
      expect(await workspace.succeed("plan")).toContain("Plan: 2 to import, 0 to add, 0 to change, 0 to destroy");
      await workspace.apply();
      await workspace.succeed("destroy", "-auto-approve");
      for await (const left of client.roleBindings.list({ descendantsOf: group })) throw new Error(left.uid);
      expect((await client.identities.get(identityUid)).name).toBe("unused");
    } finally {
      process.env = before;
      workspace.close();
      await earlier.close();
    }
  });
});
