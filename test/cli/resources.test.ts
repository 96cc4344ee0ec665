import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pluralCommand } from "../../src/cli/resources/types";
import { clientDefinitions } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import { platformctl, usePlatform } from "./run";

let platform: TestPlatform;
let directory: string;
usePlatform((started) => {
  platform = started;
  directory = mkdtempSync(path.join(os.tmpdir(), "platform-resources-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs a command that must succeed, and parses its JSON. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await platformctl(...args, "--output", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const rejected = (message: string) => ({ code: 1, stdout: "", stderr: `error: ${message}\n` });

const viewer = async () => (await json("get", "role", "viewer")).uid as string;

/** The bodies of a resource of each type that can be created, and of a change. */
const bodies: Readonly<Record<string, { parent: string; body: object; change?: object }>> = {
  groups: { parent: "acme", body: { name: "made", description: "A group." }, change: { description: "Changed." } },
  identities: {
    parent: "acme",
    body: { name: "made", claimMatch: { issuer: "https://issuer.example.com", subject: "made" } },
    change: { disabled: true },
  },
  roles: {
    parent: "acme",
    body: { name: "made", capabilities: ["groups.list"] },
    change: { capabilities: ["repo.list"] },
  },
  roleBindings: {
    parent: "acme",
    body: { identityUid: "$identity", roleUid: "viewer" },
    change: { roleUid: "editor" },
  },
  identityProviders: {
    parent: "acme",
    body: {
      name: "made",
      defaultRole: "viewer",
      oidc: { issuer: "https://login.example.com", clientId: "platform", pkceEnabled: true },
    },
    change: { name: "changed" },
  },
  accountAssociations: {
    parent: "acme",
    body: { name: "made", amazon: { account: "123456789012" } },
    change: { name: "x" },
  },
  groupInvites: { parent: "acme", body: { roleUid: "viewer", ttl: "1h" } },
  repos: { parent: "acme", body: { name: "made", readme: "# Made\n" }, change: { activeTags: ["v1"] } },
  tags: { parent: "acme/shared", body: { name: "v1", digest: `sha256:${"0".repeat(64)}` } },
};

describe("every type", () => {
  beforeAll(async () => {
    await platform.client().repos.create(platform.groupUid, { name: "shared" });
  });

  const creatable = clientDefinitions.filter(({ operations }) => operations.includes("create"));
  test.each(creatable)("$plural are created from a file, read, listed, updated and deleted", async (definition) => {
    const { parent, body, change } = bodies[definition.plural]!;
    const text = JSON.stringify(body).replace("$identity", platform.identityUid);
    const file = path.join(directory, "body.json");
    writeFileSync(file, text);
    const type = pluralCommand(definition);
    const flag = `--${definition.parent.attribute.replace(/Uid$/, "")}`;
    const { uid, ...made } = await json("create", type, flag, parent, "--from-file", file);
    const written = JSON.parse(text.replace('"viewer"', JSON.stringify(await viewer())));
    delete written.ttl;
    expect(made).toMatchObject(written);
    expect(await json("get", type, uid)).toMatchObject({ uid });
    const { items } = await platform.client().collection(definition).page({});
    expect((await json("list", type)).map((each: { uid: string }) => each.uid)).toEqual(items.map((each) => each.uid));
    if (change) {
      // JSON is YAML.
      writeFileSync(file, `# A change.\n${JSON.stringify(change)}`);
      const changed = JSON.parse(JSON.stringify(change).replace('"editor"', '"viewer"'));
      expect(await json("update", type, uid, "--from-file", file)).toMatchObject(
        definition.plural === "roleBindings" ? {} : changed,
      );
    }
    expect(await platformctl("delete", type, uid, "--yes")).toEqual({
      code: 0,
      stdout: `deleted ${uid}\n`,
      stderr: "",
    });
  });
});

test("sets members of objects, collections and maps by options, and updates only what is given", async () => {
  const made = await json(
    ...["create", "identity", "--group", "acme", "--name", "ci", "--claim-match-issuer", "https://issuer.example.com"],
    ...["--claim-match-subject", "one", "--claim-match-claims", "a=b=c", "--claim-match-claims", "d="],
  );
  expect(made.claimMatch).toMatchObject({ subject: "one", claims: { a: "b=c" } });
  const start = platform.requests.length;
  const changed = await json("update", "identity", "acme/ci", "--claim-match-subject", "two", "--disabled");
  expect(changed).toMatchObject({ disabled: true, claimMatch: { subject: "two", claims: { a: "b=c" } } });
  expect(platform.requests.slice(start).find(({ method }) => method === "PATCH")?.updateMask).toBe(
    "claimMatch.subject,disabled",
  );
  const role = ["create", "role", "--group", "acme", "--name", "several", "--capabilities", "repo.list"];
  expect((await json(...role, "--capabilities", "groups.list")).capabilities).toEqual(["repo.list", "groups.list"]);
  expect(await json("update", "identity", "acme/ci", "--disabled", "false")).toMatchObject({ disabled: false });
});

test("prints tables, and YAML in which texts remain texts", async () => {
  const { uid } = await json("create", "group", "--parent", "acme", "--name", "true");
  expect((await platformctl("list", "groups", "--children-of", "acme", "--output", "table")).stdout).toBe(
    `NAME  UID\ntrue  ${uid}\n`,
  );
  expect((await platformctl("get", "group", "acme/true", "--output", "yaml")).stdout).toContain("name: 'true'\n");
  const table = (await platformctl("list", "role-bindings", "--output", "table")).stdout;
  expect(table).toMatch(/^IDENTITY {2}GROUP {2}ROLE {3}EXPIRATION TIME {2}UID\nowner {5}acme {3}owner {19}\S+\n$/);
});

test.each([
  ["list idntities", "unknown command 'idntities' (Did you mean identities?)"],
  ["list identities --nam x", "unknown option '--nam' (Did you mean --name?)"],
  [
    "list identities --order-by nam",
    "option '--order-by <order>' argument 'nam' is invalid. It must be one of uid, name, create-time, update-time, optionally followed by \" desc\"; did you mean \"name\"?",
  ],
  [
    "list identities --relationship-type RELATIONSHIP_TYPE_STATICS",
    "option '--relationship-type <value>' argument 'RELATIONSHIP_TYPE_STATICS' is invalid. It must be one of RELATIONSHIP_TYPE_CLAIM_MATCH, RELATIONSHIP_TYPE_STATIC, RELATIONSHIP_TYPE_AWS_IDENTITY, RELATIONSHIP_TYPE_SERVICE_PRINCIPAL; did you mean \"RELATIONSHIP_TYPE_STATIC\"?",
  ],
  ["create repo --group acme", "--name is required"],
  ["create repo --name x", "required option '--group <id>' not specified"],
  [
    "create repo --group acme --name API",
    'option \'--name <text>\' argument \'API\' is invalid. It must contain only lowercase letters, digits, spaces, ".", "_" and "-".',
  ],
  [
    "create role --group acme --name x --capabilities group.list",
    "option '--capabilities <value>' argument 'group.list' is invalid. It must be a capability such as groups.list; did you mean \"groups.list\"?",
  ],
  [
    "create identity --group acme --name x",
    "--claim-match-… is missing: exactly one of claim-match, static-keys, aws-identity, service-principal must be set",
  ],
  [
    "create identity --group acme --name x --claim-match-claims a",
    "option '--claim-match-claims <k=v>' argument 'a' is invalid. It must be KEY=VALUE.",
  ],
  ["update group acme", "nothing to update: give an option for each field to change"],
  ["list groups --limit 0", "option '--limit <n>' argument '0' is invalid. It must be a positive integer."],
  [
    "get groups acme --output jsn",
    "option '--output <format>' argument 'jsn' is invalid. It must be one of table, json, yaml, uid; did you mean \"json\"?",
  ],
])("rejects %j", async (line, message) => {
  expect(await platformctl(...line.split(" "))).toEqual(rejected(message));
});

test("names an invalid field of a file as it is written there", async () => {
  const file = path.join(directory, "invalid.yaml");
  const create = () => platformctl("create", "identity", "--group", "acme", "--from-file", file);
  writeFileSync(file, "name: x\nclaimMatch: { isuer: a }\n");
  expect(await create()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("claimMatch.isuer is not a known field"),
  });
  writeFileSync(file, "name: x\nclaim: 1\n");
  expect(await create()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("claim is not a known field; fields are name,"),
  });
  writeFileSync(file, "name: [x\n");
  expect(await create()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not valid JSON or YAML: .* in line 2, column 1/),
  });
});

test("deletes nothing without confirmation", async () => {
  await json("create", "group", "--parent", "acme", "--name", "kept");
  const { code, stderr } = await platformctl("delete", "group", "acme/kept");
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("standard input is not a terminal; use --yes to delete without asking"),
  });
  expect(await json("get", "group", "acme/kept")).toMatchObject({ name: "kept" });
});

test("has no option for a secret, which other users of the machine could see", async () => {
  const { stdout } = await platformctl("create", "identity-provider", "--help");
  expect(stdout).toContain("--oidc-client-id");
  expect(stdout).not.toContain("client-secret");
});

describe("completion", () => {
  const complete = async (...words: string[]) =>
    (await platformctl("__complete", "--", ...words)).stdout.split("\n").slice(0, -1);

  test("completes commands, types, options and their values", async () => {
    expect(await complete("li")).toEqual(["list"]);
    expect(await complete("list", "rep")).toEqual(["repos"]);
    expect(await complete("list", "role-binding", "--ide")).toEqual(["--identity"]);
    expect(await complete("create", "repo", "--catalog-tier", "CATALOG_TIER_B")).toEqual(["CATALOG_TIER_BASE"]);
    expect(await complete("list", "repos", "--name", "x", "--na")).toEqual([]);
    expect(await complete("export", "--to", "")).toEqual(["terraform", "cdktf", "pulumi"]);
    expect(await complete("")).not.toContain("__complete");
  });

  test("completes in bash", async () => {
    const { stdout: script } = await platformctl("completion", "bash");
    const command = path.resolve(__dirname, "../../dist/platformctl.js");
    const bash = `platformctl() { "${process.execPath}" "${command}" "$@"; }
${script}
COMP_WORDS=(platformctl list role-b); COMP_CWORD=2; _platformctl; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(execFileSync("bash", ["-c", bash], { encoding: "utf8" })).toBe("role-bindings\n");
    for (const shell of ["zsh", "fish"])
      expect((await platformctl("completion", shell)).stdout).toContain("platformctl __complete --");
  });
});

test("accepts paths of names as references, unless they are ambiguous, and prints uids for scripts", async () => {
  const create = (...args: string[]) => platformctl("create", ...args, "--output", "uid");
  const claims = ["--claim-match-issuer", "https://issuer.example.com", "--claim-match-subject", "path"];
  const { stdout: uid } = await create("identity", "--group", "acme", "--name", "by-path", ...claims);
  const binding = ["role-binding", "--group", "acme", "--role-uid", "viewer", "--identity-uid", "acme/by-path"];
  const { code, stdout } = await create(...binding);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{40}\/[0-9a-f]{16}\n$/) });
  expect(await json("get", "role-binding", stdout.trim())).toMatchObject({ identityUid: uid.trim() });

  const { stdout: other } = await create("identity", "--group", "acme", "--name", "by-path", ...claims);
  const ambiguous = await create(...binding);
  expect(ambiguous).toMatchObject({ code: 1, stdout: "" });
  for (const each of [uid, other]) expect(ambiguous.stderr).toContain(each.trim());
});
