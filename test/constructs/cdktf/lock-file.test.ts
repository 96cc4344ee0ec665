import { type LockedProvider, lockFile } from "../../../constructs/cdktf/lock-file";

const own: LockedProvider = {
  address: "registry.terraform.io/platform-iac/platform",
  version: "0.1.0",
  constraints: ">= 0.1, < 1",
  hash: "h1:present",
};
const other = { address: "registry.terraform.io/hashicorp/null", constraints: "3.2.4" };

const comment = `/*
provider "registry.terraform.io/hashicorp/null" {
  constraints = ">= 0"
}
*/`;

const entry = `provider "registry.terraform.io/platform-iac/platform" {
  version     = "0.1.0"
  constraints = ">= 0.1.0, < 1.0.0"
  hashes = [
    "h1:present",
  ]
}`;

/** The lock file as an engine writes it on init. */
const written = (change: (text: string) => string = (text) => text) =>
  change(`# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

provider "registry.terraform.io/hashicorp/null" {
  version     = "3.2.4"
  constraints = "3.2.4"
  hashes = [
    "h1:null",
    "zh:null",
  ]
}

provider "registry.terraform.io/platform-iac/platform" {
  version     = "0.1.0"
  constraints = ">= 0.1.0, < 1.0.0"
  hashes = [
    "h1:present",
  ]
}
`);

const blocks = (text: string) => text.replace(/\/\*.*\*\//s, "").match(/^provider.*?^\}/gms);

it("writes our provider, and the others in a comment, to a new lock file", () => {
  expect(lockFile("", own, [])).toBe(`${entry}\n`);
  expect(lockFile("", own, [other])).toBe(`${entry}\n\n${comment}\n`);
});

it("is idempotent", () => {
  for (const before of [written(), ""]) {
    const once = lockFile(before, own, [other]);
    expect(lockFile(once, own, [other])).toBe(once);
  }
});

it("keeps the engine's entries verbatim", () => {
  expect(blocks(lockFile(written(), own, [other]))).toEqual(blocks(written()));
});

it.each<[string, (text: string) => string]>([
  ["another version", (text) => text.replace('"0.1.0"', '"0.0.9"')],
  ["other constraints", (text) => text.replace("< 1.0.0", "< 2.0.0")],
  ["other content", (text) => text.replace("h1:present", "h1:past")],
])("replaces only our entry for %s", (_, change) => {
  expect(blocks(lockFile(written(change), own, [other]))).toEqual([blocks(written())![0], entry]);
});

it("removes another provider's entry if the stack's constraints have changed, so that the engine selects again", () => {
  const after = lockFile(written(), own, [{ ...other, constraints: "~> 3.3" }]);
  expect(blocks(after)).toEqual([blocks(written())![1]]);
  expect(after).toContain(comment);
});

it.each([
  ["~> 3.2, >= 3.2.1", ">= 3.2.1, ~> 3.2"],
  [">= 3", ">= 3.0.0"],
  ["= 3.2.4", "3.2.4"],
])("treats %s as equal to the engine's %s", (given, normal) => {
  const before = written((text) => text.replace('constraints = "3.2.4"', `constraints = "${normal}"`));
  expect(blocks(lockFile(before, own, [{ ...other, constraints: given }]))).toEqual(blocks(before));
});

it("distinguishes ~> 3.2 from ~> 3.2.0", () => {
  const before = written((text) => text.replace('constraints = "3.2.4"', 'constraints = "~> 3.2"'));
  expect(blocks(lockFile(before, own, [{ ...other, constraints: "~> 3.2.0" }]))).toHaveLength(1);
});

it("removes entries of providers that are no longer required", () => {
  expect(lockFile(written(), own, [])).not.toContain("hashicorp/null");
});
