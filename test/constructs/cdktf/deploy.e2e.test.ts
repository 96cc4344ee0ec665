import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { builtInRole } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { describeWith, engines, terraformEnvironment } from "../../engines";
import { withOtherRoles } from "./other-roles";

const repository = path.resolve(__dirname, "../../..");

const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-cdktf-")));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let platform: TestPlatform;
beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(() => platform.close());

/** Creates a project like that of a user of the package: a program, a cdktf.json, and no engine configuration. */
function project(name: string, engine: "terraform" | "tofu", program: string) {
  const folder = path.join(directory, `${name} with ${engine}`);
  mkdirSync(folder);
  symlinkSync(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  write("cdktf.json", JSON.stringify({ language: "typescript", app: "node main.js", sendCrashReports: "false" }));
  write(
    "main.js",
    `const { App, TerraformStack } = require("cdktf");
    const { Group, GroupAccess, Identity, PlatformProvider, Repo, Role } = require(${JSON.stringify(path.join(repository, "dist/cdktf.js"))});
    const app = new App();
    const stack = new TerraformStack(app, "access");
    new PlatformProvider(stack, "platform");
    const organization = Group.fromUid(stack, "organization", process.env.ORGANIZATION_UID);
    ${program}
    app.synth();`,
  );
  const env = {
    ...terraformEnvironment(path.join(directory, `${name} of ${engine}`), { defaultInstallation: true }),
    ...platform.environment(),
    ORGANIZATION_UID: platform.groupUid,
    TERRAFORM_BINARY_NAME: engines[engine]!.path,
    DISABLE_VERSION_CHECK: "1",
    CI: "1",
    FORCE_COLOR: "0",
  };
  const stack = path.join(folder, "cdktf.out/stacks/access");
  return {
    stack,
    lockFile: () => readFileSync(path.join(stack, ".terraform.lock.hcl"), "utf8"),
    cdktf: (command: "deploy" | "destroy", further: NodeJS.ProcessEnv = {}) =>
      run([path.join(repository, "node_modules/cdktf-cli/bundle/bin/cdktf"), command, "access", "--auto-approve"], {
        cwd: folder,
        env: { ...env, ...further },
      }),
  };
}

/** Runs a Node program while the platform in this process serves it, and returns its output. */
function run(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

const changes = () => platform.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);

describeWith(["tofu"], "cdktf deploy with tofu", () => {
  it("creates the program's resources, corrects manual changes, and destroys them", async () => {
    const { cdktf, lockFile } = project(
      "access",
      "tofu",
      `
        const team = new Group(stack, "team", { parent: organization, name: "team", description: "As written." });
        const ci = Identity.githubActions(stack, "ci", { group: team, repository: "octo-org/app" });
        const lister = new Role(stack, "lister", { group: team, name: "lister", capabilities: ["repo.list"] });
        new Repo(stack, "app", { group: team, name: "app" });
        team.grant(ci, Role.viewer);
        team.grant(ci, lister);
        const audit = new Group(stack, "audit", { parent: organization, name: "audit" });
        new GroupAccess(stack, "audit-access", { group: audit, grants: [{ identity: ci, role: Role.viewer }] });
      `,
    );
    expect(await cdktf("deploy")).toContain("Resources: 8 added, 0 changed, 0 destroyed.");
    const client = platform.client();
    const [team] = (await client.groups.page({ childrenOf: platform.groupUid, name: "team" })).items;
    const { items: bindings } = await client.roleBindings.page({ childrenOf: team!.uid });
    expect(bindings.map(({ identity, role }) => `${identity.name} is ${role.name}`).sort()).toEqual([
      "ci is lister",
      "ci is viewer",
    ]);
    expect(bindings[0]!.identity.subject).toBe("repo:octo-org/app:ref:refs/heads/main");

    const before = { lockFile: lockFile(), changes: changes() };
    expect(await cdktf("deploy")).toContain("No changes.");
    expect({ lockFile: lockFile(), changes: changes() }).toEqual(before);

    await client.groups.update(team!.uid, { description: "Changed by hand." });
    const [audit] = (await client.groups.page({ childrenOf: platform.groupUid, name: "audit" })).items;
    const stranger = { identityUid: platform.identityUid, roleUid: builtInRole("viewer").uid };
    await client.roleBindings.create(audit!.uid, stranger);
    expect(await cdktf("deploy")).toContain("Resources: 0 added, 2 changed, 0 destroyed.");
    const { items: left } = await client.roleBindings.page({ childrenOf: audit!.uid });
    expect(left.map(({ identity, role }) => `${identity.name} is ${role.name}`)).toEqual(["ci is viewer"]);
    expect(platform.requests.filter(({ method }) => method === "PATCH").at(-1)).toMatchObject({
      path: `/iam/v2beta1/groups/${team!.uid}`,
      updateMask: "description",
    });
    expect((await client.groups.get(team!.uid)).description).toBe("As written.");

    await cdktf("destroy");
    expect((await client.groups.page({ descendantsOf: platform.groupUid })).totalCount).toBe(0);
  });
});

describeWith(["terraform"], "cdktf deploy with terraform", () => {
  it("accepts a plugin that was rebuilt under the same version", async () => {
    const { cdktf, stack, lockFile } = project(
      "rebuilt",
      "terraform",
      `new Group(stack, "team", { parent: organization, name: "team" });`,
    );
    await cdktf("deploy");
    const present = lockFile();
    writeFileSync(path.join(stack, ".terraform.lock.hcl"), present.replace(/h1:.{4}/g, "h1:past"));
    expect(await cdktf("deploy")).toContain("No changes.");
    expect(lockFile()).toBe(present);
  });
});

describeWith(["terraform"], "cdktf deploy of a write-only property", () => {
  it("sends a changed value when its version changes", async () => {
    const { cdktf } = project(
      "secret",
      "terraform",
      `
        const { IdentityProvider } = require(${JSON.stringify(path.join(repository, "dist/cdktf.js"))});
        const { CLIENT_SECRET: clientSecret, CLIENT_SECRET_VERSION: clientSecretVersion } = process.env;
        new IdentityProvider(stack, "people", {
          group: organization,
          name: "people",
          defaultRole: Role.viewer,
          oidc: { issuer: "https://login.example.com", clientId: "platform", clientSecret, clientSecretVersion },
        });
      `,
    );
    const deploy = (secret: string, version: string) =>
      cdktf("deploy", { CLIENT_SECRET: secret, CLIENT_SECRET_VERSION: version });
    expect(await deploy("first", "1")).toContain("Resources: 1 added, 0 changed, 0 destroyed.");
    expect(await deploy("second", "1")).toContain("No changes.");
    expect(await deploy("second", "2")).toContain("Resources: 0 added, 1 changed, 0 destroyed.");
    expect(platform.requests.filter(({ method }) => method === "PATCH")).toMatchObject([
      { updateMask: "oidc.clientSecret" },
    ]);
  });
});

describeWith(["terraform"], "a deployment whose built-in roles have other uids", () => {
  it("grants built-in roles, looking up each once per run, also for iterated and repeated ids", async () => {
    const { baseUrl, close } = await withOtherRoles(platform);
    try {
      const { cdktf } = project(
        "other roles",
        "terraform",
        `
          const { TerraformIterator } = require("cdktf");
          const { GroupInvite, IdentityProvider } = require(${JSON.stringify(path.join(repository, "dist/cdktf.js"))});
          const team = new Group(stack, "team", { parent: organization, name: "team" });
          const names = TerraformIterator.fromList(["red", "blue"]);
          const options = { group: team, repository: "octo-org/app", name: names.value, forEach: names };
          const jobs = TerraformIterator.fromResources(Identity.githubActions(stack, "jobs", options));
          team.grant(Identity.fromUid(stack, "job", jobs.getString("uid")), Role.viewer, { forEach: jobs });
          const ci = Identity.githubActions(stack, "ci", { group: team, repository: "octo-org/app" });
          const named = new Role(stack, "viewer", { group: team, name: "viewer", capabilities: ["repo.list"] });
          team.grant(ci, Role.viewer);
          team.grant(ci, named);
          new GroupInvite(stack, "invite", { group: team, role: Role.viewer, ttl: "1h" });
          const mapped = TerraformIterator.fromList(["staff"]);
          new IdentityProvider(stack, "people", {
            group: organization,
            name: "people",
            defaultRole: Role.viewer,
            oidc: {
              issuer: "https://login.example.com",
              clientId: "platform",
              pkceEnabled: true,
              groupsClaim: "groups",
              roleMappings: mapped.dynamic({ claim_value: mapped.value, role_uid: Role.viewer.uidIn(stack) }),
            },
          });
        `,
      );
      const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: platform.token, PLATFORM_IDENTITY: "" };
      expect(await cdktf("deploy", env)).toContain("Resources: 11 added, 0 changed, 0 destroyed.");
      const viewer = builtInRole("viewer").uid;
      const client = platform.client();
      const [team] = (await client.groups.page({ childrenOf: platform.groupUid, name: "team" })).items;
      const { items: bindings } = await client.roleBindings.page({ childrenOf: team!.uid });
      const granted = bindings.map(({ identity, role }) => `${identity.name} is ${role.name}`);
      expect(granted.sort()).toEqual(["blue is viewer", "ci is viewer", "ci is viewer", "red is viewer"]);
      expect(bindings.filter(({ roleUid }) => roleUid === viewer)).toHaveLength(3);

      const before = platform.requests.length;
      expect(await cdktf("deploy", env)).toContain("No changes.");
      const lookups = platform.requests.slice(before).filter(({ query }) => query.name === "viewer");
      expect(lookups).toHaveLength(1);
      await cdktf("destroy", env);
      expect((await client.groups.page({ descendantsOf: platform.groupUid })).totalCount).toBe(0);
    } finally {
      close();
    }
  });
});

describe.each(["terraform", "tofu"] as const)("cdktf deploy", (engine) => {
  describeWith([engine, "nullMirror"], `with ${engine} beside hashicorp/null`, () => {
    it("finds both providers, on the first and later runs", async () => {
      const { cdktf, lockFile } = project(
        "beside null",
        engine,
        `
          const { provider, resource } = require("@cdktf/provider-null");
          new provider.NullProvider(stack, "null");
          // OpenTofu would look for the short name in a registry of its own.
          stack.addOverride("terraform.required_providers.null.source", "registry.terraform.io/hashicorp/null");
          const team = new Group(stack, "team", { parent: organization, name: "team" });
          new resource.Resource(stack, "note", { triggers: { team: team.uid } });
        `,
      );
      expect(await cdktf("deploy")).toContain("Resources: 2 added, 0 changed, 0 destroyed.");
      expect(lockFile()).toMatch(/hashicorp\/null" \{\n {2}version/);
      expect(await cdktf("deploy")).toContain("No changes.");
    });
  });
});
