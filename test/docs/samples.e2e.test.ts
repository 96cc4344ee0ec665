import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith, engines, terraformEnvironment } from "../engines";
import { Workspace } from "../provider/workspace";
import { blocksIn, root } from "./pages";

const configurationIn = (page: string) => blocksIn(page, "terraform", "hcl").join("\n");

describeWith(["terraform"], "the pages' configurations", () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ organization: "acme" });
  });
  afterAll(() => platform?.close());

  const inWorkspace = async (configuration: string, work: (workspace: Workspace) => Promise<void>) => {
    const workspace = new Workspace("terraform", platform.environment());
    try {
      await workspace.configure(configuration);
      await work(workspace);
    } finally {
      workspace.close();
    }
  };

  test("the README's configuration is valid", () =>
    inWorkspace(configurationIn("README.md").replace(/^terraform \{.*?^\}/ms, ""), async (workspace) => {
      await workspace.succeed("validate");
    }));

  test("creates a pipeline's first identity", () =>
    inWorkspace(configurationIn("docs/guides/authenticating.md"), async (workspace) => {
      await workspace.apply();
      expect(await workspace.isSettled()).toBe(true);
    }));

  test("generates the configuration of what it imports", async () => {
    const claimMatch = { issuer: "https://issuer.example.com", subject: "build" };
    const { uid } = await platform.client().identities.create(platform.groupUid, { name: "build", claimMatch });
    const [block = ""] = blocksIn("docs/guides/adopting.md", "tf");
    await inWorkspace(block.replace(/(?<=id = ")[^"]+/, uid), async (workspace) => {
      await workspace.succeed("plan", "-generate-config-out=generated.tf");
      expect(await workspace.apply()).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
      expect(await workspace.isSettled()).toBe(true);
    });
  });

  test("creates the identity providers of the single sign-on guide", () =>
    inWorkspace(configurationIn("docs/guides/single-sign-on.md"), async (workspace) => {
      await workspace.apply();
      expect(await workspace.isSettled()).toBe(true);
    }));

  test("adopts what exists and creates the rest", async () => {
    const { uid } = await platform.client().groups.create(platform.groupUid, { name: "payments" });
    await inWorkspace(configurationIn("docs/guides/adopting.md"), async (workspace) => {
      expect(await workspace.apply()).toContain("1 imported, 1 added, 1 changed, 0 destroyed");
      expect(workspace.state()["platform_group.payments"]).toMatchObject({ uid });
      // The output lists what was just created.
      await workspace.apply();
      expect(await workspace.isSettled()).toBe(true);
    });
  });
});

/** Creates a project with the package and a page's TypeScript samples as programs: `0.test.js` and so on. */
function projectOf(page: string, directory: string): { readonly project: string; readonly programs: number } {
  const project = path.join(directory, "project");
  mkdirSync(path.join(project, "node_modules"), { recursive: true });
  symlinkSync(root, path.join(project, "node_modules/platform-iac"));
  for (const peer of ["cdktf", "constructs"])
    symlinkSync(path.join(root, "node_modules", peer), path.join(project, "node_modules", peer));
  writeFileSync(path.join(project, "package.json"), "{}");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const blocks = blocksIn(page, "ts");
  for (const [index, block] of blocks.entries()) {
    const { outputText } = ts.transpileModule(block, { compilerOptions });
    writeFileSync(path.join(project, `${index}.test.js`), outputText);
  }
  return { project, programs: blocks.length };
}

test("the client guide's program prints what it did", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "guide-"));
  const platform = await startPlatform();
  try {
    const { project } = projectOf("docs/guides/client.md", directory);
    const env = { ...platform.environment(), TMPDIR: directory, ORGANIZATION_UID: platform.groupUid };
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(project, "0.test.js")], { env });
    expect(stdout).toMatch(/^payments Resources of the payments team\.\nNot found: Group [0-9a-f/]+\n$/);
  } finally {
    await platform.close();
    rmSync(directory, { recursive: true });
  }
});

describeWith(["terraform"], "the testing guide's tests", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "guide-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  test("pass in a project with the package, the provider and a configuration", async () => {
    const page = "docs/guides/testing.md";
    const project = path.join(directory, "project");
    mkdirSync(path.join(project, "node_modules"), { recursive: true });
    symlinkSync(root, path.join(project, "node_modules/platform-iac"));
    for (const name of ["@swc", "cdktf", "constructs"])
      symlinkSync(path.join(root, "node_modules", name), path.join(project, "node_modules", name));
    writeFileSync(path.join(project, "package.json"), "{}");
    const programs = blocksIn(page, "ts");
    for (const [index, block] of programs.entries()) writeFileSync(path.join(project, `${index}.test.ts`), block);
    writeFileSync(path.join(project, "jest.config.js"), blocksIn(page, "js").join());
    mkdirSync(path.join(project, "access"));
    writeFileSync(path.join(project, "access/main.tf"), configurationIn(page).split(/^mock_provider/m)[0]!);

    const machine = terraformEnvironment(path.join(directory, "machine"), { defaultInstallation: true });
    const folders = [path.dirname(engines.terraform!.path), path.dirname(process.execPath), process.env.PATH];
    const env = { ...machine, PATH: folders.join(path.delimiter), TMPDIR: directory };
    const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: project, env });
    await node(path.join(root, "dist/platformctl.js"), "provider", "install");
    const jest = path.join(root, "node_modules/jest/bin/jest.js");
    const { stderr } = await node(jest, "--ci", "--runInBand", "--rootDir", project);
    expect(stderr).toContain(`Tests:       ${programs.length} passed, ${programs.length} total`);
  });
});
