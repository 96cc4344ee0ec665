import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeWith, engines, pulumiEnvironment, terraformEnvironment } from ".";

const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-engines-")));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(project: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(directory, project);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

for (const name of ["terraform", "tofu"] as const) {
  describeWith([name, "nullMirror"], name, () => {
    const configuration = `
      terraform {
        required_providers {
          null = { source = "registry.terraform.io/hashicorp/null", version = "3.2.4" }
        }
      }
      resource "null_resource" "it" { triggers = { a = "b" } }
    `;

    it.each([
      { from: "the mirror", options: {} },
      { from: "the home directory", options: { defaultInstallation: true } },
    ])("applies a null_resource with the provider from $from", ({ from, options }) => {
      const cwd = write(`${name} from ${from}`, { "main.tf": configuration });
      const env = terraformEnvironment(path.join(directory, `${name} keeps from ${from}`), options);
      const run = (...args: string[]) =>
        execFileSync(engines[name]!.path, args, { cwd, env, encoding: "utf8", stdio: "pipe" });

      run("init", "-no-color");
      expect(run("plan", "-no-color")).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
      expect(run("apply", "-no-color", "-auto-approve")).toContain("Resources: 1 added, 0 changed, 0 destroyed.");
      expect(run("plan", "-no-color")).toContain("No changes.");
    });
  });
}

describeWith(["pulumi"], "pulumi", () => {
  it("creates and destroys a dynamic resource", () => {
    const cwd = write("pulumi", {
      "Pulumi.yaml": "name: engines\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "package.json": '{ "main": "index.js" }',
      "index.js": `
          const { dynamic } = require("@pulumi/pulumi");
          const provider = { create: async ({ greeting }) => ({ id: "it", outs: { answer: greeting + ", world" } }) };
          class Greeting extends dynamic.Resource {
            constructor(name, props) { super(provider, name, { ...props, answer: undefined }); }
          }
          exports.answer = new Greeting("it", { greeting: "hello" }).answer;
        `,
    });
    symlinkSync(path.resolve(__dirname, "../../node_modules"), path.join(cwd, "node_modules"));
    const env = pulumiEnvironment(path.join(directory, "pulumi keeps"));
    const run = (...args: string[]) =>
      execFileSync(engines.pulumi!.path, [...args, "--non-interactive"], {
        cwd,
        env,
        encoding: "utf8",
        stdio: "pipe",
      });

    run("stack", "init", "test");
    run("up", "--yes", "--skip-preview");
    expect(JSON.parse(run("stack", "output", "--json"))).toEqual({ answer: "hello, world" });
    expect(run("destroy", "--yes", "--skip-preview")).toContain("2 deleted");
  });
});
