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

/** As an engine writes it on init. */
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

it("a stack's first lock file has our provider, and the others in a comment", () => {
  expect(lockFile("", own, [])).toBe(`${entry}\n`);
  expect(lockFile("", own, [other])).toBe(`${entry}\n\n${comment}\n`);
});

it("writing it again changes nothing", () => {
  for (const before of [written(), ""]) {
    const once = lockFile(before, own, [other]);
    expect(lockFile(once, own, [other])).toBe(once);
  }
});

it("what the engine has chosen stays to the letter", () => {
  expect(blocks(lockFile(written(), own, [other]))).toEqual(blocks(written()));
});

it.each<[string, (text: string) => string]>([
  ["another version", (text) => text.replace('"0.1.0"', '"0.0.9"')],
  ["other constraints", (text) => text.replace("< 1.0.0", "< 2.0.0")],
  ["other content", (text) => text.replace("h1:present", "h1:past")],
])("our entry of %s is replaced, and only that", (_, change) => {
  expect(blocks(lockFile(written(change), own, [other]))).toEqual([blocks(written())![0], entry]);
});

it("another provider's entry goes when the stack asks for other versions, so that the engine chooses anew", () => {
  const after = lockFile(written(), own, [{ ...other, constraints: "~> 3.3" }]);
  expect(blocks(after)).toEqual([blocks(written())![1]]);
  expect(after).toContain(comment);
});

it.each([
  ["~> 3.2, >= 3.2.1", ">= 3.2.1, ~> 3.2"],
  [">= 3", ">= 3.0.0"],
  ["= 3.2.4", "3.2.4"],
])("%s is what the engine writes as %s", (given, normal) => {
  const before = written((text) => text.replace('constraints = "3.2.4"', `constraints = "${normal}"`));
  expect(blocks(lockFile(before, own, [{ ...other, constraints: given }]))).toEqual(blocks(before));
});

it("~> 3.2 and ~> 3.2.0 are not the same", () => {
  const before = written((text) => text.replace('constraints = "3.2.4"', 'constraints = "~> 3.2"'));
  expect(blocks(lockFile(before, own, [{ ...other, constraints: "~> 3.2.0" }]))).toHaveLength(1);
});

it("entries of providers that are required no more go", () => {
  expect(lockFile(written(), own, [])).not.toContain("hashicorp/null");
});
