import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Replaces CDKTF by its fork CDK Terrain through an alias, as a migrated project does. */
const root = path.resolve(__dirname, "../../..");
const organization = "0".repeat(40);
let project: string;
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), "platform-fork-"));
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", project], {
    cwd: root,
    encoding: "utf8",
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const dependencies = {
    cdktf: "npm:cdktn@^0.24.0",
    constructs: "10.7.2",
    "platform-iac": `file:${filename}`,
  };
  writeFileSync(path.join(project, "package.json"), JSON.stringify({ name: "moved", private: true, dependencies }));
  run("npm", "install", "--prefer-offline", "--no-audit", "--no-fund");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test("type-checks and synthesizes a program with it, including plugin and lock file", () => {
  writeFileSync(
    path.join(project, "main.ts"),
    `
    import { App, TerraformStack } from "cdktf";
    import { Group, Identity, PlatformProvider, Role } from "platform-iac/cdktf";
    const app = new App();
    const stack = new TerraformStack(app, "access");
    new PlatformProvider(stack, "platform");
    const team = new Group(stack, "team", { parent: Group.fromUid(stack, "top", "${organization}"), name: "team" });
    team.grant(Identity.gitlabCi(stack, "ci", { group: team, project: "acme/access" }), Role.viewer);
    app.synth();
  `,
  );
  const options = {
    module: "commonjs",
    moduleResolution: "node10",
    target: "es2022",
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(path.join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["main.ts"] }));
  run(process.execPath, path.join(root, "node_modules/typescript/bin/tsc"));
  run(process.execPath, "main.js");
  const stack = path.join(project, "cdktf.out/stacks/access");
  const { resource } = JSON.parse(readFileSync(path.join(stack, "cdk.tf.json"), "utf8"));
  expect(Object.keys(resource).sort()).toEqual(["platform_group", "platform_identity", "platform_role_binding"]);
  expect(readFileSync(path.join(stack, ".terraform.lock.hcl"), "utf8")).toContain("platform-iac/platform");
});
