import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtInRole, capabilities } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { platformctl } from "./run";

const directory = mkdtempSync(path.join(tmpdir(), "access-"));
const original = { ...process.env };

let platform: TestPlatform;
let payments: string;
let deploy: string;
let binding: string;

beforeAll(async () => {
  platform = await startPlatform({ organization: "acme" });
  process.env.PLATFORM_BASE_URL = platform.baseUrl;
  process.env.PLATFORM_TOKEN = platform.token;
  const client = platform.client();
  payments = (await client.groups.create(platform.groupUid, { name: "payments" })).uid;
  const claimMatch = { issuer: "https://issuer.example.com", subject: "deploy" };
  deploy = (await client.identities.create(payments, { name: "deploy", claimMatch })).uid;
  const roleUid = builtInRole("registry.push").uid;
  binding = (await client.roleBindings.create(payments, { identityUid: deploy, roleUid })).uid;
});
afterAll(async () => {
  process.env = original;
  rmSync(directory, { recursive: true });
  await platform?.close();
});

const access = async (...args: string[]) => {
  const { code, stdout, stderr } = await platformctl("access", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

test("why names the role bindings that grant a capability", async () => {
  expect(await access("why", "deploy", "tag.create", "acme/payments")).toBe(
    `yes: deploy has tag.create in acme/payments, through\n  registry.push in acme/payments, by ${binding}\n`,
  );
  expect(await access("why", deploy, "CAP_TAG_CREATE", "acme")).toBe(
    "no: deploy does not have tag.create in acme\n  but has it in acme/payments\n",
  );
  expect(JSON.parse(await access("why", "acme/payments/deploy", "tag.create", payments, "--json"))).toEqual({
    identity: deploy,
    capability: "tag.create",
    group: payments,
    answer: "yes",
    via: [{ binding, role: builtInRole("registry.push").uid, group: payments }],
    because: [],
    below: [],
    expired: [],
    gaps: [],
    names: { [deploy]: "deploy", [payments]: "acme/payments", [builtInRole("registry.push").uid]: "registry.push" },
  });
});

test("tells until when access is granted, and what has expired", async () => {
  const client = platform.client();
  const claimMatch = { issuer: "https://issuer.example.com", subject: "helper" };
  const { uid } = await client.identities.create(payments, { name: "helper", claimMatch });
  const [pull, push] = [builtInRole("registry.pull").uid, builtInRole("registry.push").uid];
  const bind = async (roleUid: string, expirationTime: string) =>
    (await client.roleBindings.create(payments, { identityUid: uid, roleUid, expirationTime })).uid;
  const soon = Date.now() + 1000;
  const time = new Date(soon).toISOString();
  try {
    const [lasting, expired] = [await bind(pull, "2100-01-31T12:00:00Z"), await bind(push, time)];
    while (Date.now() <= soon) await new Promise((resolve) => setTimeout(resolve, 50));
    const shown = time.replace(".000Z", "Z");
    expect(await access("of", "helper")).toBe(
      `registry.pull in acme/payments until 2100-01-31T12:00:00Z, by ${lasting}\n` +
        `expired: registry.push in acme/payments until ${shown}, by ${expired}\n`,
    );
    expect(await access("why", "helper", "tag.create", "payments")).toBe(
      "no: helper does not have tag.create in acme/payments\n" +
        `  but had it through registry.push in acme/payments until ${shown}, by ${expired}\n`,
    );
    const report = JSON.parse(await access("of", "helper", "--json"));
    expect(report.access).toMatchObject([{ binding: lasting, expirationTime: "2100-01-31T12:00:00.000Z" }]);
    expect(report.expired).toEqual([{ binding: expired, role: push, group: payments, expirationTime: time }]);
  } finally {
    await client.identities.delete(uid);
  }
});

test("who-can lists identities, and of the bindings of one", async () => {
  const owner = (await platform.client().identities.get(platform.identityUid)).name;
  const lines = (await access("who-can", "tag.create", "payments")).trimEnd().split("\n");
  expect(lines).toEqual([
    `deploy  through registry.push in acme/payments, by ${binding}`,
    expect.stringMatching(`^${owner}  through owner in acme, by `),
  ]);
  expect(await access("of", "deploy")).toBe(`registry.push in acme/payments, by ${binding}\n`);
  const { access: granted } = JSON.parse(await access("of", "deploy", "--json"));
  expect(granted).toEqual([
    {
      binding,
      role: builtInRole("registry.push").uid,
      group: payments,
      capabilities: [...builtInRole("registry.push").capabilities].sort(),
    },
  ]);
});

test("says what the caller cannot see", async () => {
  process.env.PLATFORM_TOKEN = await platform.tokenFor(deploy);
  try {
    expect(await access("of", deploy)).toBe(
      `${deploy} has no role bindings\n` +
        `\nNote: Groups above ${payments} are hidden from the caller, and so may be role bindings there.\n` +
        ["identities", "roles", "role bindings"]
          .map((noun) => {
            const capability = { identities: "identity", roles: "roles", "role bindings": "role_bindings" }[noun];
            return `\nNote: Some ${noun} at or below ${payments} may be hidden: the caller lacks the capability ${capability}.list.\n`;
          })
          .join(""),
    );
  } finally {
    process.env.PLATFORM_TOKEN = platform.token;
  }
});

const file = (name: string, content: string): string => {
  const named = path.join(directory, name);
  writeFileSync(named, content);
  return named;
};

test.each([
  [
    ["why", "nobody", "tag.create", "acme"],
    'identity "nobody" not found; specify its uid, name or path, such as acme/payments/deploy',
  ],
  [["why", "deploi", "tag.create", "acme"], 'identity "deploi" not found; did you mean "deploy"?'],
  [
    ["why", "deploy", "tag.creat", "acme"],
    '"tag.creat" must be a capability such as groups.list; did you mean "tag.create"?',
  ],
  [["who-can", "tag.create", "acme/paiments"], 'group "acme/paiments" not found; did you mean "acme/payments"?'],
  [["of", "deploy", "--offline"], "--offline reads nothing but a plan; name one with --plan"],
])("%j is an error", async (args, message) => {
  expect(await platformctl("access", ...args)).toEqual({ code: 1, stdout: "", stderr: `error: ${message}\n` });
});

test.each([
  ["no JSON", "{", /^error: .+ is not valid JSON: /],
  [
    "a state",
    '{"format_version":"1.0","values":{}}',
    /^error: .+ is not a plan: it must be the output of "terraform show -json PLAN"/,
  ],
  [
    "a newer format",
    '{"format_version":"2.0","resource_changes":[]}',
    /^error: the plan's format_version "2.0" is not supported: it must be 1.x\n$/,
  ],
])("diff rejects %s", async (name, content, message) => {
  const { code, stderr } = await platformctl("access", "diff", file(name, content));
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});

test("diff names the capabilities with which a temporary access can be kept", async () => {
  const planned = (expiration_time?: string) => ({
    address: "platform_role_binding.incident",
    type: "platform_role_binding",
    mode: "managed",
    change: {
      actions: ["create"],
      before: null,
      after: { group_uid: payments, identity_uid: deploy, role_uid: builtInRole("owner").uid, expiration_time },
      after_unknown: { uid: true },
    },
  });
  const diff = (expiry?: string) =>
    access("diff", file("plan.json", JSON.stringify({ format_version: "1.2", resource_changes: [planned(expiry)] })));
  const sentence =
    /! deploy can use role_bindings\.create, group_invites\.create, identity\.update, .* and roles\.update to keep access after 2100-01-31T12:00:00Z/;
  expect(await diff("2100-01-31T12:00:00Z")).toMatch(sentence);
  expect(await diff()).not.toContain("to keep access");
});

test("diff rejects a policy that it does not know, and a group that does not exist", async () => {
  const plan = file("plan.json", '{"format_version":"1.2","resource_changes":[]}');
  const failing = async (policy: string) => (await platformctl("access", "diff", plan, "--fail-on", policy)).stderr;
  expect(await failing("access")).toBe(
    'error: --fail-on "access" must be new-access, new-access:GROUP, new-owner or takeover\n',
  );
  expect(await failing("new-access:acme/prod")).toMatch(/^error: group "acme\/prod" not found/);
});

test("diff says that the platform could not be read", async () => {
  process.env.PLATFORM_BASE_URL = "http://127.0.0.1:1";
  try {
    const plan = file("plan.json", '{"format_version":"1.2","resource_changes":[]}');
    const { code, stdout } = await platformctl("access", "diff", plan);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^No changes of access\n\nNote: Role bindings that the plan does not contain were not considered, because the platform was not read: .*127\.0\.0\.1:1.*\.\n$/,
    );
  } finally {
    process.env.PLATFORM_BASE_URL = platform.baseUrl;
  }
}, 120_000);

describe("access test", () => {
  const run = async (yaml: string, ...options: string[]) =>
    platformctl("access", "test", file("access.yaml", yaml), ...options);

  test("passes if every assertion holds, and counts what the assertions watch", async () => {
    const { code, stdout } = await run(
      "- { who: deploy, in: acme/payments, can: [tag.create], cannot: [role_bindings.create] }\n",
      "--coverage",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^2 assertions passed\ncoverage of 2 role bindings: 1 if removed, 1 if widened\n {2}\S+: no assertion fails if it is removed or widened\n$/,
    );
  });

  test("ends with exit code 2, and names the line, if an assertion fails", async () => {
    const junit = path.join(directory, "junit.xml");
    const yaml =
      "# Comment\n- who: deploy\n  in: acme\n  can: tag.create\n- { only: [], in: acme, can: tag.create }\n- { who: nobody, in: acme, can: tag.list }\n";
    const { code, stdout } = await run(yaml, "--junit", junit);
    expect(code).toBe(2);
    const named = path.join(directory, "access.yaml");
    expect(stdout).toContain(`failed: ${named}:2: deploy can tag.create in acme\n  deploy does not have tag.create\n`);
    expect(stdout).toContain(`failed: ${named}:5: only nobody can tag.create in acme\n`);
    expect(stdout).toContain(
      '  identity "nobody" not found; specify its uid, name or path, such as acme/payments/deploy\n',
    );
    expect(stdout).toContain("0 assertions passed, 3 failed\n");
    const xml = readFileSync(junit, "utf8");
    expect(xml).toContain(`<testsuite name="${named}" tests="3" failures="3">`);
    expect(xml).toContain(
      '<failure message="deploy does not have tag.create">deploy does not have tag.create</failure>',
    );
    const report = JSON.parse((await run(yaml, "--json")).stdout);
    expect(report).toMatchObject({ passed: false, gaps: [], assertions: [{ line: 2, passed: false }, {}, {}] });
  });

  test.each([
    ["- { who: [\n", /access\.yaml:2: not valid YAML: /],
    ["who: deploy", /access\.yaml must contain a list of assertions, such as /],
    ["- { who: deploy, in: acme, can: tag.list }\n- { who: deploy }", /access\.yaml:2: in must name a group\n$/],
  ])("rejects %j", async (yaml, message) => {
    const { code, stderr } = await run(yaml);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});

describe("whoami", () => {
  test("names the credentials, the identity and what it may do", async () => {
    const { code, stdout, stderr } = await platformctl("whoami", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { name } = await platform.client().identities.get(platform.identityUid);
    expect(JSON.parse(stdout)).toEqual({
      baseUrl: platform.baseUrl,
      credentials: "a configured access token (PLATFORM_TOKEN)",
      identity: { uid: platform.identityUid, name, email: "" },
      expiry: expect.stringMatching(/^\d{4}-.*Z$/),
      access: [{ group: platform.groupUid, name: "acme", capabilities: [...capabilities].sort() }],
    });
    expect((await platformctl("whoami")).stdout).toContain(
      `may:          all ${capabilities.length} capabilities in acme and below\n`,
    );
  });

  test("tests its own capabilities if it cannot list its role bindings", async () => {
    const { PLATFORM_TOKEN: _, ...others } = process.env;
    const before = process.env;
    const client = platform.client();
    const claimMatch = { issuer: platform.issuer.issuer, subject: "ci" };
    const ci = (await client.identities.create(payments, { name: "ci", claimMatch })).uid;
    await client.roleBindings.create(payments, { identityUid: ci, roleUid: builtInRole("registry.push").uid });
    process.env = {
      ...others,
      PLATFORM_AUTH_URL: platform.authUrl,
      PLATFORM_IDENTITY_TOKEN: await platform.issuer.sign({ sub: "ci", aud: platform.authUrl }),
      PLATFORM_IDENTITY: ci,
    };
    try {
      const { stdout } = await platformctl("whoami");
      expect(stdout).toContain("identity:     ci\n");
      expect(stdout).toContain(
        `credentials:  a configured identity token (PLATFORM_IDENTITY_TOKEN), exchanged at ${platform.authUrl}\n`,
      );
      expect(stdout).toContain(
        `may:          the 8 capabilities of registry.push in ${platform.groupUid}/payments and below\n`,
      );
    } finally {
      process.env = before;
    }
  });
});

describe("access claims", () => {
  test("prints what a token must have, and what a pattern also accepts", async () => {
    const claimMatch = { issuer: "https://issuer.example.com", subjectPattern: "repo:acme.*", claims: { ref: "main" } };
    await platform.client().identities.create(payments, { name: "loose", claimMatch });
    expect(await access("claims", "loose")).toBe(
      "a token may assume loose if it has\n" +
        '  issuer "https://issuer.example.com"\n' +
        '  subject that matches "repo:acme.*"\n' +
        '    which also accepts "repo:acme-evil/x"\n' +
        "  audience of the token service\n" +
        '  ref "main"\n',
    );
    expect(JSON.parse(await access("claims", "deploy", "--json"))).toMatchObject({
      identity: deploy,
      kind: "claimMatch",
      requirements: [
        { claim: "issuer", literal: "https://issuer.example.com" },
        { claim: "subject", literal: "deploy" },
        { claim: "audience" },
      ],
    });
  });
});

describe("access paths", () => {
  let relay: string;
  beforeAll(async () => {
    const client = platform.client();
    const claimMatch = { issuer: platform.authUrl, subject: deploy };
    relay = (await client.identities.create(platform.groupUid, { name: "relay", claimMatch })).uid;
    const roleUid = builtInRole("owner").uid;
    await client.roleBindings.create(platform.groupUid, { identityUid: relay, roleUid });
  });
  afterAll(() => platform.client().identities.delete(relay));
  afterEach(() => {
    delete process.env.PLATFORM_AUTH_URL;
  });

  test("prints the steps, and what an identity gains by them", async () => {
    process.env.PLATFORM_AUTH_URL = platform.authUrl;
    const all = capabilities.length;
    expect(await access("paths", "--from", "deploy", "--to", "owner")).toBe(
      "deploy can act as relay\n" +
        "  1. relay trusts the platform's tokens of deploy\n" +
        `  gains all ${all} capabilities in acme and below, as an owner\n`,
    );
    expect(await access("paths", "--to", "deploy", "--in", "acme")).toBe(
      "no identity has a path that leads to deploy in acme\n",
    );
    expect(JSON.parse(await access("paths", "--to", "relay", "--json"))).toEqual({
      paths: [
        {
          from: deploy,
          to: relay,
          steps: [{ kind: "exchange", from: deploy, to: relay }],
          gained: [{ group: platform.groupUid, capabilities: expect.any(Array), isOwner: true }],
        },
      ],
      unknown: [],
      gaps: [],
      names: { [deploy]: "deploy", [relay]: "relay", [platform.groupUid]: "acme" },
    });
  });

  test("exits with 2 if --fail-on path finds one", async () => {
    process.env.PLATFORM_AUTH_URL = platform.authUrl;
    expect(await platformctl("access", "paths", "--fail-on", "path")).toMatchObject({ code: 2, stderr: "" });
    expect(await platformctl("access", "paths", "--from", "relay", "--fail-on", "path")).toMatchObject({ code: 0 });
    const { code, stderr } = await platformctl("access", "paths", "--to", "owners");
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('identity "owners" not found'),
    });
  });

  test("says that it did not consider the platform's own tokens if it does not know their issuer", async () => {
    expect(await access("paths", "--from", "deploy")).toBe(
      "no identity has a path\n\n" +
        "Note: Identities that trust the platform's own tokens were not considered, because the URL of the token service is unknown: set PLATFORM_AUTH_URL.\n",
    );
  });
});

describe("access unused", () => {
  test("lists identities that obtained no token, with their role bindings", async () => {
    expect(await access("unused", "--days", "1")).toBe("every identity obtained a token in the last 1 day\n");
    const before = process.env;
    const earlier = await startPlatform({ organization: "old", clock: () => Date.now() - 100 * 86_400_000 });
    try {
      process.env = { ...before, PLATFORM_BASE_URL: earlier.baseUrl, PLATFORM_TOKEN: earlier.token };
      const client = earlier.client();
      const { name } = await client.identities.get(earlier.identityUid);
      const note = `Note: ${name} is not listed, because it runs this command.\n`;
      expect(await access("unused")).toBe(`every identity obtained a token in the last 90 days\n\n${note}`);

      const { issuer } = earlier.issuer;
      const claimMatch = { issuer, subject: "idle" };
      const { uid } = await client.identities.create(earlier.groupUid, { name: "idle", claimMatch });
      const { uid: roleUid } = builtInRole("editor");
      await client.roleBindings.create(earlier.groupUid, { identityUid: uid, roleUid });
      const lines = (await access("unused", "--days", "90")).split("\n");
      expect(lines[0]).toMatch(/^idle {2}never used since \d{4}-\S+Z$/);
      expect(lines[1]).toMatch(/^ {2}editor in old, by \S+$/);
      expect(JSON.parse(await access("unused", "--json"))).toMatchObject({
        caller: earlier.identityUid,
        identities: [{ identity: uid, bindings: [{ group: earlier.groupUid }] }],
      });
      expect(await access("unused", "--to", "terraform")).toContain("# idle: editor in old\nimport {");

      const roleMappings = [{ claimValue: "editors", roleUid }];
      const oidc = { issuer, clientId: "platform", pkceEnabled: true, groupsClaim: "groups", roleMappings };
      const provider = { name: "company", defaultRole: builtInRole("viewer").uid, oidc };
      await client.identityProviders.create(earlier.groupUid, provider);
      const configuration = await access("unused", "--to", "terraform");
      expect(configuration).toContain(
        '# Omitted: idle: editor in old. The role mappings of the identity provider "company" manage it: ',
      );
      expect(configuration).not.toContain("import {");
    } finally {
      process.env = before;
      await earlier.close();
    }
  });
});
