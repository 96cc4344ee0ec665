import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { startPlatform } from "../../src/testing";
import { describeWith, engines, terraformEnvironment } from "../engines";
import { blocksIn, root } from "./pages";

const page = "docs/guides/cdktf.md";

describeWith(["terraform"], "the CDKTF guide's program", () => {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "guide-")));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** Runs the program, which synthesizes its stacks or throws. */
  const synthesize = (name: string, program: string) => {
    const project = path.join(directory, name);
    mkdirSync(path.join(project, "node_modules"), { recursive: true });
    symlinkSync(root, path.join(project, "node_modules/platform-iac"));
    for (const each of ["cdktf", "constructs"])
      symlinkSync(path.join(root, "node_modules", each), path.join(project, "node_modules", each));
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    writeFileSync(path.join(project, "main.js"), ts.transpileModule(program, { compilerOptions }).outputText);
    return promisify(execFile)(process.execPath, ["main.js"], { cwd: project });
  };
  const [program = "", ...otherPrograms] = blocksIn(page, "ts");

  test("deploys its stacks in order, and then plans no changes", async () => {
    const platform = await startPlatform({ organization: "acme" });
    try {
      await synthesize("deployed", program);
      const machine = terraformEnvironment(path.join(directory, "machine"), { defaultInstallation: true });
      const env = { ...machine, ...platform.environment() };
      for (const stack of ["teams", "pipelines"]) {
        const cwd = path.join(directory, "deployed/cdktf.out/stacks", stack);
        const terraform = (...args: string[]) => promisify(execFile)(engines.terraform!.path, args, { cwd, env });
        await terraform("init", "-input=false");
        await terraform("validate");
        await terraform("apply", "-input=false", "-auto-approve");
        await terraform("plan", "-input=false", "-detailed-exitcode");
      }
      const client = platform.client();
      const { items } = await client.roleBindings.page({ descendantsOf: platform.groupUid });
      const granted = items.map(({ identity, role, group }) => `${identity.name} is ${role.name} of ${group.name}`);
      expect(granted).toEqual(
        expect.arrayContaining(["build is registry.push of payments", "review is viewer of payments"]),
      );
    } finally {
      await platform.close();
    }
  });

  test.each(otherPrograms.map((each, index) => [index, each] as const))(
    "synthesizes valid stacks: %i",
    async (index, other) => {
      await synthesize(`other-${index}`, other);
      const env = terraformEnvironment(path.join(directory, "machine"), { defaultInstallation: true });
      const stacks = path.join(directory, `other-${index}`, "cdktf.out/stacks");
      for (const stack of readdirSync(stacks)) {
        const terraform = (...args: string[]) =>
          promisify(execFile)(engines.terraform!.path, args, { cwd: path.join(stacks, stack), env });
        await terraform("init", "-input=false", "-backend=false");
        await terraform("validate");
      }
    },
  );

  test("fails with the documented message without the scopes of its grants", async () => {
    const [message = ""] = blocksIn(page, "text");
    const without = program.replaceAll(/, \{ scope: pipelines.*?\}/g, "");
    await expect(synthesize("circle", without)).rejects.toThrow(message.trim());
  });
});
