import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TerraformStack, Testing } from "cdktf";
import { Group, PlatformProvider } from "../../../constructs/cdktf";
import { installProvider } from "../../../src/provider";
import { describeWith } from "../../engines";
import { stackOf, synthesized } from "./synthesis";

const made: string[] = [];
afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** Synthesizes to files and returns the stack's directory. */
function synthesize(stack = stackOf((stack) => new Group(stack, "team", { name: "team" }))): string {
  const directory = Testing.fullSynth(stack);
  made.push(directory);
  return path.join(directory, "stacks", stack.node.id);
}

it("copies the plugin for every platform into the stack during synthesis", () => {
  const plugins = path.join(synthesize(), "terraform.d/plugins");
  const { directories } = installProvider(plugins);
  for (const directory of Object.values(directories)) {
    expect(directory.startsWith(plugins)).toBe(true);
    expect(existsSync(directory)).toBe(true);
  }
});

it("shares one copy of the plugin between the stacks of an app, and replaces that of earlier versions", () => {
  const app = Testing.app();
  const out = app.outdir;
  made.push(out);
  const plugins = (name: string) => path.join(out, "stacks", name, "terraform.d/plugins");
  installProvider(plugins("old"));
  mkdirSync(path.join(plugins("own"), "example.com"), { recursive: true });
  for (const name of ["new", "old", "own"]) new PlatformProvider(new TerraformStack(app, name), "platform");
  for (const _ of ["first", "again"]) app.synth();
  for (const name of ["new", "old"]) {
    expect(readlinkSync(plugins(name))).toBe("../../../platform-plugins");
    expect(existsSync(path.join(plugins(name), "registry.terraform.io/platform-iac/platform"))).toBe(true);
  }
  // Other plugins in the directory remain, so it cannot be a link.
  expect(readdirSync(plugins("own")).sort()).toEqual(["example.com", "registry.terraform.io"]);
  const { directories } = installProvider(path.join(out, "platform-plugins"));
  const programs = Object.values(directories).map((each) => statSync(path.join(each, "schema.bin")).ino);
  expect(new Set(programs).size).toBe(1);
});

it("locks the plugin's version and content during synthesis", () => {
  expect(readFileSync(path.join(synthesize(), ".terraform.lock.hcl"), "utf8")).toMatch(
    /^provider "registry\.terraform\.io\/platform-iac\/platform" \{\n {2}version {5}= "\d+\.\d+\.\d+"\n {2}constraints = ">= 0\.1\.0, < 1\.0\.0"\n {2}hashes = \[\n {4}"h1:[\w+/]{43}=",\n {2}\]\n\}\n$/,
  );
});

it("accepts two of our providers in a stack", () => {
  const stack = stackOf((stack) => new PlatformProvider(stack, "other", { alias: "other", insecure: true }));
  expect(synthesized(stack).provider.platform).toEqual([{}, { alias: "other", insecure: true }]);
  expect(existsSync(path.join(synthesize(stack), "terraform.d/plugins"))).toBe(true);
});

it("leaves a stack's settings to the environment by default", () => {
  expect(synthesized(stackOf(() => {})).provider.platform).toEqual([{}]);
});

describeWith(["terraform"], "CDKTF's own matchers", () => {
  // They run Terraform with the environment of this process.
  beforeAll(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith("TF_")) delete process.env[name];
    process.env.TF_CLI_CONFIG_FILE = os.devNull;
  });

  it("find the provider in the synthesized stack", () => {
    expect(Testing.toBeValidTerraform(path.dirname(path.dirname(synthesize())))).toBe(true);
  });
});
