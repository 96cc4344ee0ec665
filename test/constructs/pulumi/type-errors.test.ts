import path from "node:path";
import ts from "typescript";
import { ManagedProvider } from "../../../constructs/pulumi/provider";
import { clientDefinitions, clientRegistry, registry } from "../../../src/model";
import { makeProject } from "./project";

const root = "0".repeat(40);

it("fails to compile with the uid of another type", () => {
  const directory = path.resolve(__dirname, "../../..");
  const { config } = ts.readConfigFile(path.join(directory, "tsconfig.check.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, directory);
  const program = ts.createProgram([path.join(__dirname, "type-errors.ts")], { ...options, incremental: false });
  const found = ts.getPreEmitDiagnostics(program);
  expect(
    ts.formatDiagnostics(found, {
      getCanonicalFileName: String,
      getCurrentDirectory: () => directory,
      getNewLine: () => "\n",
    }),
  ).toBe("");
});

const project = makeProject();
afterAll(() => project.remove());

/** Returns the error of each statement in a plain JavaScript program. */
function thrownBy(statements: readonly string[]): string[] {
  const tried = statements.map((statement) => `async () => { await (${statement}); }`);
  project.write({
    "type-errors.js": `
      const { output, ProviderResource, runtime, RunError } = require("@pulumi/pulumi");
      const platform = require("platform-iac/pulumi");
      runtime.setMocks({
        newResource: ({ name, inputs }) => ({ id: "${root}/" + name, state: inputs }),
        call: () => ({}),
      });
      const { Group, Identity, Provider, Repo, Role, RoleBinding } = platform;
      class OtherProvider extends ProviderResource {}
      const parentUid = "${root}";
      const group = new Group("team", { parentUid, name: "team" });
      const groupUid = group.uid;
      const identity = Identity.githubActions("ci", { groupUid, repository: "octo-org/app" });
      const role = new Role("lister", { groupUid, name: "lister", capabilities: ["groups.list"] });
      const repo = new Repo("app", { groupUid, name: "app" });
      const binding = new RoleBinding("ci-lists", { groupUid, identityUid: identity.uid, roleUid: role.uid });
      (async () => {
        const thrown = [];
        for (const attempt of [${tried.join(",\n")}])
          thrown.push(await attempt().then(
            () => "nothing",
            (error) => (RunError.isInstance(error) ? "" : error.stack) + error.message,
          ));
        process.on("beforeExit", () => {
          console.log(JSON.stringify(thrown));
          process.exit();
        });
      })();
    `,
  });
  return JSON.parse(
    project.node("type-errors.js", { PLATFORM_BASE_URL: "http://127.0.0.1:1", PLATFORM_TOKEN: "a.b.c" }),
  ) as string[];
}

/** Expects each statement to throw its message. */
function expectThrown(cases: readonly (readonly [statement: string, message: unknown])[]): void {
  const thrown = thrownBy(cases.map(([statement]) => statement));
  expect(cases.map(([statement], index) => [statement, thrown[index]])).toEqual(cases);
}

describe("an untyped program", () => {
  it("rejects the uid of another type, and a resource instead of its uid", () => {
    expectThrown([
      [
        'new Repo("x", { groupUid: identity.uid, name: "x" })',
        "Repo x: groupUid must be the uid of a group, not of an identity",
      ],
      ['new Repo("x", { groupUid: role.id, name: "x" })', "Repo x: groupUid must be the uid of a group, not of a role"],
      [
        'new Group("x", { parentUid: binding.uid, name: "x" })',
        "Group x: parentUid must be the uid of a group, not of a role binding",
      ],
      [
        'new RoleBinding("x", { groupUid, identityUid: group.uid, roleUid: role.uid })',
        "RoleBinding x: identityUid must be the uid of an identity, not of a group",
      ],
      [
        'new RoleBinding("x", { groupUid, identityUid: identity.uid, roleUid: binding.groupUid })',
        "RoleBinding x: roleUid must be the uid of a role, not of a group",
      ],
      [
        'new RoleBinding("x", { groupUid: group, identityUid: identity.uid, roleUid: role.uid })',
        "RoleBinding x: groupUid must be the uid of a group, not a resource; use its uid",
      ],
      [
        'new platform.Tag("x", { repoUid: groupUid, name: "x" })',
        "Tag x: repoUid must be the uid of a repo, not of a group",
      ],
      [
        'new Repo("x", { groupUid, name: "x", syncConfig: { source: groupUid } })',
        "Repo x: syncConfig.source must be the uid of a repo, not of a group",
      ],
      [
        'new platform.IdentityProvider("x", { groupUid, oidc: { roleMappings: [{ roleUid: identity.uid }] } })',
        "IdentityProvider x: oidc.roleMappings[0].roleUid must be the uid of a role, not of an identity",
      ],
      [
        'new platform.AccountAssociation("x", { groupUid, chainguard: { serviceBindings: { a: repo.uid } } })',
        "AccountAssociation x: chainguard.serviceBindings.a must be the uid of an identity, not of a repo",
      ],
      [
        'new Group("x", { importUid: repo.uid, name: "x" })',
        "Group x: importUid must be the uid of a group, not of a repo",
      ],
      ['Group.get("x", repo.uid)', "Group x: uid must be the uid of a group, not of a repo"],
      [
        'Identity.githubActions("x", { groupUid: role.uid, repository: "octo-org/app" })',
        "Identity x: groupUid must be the uid of a group, not of a role",
      ],
      [
        'platform.getRoleOutput({ name: "x", groupUid: repo.uid })',
        "getRoleOutput: groupUid must be the uid of a group, not of a repo",
      ],
    ]);
  });

  const classes = Object.values(clientRegistry).filter(
    (definition) => definition.name !== "Advisory" && definition.operations.includes("create" as never),
  );

  it("reports missing arguments of each resource", () => {
    const tried = (type: string) => [
      `new platform.${type}("x")`,
      `new platform.${type}("x", null)`,
      `new platform.${type}("x", "y")`,
      `new platform.${type}("x", [])`,
      `new platform.${type}("x", output({}))`,
      `new platform.${type}()`,
      `new platform.${type}({ name: "x" })`,
      `platform.${type}.get("x")`,
    ];
    const thrown = thrownBy(classes.flatMap(({ name }) => tried(name)));
    for (const { name: type, parent } of classes) {
      const [missing, none, text, list, later, nameless, unnamed, got] = thrown.splice(0, tried(type).length);
      const args = `${type} x: args must be an object such as { `;
      expect(missing).toMatch(new RegExp(`^${args}.*\\b${parent.attribute}\\b.* }; got undefined$`));
      expect(none).toMatch(/ }; got null$/);
      expect(text).toMatch(/ }; got "y"$/);
      expect(list).toMatch(/ }; got an array$/);
      expect(later).toMatch(/ }; got an output or a promise$/);
      expect(nameless).toBe(`${type}: name must be a non-empty string; got undefined`);
      expect(unnamed).toBe(`${type}: name must be a non-empty string; got of type object`);
      expect(got).toBe(`${type} x: uid is required; got undefined`);
    }
  });

  it("reports missing arguments of presets", () => {
    expectThrown([
      [
        'Identity.githubActions("x")',
        "Identity x: args must be an object such as { groupUid, repository }; got undefined",
      ],
      ["Identity.kubernetes()", "Identity: name must be a non-empty string; got undefined"],
    ]);
  });

  it("reports missing and unknown arguments of each lookup", () => {
    const named = clientDefinitions.filter(({ fields }) => "name" in fields).map(({ name }) => `get${name}`);
    const lookups = named.flatMap((each) => [each, `${each}Output`]);
    const tried = (lookup: string) => [
      `platform.${lookup}()`,
      `platform.${lookup}(null)`,
      `platform.${lookup}({})`,
      `platform.${lookup}({ uid: undefined })`,
      `platform.${lookup}({ nam: "x" })`,
      `platform.${lookup}({ uid: parentUid + "/0123456789abcdef", name: "x" })`,
    ];
    const thrown = thrownBy(lookups.flatMap(tried));
    for (const lookup of lookups) {
      const [missing, none, empty, unset, misspelt, two] = thrown.splice(0, tried(lookup).length);
      expect(missing).toBe(`${lookup}: args must be an object such as { uid, name }; got undefined`);
      expect(none).toBe(`${lookup}: args must be an object such as { uid, name }; got null`);
      for (const each of [empty, unset])
        expect(each).toMatch(new RegExp(`^${lookup}: uid is missing: exactly one of uid, name.* must be set$`));
      expect(misspelt).toMatch(
        new RegExp(`^${lookup}: nam is not a known field; fields are uid, name, .*; did you mean "name"\\?$`),
      );
      expect(two).toMatch(new RegExp(`^${lookup}: name conflicts with uid: exactly one of`));
    }
  });

  it("reports invalid arguments of lists and lookups", () => {
    expectThrown([
      ["platform.getRepos(null)", "getRepos: args must be an object such as { groupUid, descendantsOf }; got null"],
      [
        'platform.getRepos({ group: "x" })',
        "getRepos: group is not a known field; fields are groupUid, descendantsOf, name",
      ],
      ['platform.getIdentity({ issuer: "https://a" })', "getIdentity: subject is required when issuer is set"],
      ['platform.getIdentity({ subject: "a" })', "getIdentity: issuer is required when subject is set"],
      [
        'platform.getRole({ issuer: "https://a", subject: "a" })',
        "getRole: issuer is not a known field; fields are uid, name, groupUid, descendantsOf",
      ],
      [
        'platform.getRepo({ name: "a" })',
        "getRepo: uid is missing: at least one of uid, groupUid, descendantsOf must be set",
      ],
      ["platform.getTags({ includeDates: 1 })", "getTags: includeDates must be true or false"],
      ["platform.getAccess({ groupUid: parentUid })", "getAccess: identityUid is required"],
      ["platform.getGroup({ uid: groupUid })", "getGroup: uid is an output or a promise; use getGroupOutput"],
    ]);
  });

  it("reports a malformed uid without mocks, whose uids may be any text", () => {
    project.write({
      "malformed-uid.js": `
        const { getRepos } = require("platform-iac/pulumi");
        (async () => getRepos({ groupUid: "x" }))().catch(({ message }) => console.log(message));
      `,
    });
    expect(project.node("malformed-uid.js")).toBe(
      'getRepos: groupUid must be a uid: 40 hexadecimal digits, followed by "/" and 16 more for each level below the root\n',
    );
  });

  it("reports options of a lookup that cannot apply", () => {
    expectThrown([
      [
        'platform.getGroups({}, { version: "1.0.0" })',
        "getGroups: options.version is not supported: lookups run in the program, not in a provider plugin",
      ],
      [
        "platform.getGroups({}, { async: false })",
        "getGroups: options.async must not be false: lookups are asynchronous",
      ],
      ["platform.getGroups({}, { dependsOn: [group] })", "getGroups: options.dependsOn requires getGroupsOutput"],
      [
        'platform.getGroups({}, { provider: new OtherProvider("aws", "x") })',
        "getGroups: options.provider must be a Provider of platform-iac/pulumi",
      ],
      [
        'new Group("x", { parentUid, name: "x" }, { provider: new OtherProvider("pulumi-nodejs", "y") })',
        "Group x: options.provider must be a Provider of platform-iac/pulumi",
      ],
    ]);
  });

  it("reports unknown and secret settings of a provider", () => {
    expectThrown([
      ['new Provider("x")', "Provider x: args must be an object such as { baseUrl, authUrl }; got undefined"],
      [
        'new Provider("x", { baseURL: "https://a" })',
        expect.stringMatching(
          /^Provider x: baseURL is not a setting; settings are baseUrl, .*; did you mean "baseUrl"\?$/,
        ),
      ],
      [
        'new Provider("x", { token: "s3cret" })',
        "Provider x: token is a secret and must not be in the state: set PLATFORM_TOKEN, or set envPrefix and the variable PLATFORM_TOKEN with that prefix",
      ],
    ]);
  });
});

describe("the engine's check", () => {
  const offline = () => {
    throw new Error("checking makes no request");
  };
  const managed = (plural: keyof typeof registry) => new ManagedProvider(registry[plural], offline);

  it("rejects a uid of another type, known from earlier plans or its form", async () => {
    const [group, role] = ["1", "2"].map((digit) => `${root}/${digit.repeat(16)}`);
    await managed("groups").diff(group!, { name: "a" }, { name: "a" });
    await managed("roles").diff(role!, { name: "a" }, { name: "a" });
    const inputs = { groupUid: role, identityUid: root, roleUid: group };
    expect((await managed("roleBindings").check({}, inputs)).failures).toEqual([
      {
        property: "identityUid",
        reason: "must be the uid of an identity, not of a group",
      },
      { property: "", reason: "groupUid must be the uid of a group, not of a role" },
      { property: "", reason: "roleUid must be the uid of a role, not of a group" },
    ]);
  });

  it("rejects keys that verify no tokens, and issuers whose keys no service fetches", async () => {
    const failuresOf = async (inputs: object) =>
      (await managed("identities").check({}, { groupUid: root, name: "a", ...inputs })).failures;
    const issuerKeys = JSON.stringify({ keys: [{ kty: "EC", crv: "P-999" }] });
    expect(await failuresOf({ staticKeys: { issuer: "https://a", subject: "b", issuerKeys } })).toEqual([
      {
        property: "",
        reason: expect.stringMatching(
          /^staticKeys\.issuerKeys is not accepted: keys\[0\] has the curve \(crv\) "P-999"/,
        ),
      },
    ]);
    expect(await failuresOf({ claimMatch: { issuer: "http://a", subject: "b" } })).toEqual([
      { property: "", reason: expect.stringMatching(/^claimMatch\.issuer must be an https URL/) },
    ]);
  });

  it("rejects output-only and misspelled properties at any depth", async () => {
    const failuresOf = async (plural: keyof typeof registry, inputs: object) =>
      (await managed(plural).check({}, { groupUid: root, name: "a", ...inputs })).failures;
    expect(await failuresOf("roles", { capabilities: ["repo.list"], createTime: "x", uid: root })).toEqual([
      { property: "", reason: "createTime is output-only and cannot be set" },
      { property: "", reason: "uid is output-only and cannot be set" },
    ]);
    expect(await failuresOf("roles", { capabilities: ["repo.list"], descripton: "x" })).toEqual([
      {
        property: "",
        reason:
          'descripton is not a known field; fields are name, description, capabilities, groupUid, importUid, adopt; did you mean "description"?',
      },
    ]);
    const claimMatch = { isuer: "https://issuer.example.com", subject: "a" };
    expect(await failuresOf("identities", { claimMatch })).toEqual([
      {
        property: "",
        reason: expect.stringMatching(
          /^claimMatch\.isuer is not a known field; fields are issuer, .*; did you mean "issuer"\?$/,
        ),
      },
      { property: "", reason: expect.stringMatching(/^claimMatch\.issuer .*exactly one of issuer, issuerPattern/) },
    ]);
    const oidc = { issuer: "https://a", clientId: "a", pkceEnabled: true, groupsClaim: "a" };
    const roleMappings = [{ claimValue: "a", roleUuid: root, roleUid: root }];
    expect(await failuresOf("identityProviders", { defaultRole: root, oidc: { ...oidc, roleMappings } })).toEqual([
      {
        property: "",
        reason:
          'oidc.roleMappings[0].roleUuid is not a known field; fields are claimValue, roleUid, groupUid; did you mean "roleUid"?',
      },
    ]);
  });
});
