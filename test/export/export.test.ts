import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { builtInRole } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import { platformctl, usePlatform } from "../cli/run";
import { fillOrganization } from "./organization";

const targets = ["terraform", "cdktf", "pulumi"] as const;

let platform: TestPlatform;
let directory: string;
usePlatform(async (started) => {
  platform = started;
  await fillOrganization(platform);
});
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "platform-export-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs an export to a directory and returns its files. */
async function exported(name: string, ...args: string[]): Promise<Readonly<Record<string, string>>> {
  const out = path.join(directory, name);
  const ran = await platformctl("export", "--group", "acme", "--out", out, ...args);
  expect(ran).toMatchObject({ code: 0 });
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((each) => statSync(path.join(out, each)).isFile());
  return Object.fromEntries(files.map((each) => [each, readFileSync(path.join(out, each), "utf8")]));
}

/** The uid of each name in an imports.tf. */
const importsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/to = (\S+)\n {2}id = "(\S+)"/g)].map(([, to, id]) => [id!, to!]));

test.each(targets)("an export to %s is the same when it is repeated, and contains no secret", async (to) => {
  const files = await exported("one", "--to", to);
  expect(await exported("two", "--to", to)).toEqual(files);
  const text = Object.values(files).join("\n");
  expect(text).not.toContain("a secret that no file contains");
  expect(text).toMatch(/client_?secret is write-only, so it is not exported; the stored value is kept/i);
  expect(text).not.toContain(builtInRole("viewer").uid);
});

test.each(targets)("a later resource does not rename those that an export to %s has named", async (to) => {
  const names = async (name: string) => JSON.parse((await exported(name, "--to", to))[".platform-export.json"]!).names;
  const before = await names("before");
  const { uid } = await platform.client().groups.create(platform.groupUid, { name: "same" });
  try {
    const after = await names("after");
    expect(after).toMatchObject(before);
    expect(after[`Group ${uid}`]).toMatch(/^same_[0-9a-f]{6}$/);
  } finally {
    await platform.client().groups.delete(uid);
  }
});

test("an export to the directory of an earlier one keeps names and deletes stale files", async () => {
  const client = platform.client();
  const { uid } = await client.groups.create(platform.groupUid, { name: "before" });
  const { uid: gone } = await client.groups.create(platform.groupUid, { name: "gone" });
  try {
    expect(Object.keys(await exported("out", "--to", "terraform"))).toEqual(
      expect.arrayContaining(["before.tf", "gone.tf"]),
    );
    writeFileSync(path.join(directory, "out/own.tf"), "# By hand.\n");
    await client.groups.update(uid, { name: "after" });
    await client.groups.delete(gone);
    const files = await exported("out", "--to", "terraform", "--force");
    expect(files["before.tf"]).toContain('resource "platform_group" "before" {');
    expect(files["before.tf"]).toContain('name       = "after"');
    expect(files).not.toHaveProperty("gone.tf");
    expect(files["own.tf"]).toBe("# By hand.\n");
  } finally {
    await client.groups.delete(uid);
  }
});

test("refuses a directory that is not empty", async () => {
  writeFileSync(path.join(directory, "main.tf"), "");
  expect(await platformctl("export", "--group", "acme", "--to", "terraform", "--out", directory)).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: --out ${directory} is not empty (1 entry); choose another directory, or replace the files of an earlier export with --force\n`,
  });
});

test("leaves out excluded types, and refers to their resources by uid", async () => {
  const files = await exported("out", "--to", "terraform", "--exclude", "repos", "--exclude", "group-invites");
  expect(files["imports.tf"]).not.toContain("\n\n\n");
  const addresses = Object.values(importsIn(files["imports.tf"]!));
  expect(addresses.filter((each) => /^platform_(repo|group_invite)\./.test(each))).toEqual([]);
  expect(files["payments.tf"]).toMatch(/resource "platform_tag" "\w+" \{\n {2}repo_uid = local\.\w+_uid\n/);
});

test("refers to what is outside of an exported group by uid", async () => {
  const out = path.join(directory, "out");
  const ran = await platformctl("export", "--group", "acme/payments/dev", "--to", "cdktf", "--out", out);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  const external = readFileSync(path.join(out, "external.ts"), "utf8");
  expect(external).toMatch(
    /\/\*\* The identity "deployer"\. \*\/\nexport const deployer = Identity\.fromUid\(\n? *stack,\s+"deployer",/,
  );
  expect(readFileSync(path.join(out, "groups/dev.ts"), "utf8")).toContain("dev.grant(deployer, Role.registryPush);");
});

test.each([
  [
    "--to pulumy",
    "option '--to <target>' argument 'pulumy' is invalid. It must be one of terraform, cdktf, pulumi; did you mean \"pulumi\"?",
  ],
  [
    "--to pulumi --exclude tag",
    "option '--exclude <type>' argument 'tag' is invalid. It must be one of identities, roles, role-bindings, identity-providers, account-associations, group-invites, repos, tags; did you mean \"tags\"?",
  ],
])("rejects %s", async (options, message) => {
  expect(await platformctl("export", "--group", "acme", ...options.split(" "))).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: ${message}\n`,
  });
});

test("leaves out people who log in, unless they are asked for", async () => {
  const client = platform.client();
  const claimMatch = { issuer: "https://login.example.com", subject: "someone", audience: "platform" };
  const { uid } = await client.identities.create(platform.groupUid, { name: "someone", claimMatch });
  await client.roleBindings.create(platform.groupUid, { identityUid: uid, roleUid: builtInRole("viewer").uid });
  try {
    expect(importsIn((await exported("without", "--to", "terraform"))["imports.tf"]!)).not.toHaveProperty([uid]);
    const files = await exported("with", "--to", "terraform", "--include-people");
    expect(importsIn(files["imports.tf"]!)[uid]).toBe("platform_identity.someone");
  } finally {
    await client.identities.delete(uid);
  }
});

test.each([
  [
    "terraform",
    /client_secret = var\.other_client_secret/,
    /variable "other_client_secret" \{\n {2}type {6}= string\n {2}sensitive = true\n\}/,
  ],
  ["cdktf", /clientSecret: otherClientSecret\.stringValue/, /new TerraformVariable\(stack, "other_client_secret", \{/],
  ["pulumi", /clientSecret: otherClientSecret/, /adopt: "overwrite"/],
])("an export to %s asks for a secret that the configuration needs", async (to, use, declaration) => {
  const client = platform.client();
  const oidc = { issuer: "https://other.example.com", clientId: "platform", clientSecret: "hushed" };
  const body = { name: "other", defaultRole: builtInRole("viewer").uid, oidc };
  const { uid } = await client.identityProviders.create(platform.groupUid, body);
  try {
    const text = Object.values(await exported("out", "--to", to)).join("\n");
    expect(text).toMatch(use);
    expect(text).toMatch(declaration);
    expect(text).not.toContain("hushed");
  } finally {
    await client.identityProviders.delete(uid);
  }
});

test.each([
  ["terraform", 'expiration_time = "2100-02-01T00:00:00.000Z"'],
  ["cdktf", 'expirationTime: "2100-02-01T00:00:00.000Z"'],
  ["pulumi", 'expirationTime: "2100-02-01T00:00:00.000Z"'],
])("an export to %s contains until when access is granted", async (to, written) => {
  const client = platform.client();
  const claimMatch = { issuer: "https://issuer.example.com", subject: "temporary" };
  const { uid } = await client.identities.create(platform.groupUid, { name: "temporary", claimMatch });
  const body = { identityUid: uid, roleUid: builtInRole("viewer").uid, expirationTime: "2100-02-01T00:00:00Z" };
  await client.roleBindings.create(platform.groupUid, body);
  try {
    expect(Object.values(await exported(`temporary-${to}`, "--to", to)).join("\n")).toContain(written);
  } finally {
    await client.identities.delete(uid);
  }
});
