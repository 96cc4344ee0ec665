import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { builtInRole } from "../../../src/model";
import { createProvider } from "../../../src/provider/provider";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { makeProject } from "./project";

const claimMatch = { issuer: "https://issuer.example.com", subject: "someone" };
const names = Object.keys(createProvider({}).dataSources).map(
  (name) => `get${name.replace(/^platform/, "").replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`,
);

const project = makeProject({
  // Prints the values of the promises and outputs that a program exports.
  "values.js": `
    const { output } = require("@pulumi/pulumi");
    module.exports = (values) => {
      output(values).apply((known) => {
        console.log(JSON.stringify(known));
      });
    };
  `,
});
afterAll(() => project.remove());

/** Runs a program and returns what it passes to \`print\`. */
async function printedBy(program: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  const prelude = `const platform = require("platform-iac/pulumi"); const print = require("./values");`;
  project.write({ "program.js": `${prelude}\n${program}` });
  const options = { cwd: project.directory, env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env } };
  return JSON.parse((await promisify(execFile)(process.execPath, ["program.js"], options)).stdout);
}

describe("at a service", () => {
  let platform: TestPlatform;
  let found: Readonly<Record<string, { readonly promise: unknown; readonly output: unknown }>>;
  let uids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    platform = await startPlatform({ organization: "acme" });
    const owner = platform.client();
    const { uid: groupUid } = await owner.groups.create(platform.groupUid, { name: "team" });
    const { uid: identityUid } = await owner.identities.create(groupUid, { name: "ci", claimMatch });
    const role = { name: "lister", capabilities: ["groups.list"] };
    const { uid: roleUid } = await owner.roles.create(groupUid, role);
    const { uid: bindingUid } = await owner.roleBindings.create(groupUid, { identityUid, roleUid });
    const { uid: repoUid } = await owner.repos.create(groupUid, { name: "app" });
    const digest = `sha256:${"0".repeat(64)}`;
    const { uid: tagUid } = await owner.tags.create(repoUid, { name: "stable", digest });
    const { uid: inviteUid } = await owner.groupInvites.create(groupUid, { roleUid, ttl: "3600s" });
    await owner.accountAssociations.create(groupUid, { name: "accounts" });
    const oidc = { issuer: "https://people.example.com", clientId: "platform", pkceEnabled: true };
    await owner.identityProviders.create(platform.groupUid, {
      name: "people",
      defaultRole: builtInRole("viewer").uid,
      oidc,
    });
    uids = { groupUid, identityUid, roleUid, bindingUid, repoUid, tagUid, inviteUid };
    const arguments_: Readonly<Record<string, object>> = {
      getAccess: { identityUid, groupUid },
      getAccountAssociation: { uid: groupUid },
      getAccountAssociations: { groupUid },
      getAdvisories: { descendantsOf: groupUid },
      getGroup: { name: "team", parentUid: platform.groupUid },
      getGroupInvite: { uid: inviteUid },
      getGroupInvites: { groupUid },
      getGroups: { descendantsOf: platform.groupUid },
      getIdentities: { groupUid, relationshipType: "RELATIONSHIP_TYPE_CLAIM_MATCH" },
      getIdentity: claimMatch,
      getIdentityProvider: { name: "people", descendantsOf: platform.groupUid },
      getIdentityProviders: { groupUid: platform.groupUid },
      getRepo: { name: "app", groupUid },
      getRepos: { groupUid, name: "app" },
      getRole: { name: "lister", groupUid },
      getRoleBinding: { uid: bindingUid },
      getRoleBindings: { identityUid },
      getRoles: { groupUid },
      getTag: { name: "stable", repoUid },
      getTags: { repoUid },
    };
    found = (await printedBy(
      `const { output } = require("@pulumi/pulumi");
       const found = {};
       for (const [name, args] of Object.entries(${JSON.stringify(arguments_)}))
         found[name] = { promise: platform[name](args), output: platform[name + "Output"](output(args)) };
       print(found);`,
      platform.environment(),
    )) as typeof found;
  });
  afterAll(() => platform?.close());

  it("has a function for every data source", () => {
    // The platform imports advisories, so there is none to look up.
    expect([...Object.keys(found), "getAdvisory"].sort()).toEqual([...names].sort());
  });

  it("returns the same from both variants of each function", () => {
    for (const { promise, output } of Object.values(found)) expect(output).toEqual(promise);
  });

  it("returns what the data sources do, in lowerCamelCase", () => {
    const resultOf = (name: string) => found[name]!.promise;
    const { groupUid, identityUid, roleUid, bindingUid, repoUid, tagUid, inviteUid } = uids;
    expect(resultOf("getGroup")).toMatchObject({ uid: groupUid, parentUid: platform.groupUid, name: "team" });
    expect(resultOf("getIdentity")).toMatchObject({ uid: identityUid, groupUid, claimMatch });
    expect(resultOf("getRole")).toMatchObject({ uid: roleUid, groupUid, capabilities: ["groups.list"] });
    expect(resultOf("getRoleBinding")).toMatchObject({ uid: bindingUid, groupUid, role: { name: "lister" } });
    expect(resultOf("getTags")).toMatchObject([{ uid: tagUid, repoUid, name: "stable" }]);
    expect(resultOf("getRepos")).toMatchObject([{ uid: repoUid, syncConfig: {} }]);
    expect(resultOf("getGroupInvite")).toMatchObject({ uid: inviteUid, roleUid });
    expect(resultOf("getGroupInvite")).not.toHaveProperty("code");
    expect(resultOf("getAdvisories")).toEqual([]);
    expect(resultOf("getAccess")).toMatchObject({
      capabilities: ["groups.list"],
      bindings: [{ uid: bindingUid, groupPath: "acme/team", roleName: "lister" }],
    });
  });

  it("reports errors of the service and of the connection in one line", async () => {
    const errorOf = (call: string, env: NodeJS.ProcessEnv) =>
      printedBy(`platform.${call}.catch((error) => print([error.message, error.__pulumiRunError]));`, env);
    const missing = `${platform.groupUid}/0000000000000000`;
    expect(await errorOf(`getGroup({ uid: "${missing}" })`, platform.environment())).toEqual([
      `Not found: Group ${missing}`,
      true,
    ]);
    const unreachable = { PLATFORM_BASE_URL: "http://127.0.0.1:1", PLATFORM_TOKEN: "a.b.c" };
    expect(await errorOf('getGroup({ name: "x" })', unreachable)).toEqual([
      "Cannot reach http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1 (GET http://127.0.0.1:1/iam/v2beta1/groups after 5 attempts)",
      true,
    ]);
  });
});

describe("with mocks", () => {
  const root = "0".repeat(40);
  const mocks = (call: string) => `
    const { runtime } = require("@pulumi/pulumi");
    runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name + "-id", state: inputs }), call: ${call} });
  `;

  it("is answered by them, without settings", async () => {
    const calls = `({ token, inputs }) => (token.endsWith("s") ? { groups: [{ uid: token }] } : { uid: token, ...inputs })`;
    const program = `${mocks(calls)}
      const group = new platform.Group("team", { parentUid: platform.getGroupOutput({ name: "acme" }).uid, name: "team" });
      print([
        platform.getGroup({ name: "acme" }),
        platform.getGroups(),
        platform.getRoleOutput({ name: group.name }),
        platform.Role.viewer,
        group.parentUid,
      ]);
    `;
    const uid = "platform:index/getGroup:getGroup";
    const role = "platform:index/getRole:getRole";
    expect(await printedBy(program, {})).toEqual([
      { uid, name: "acme" },
      [{ uid: "platform:index/getGroups:getGroups" }],
      { uid: role, name: "team" },
      role,
      uid,
    ]);
  });

  it("rejects a mock of a list that returns none", async () => {
    const program = `${mocks("() => ({})")}
      platform.getTags({ repoUid: "${root}/1111111111111111" }).catch(({ message }) => print([message]));`;
    const token = "platform:index/getTags:getTags";
    expect(await printedBy(program, {})).toEqual([`getTags: the mock of ${token} must return { tags: [...] }; got {}`]);
  });

  it("validates arguments immediately, and those that are outputs when they are known", async () => {
    const run = (args: string) =>
      printedBy(`${mocks("() => ({})")}\nnew platform.Group("team", ${args}); print([])`, {});
    const problem = /RunError: Group team: name must contain only lowercase letters/;
    await expect(run(`{ parentUid: "${root}", name: "Team" }`)).rejects.toThrow(problem);
    const later = `require("@pulumi/pulumi").output("Team")`;
    await expect(run(`{ parentUid: "${root}", name: ${later} }`)).rejects.toThrow(problem);
  });

  it("accepts any text that mocks return as a uid", async () => {
    const program = `${mocks('() => ({ uid: "any text" })')}
      platform.getGroup({ name: "acme" }).then(({ uid: parentUid }) => {
        const { uid: groupUid } = new platform.Group("team", { parentUid, name: "team" });
        const identity = platform.getIdentityOutput({ name: "ci", groupUid });
        const args = { groupUid, identityUid: identity.uid, roleUid: platform.Role.viewer };
        print([platform.getGroup({ uid: parentUid }), new platform.RoleBinding("grant", args).id]);
      });`;
    expect(await printedBy(program, {})).toEqual([{ uid: "any text" }, "grant-id"]);
  });

  it("is used correctly by the examples", async () => {
    const folder = path.resolve(__dirname, "../../../examples/pulumi");
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    const examples = readdirSync(folder);
    for (const [index, name] of examples.entries()) {
      const { outputText } = ts.transpileModule(readFileSync(path.join(folder, name), "utf8"), { compilerOptions });
      project.write({ [`example-${index}.js`]: outputText });
    }
    const answer = `({ token, inputs }) => {
      const name = /get(\\w+)$/.exec(token)[1];
      const plural = name[0].toLowerCase() + name.slice(1);
      return { uid: "${root}", [plural]: [], bindings: [], ...inputs };
    }`;
    const env = { PULUMI_CONFIG: JSON.stringify({ "project:clientSecret": "h-u-s-h" }) };
    const program = `${mocks(answer)}
      print(${JSON.stringify([...examples.keys()])}.map((index) => Object.keys(require("./example-" + index)).length));`;
    const exported = (await printedBy(program, env)) as readonly number[];
    expect(exported.filter((count) => count > 0)).toHaveLength(examples.length);
  });
});
