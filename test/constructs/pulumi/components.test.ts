import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { startPlatform } from "../../../src/testing";
import { describeWith, engines, pulumiEnvironment } from "../../engines";
import { makeProject } from "./project";

const project = makeProject();
afterAll(() => project.remove());

describe("a component", () => {
  /** Returns the errors of expressions in a program with mocks. */
  const errorsOf = (expressions: readonly string[]): string[] => {
    project.write({
      "errors.js": `
        const { runtime } = require("@pulumi/pulumi");
        const { PipelineAccess, TeamAccess } = require("platform-iac/pulumi");
        runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: ({ inputs }) => inputs });
        const uid = "${"0".repeat(40)}";
        const githubActions = { repository: "octo-org/app" };
        const errors = [${expressions.map((each) => `() => ${each}`).join(", ")}].map((create) => {
          try {
            create();
          } catch ({ message }) {
            return message;
          }
        });
        process.on("beforeExit", () => {
          console.log(JSON.stringify(errors));
          process.exit();
        });
      `,
    });
    return JSON.parse(project.node("errors.js")) as string[];
  };

  it("rejects invalid arguments and names them", () => {
    const cases: Readonly<Record<string, RegExp>> = {
      'new TeamAccess("x")': /^TeamAccess x: args must be an object such as \{ parentUid, name \}; got undefined$/,
      'new TeamAccess("x", { parentUid: uid, member: {} })':
        /^TeamAccess x: member is not a member of args; members are .*; did you mean "members"\?$/,
      'new TeamAccess("x", { parentUid: uid, members: { a: { identity: uid } } })':
        /^TeamAccess x: identity is not a member of members\.a; members are identityUid, roles, customRoles/,
      'new TeamAccess("x", { parentUid: uid, members: { a: { identityUid: uid, roles: ["vewer"] } } })':
        /^TeamAccess x: members\.a: roles must contain names of built-in roles: .*; got "vewer"; did you mean "viewer"\?\. For other roles, use customRoles/,
      'new PipelineAccess("x", { groupUid: uid, githubActions, roles: ["viewer"], customRoles: { viewer: uid } })':
        /^PipelineAccess x: viewer appears more than once in roles and customRoles$/,
      'new PipelineAccess("x", { groupUid: uid })':
        /^PipelineAccess x: exactly one of githubActions, gitlabCi, .* must be set$/,
      'new PipelineAccess("x", { groupUid: uid, githubActions, gitlabCi: {} })': /^PipelineAccess x: exactly one of/,
      'new PipelineAccess("x", { groupUid: uid, githubActions: { repository: "app" } })':
        /^Identity x: repository must be OWNER\/NAME/,
    };
    const errors = errorsOf(Object.keys(cases));
    for (const [index, pattern] of Object.values(cases).entries()) expect(errors[index]).toMatch(pattern);
  });
});

describeWith(["pulumi"], "pulumi", () => {
  it("deploys a team and its pipeline, then changes nothing, and destroys them", async () => {
    const platform = await startPlatform({ organization: "acme" });
    project.write({
      "Pulumi.yaml": "name: access\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "index.js": `
        const { getGroupOutput, PipelineAccess, Provider, Role, TeamAccess } = require("platform-iac/pulumi");
        const provider = new Provider("acme", { baseUrl: "${platform.baseUrl}", envPrefix: "ACME_" });
        const parentUid = getGroupOutput({ name: "acme" }, { provider }).uid;
        const lister = new Role("lister", { groupUid: parentUid, name: "lister", capabilities: ["groups.list"] }, { provider });
        const { group } = new TeamAccess("payments", {
          parentUid,
          members: { owner: { identityUid: "${platform.identityUid}", roles: ["editor"], customRoles: { lister: lister.uid } } },
        }, { provider });
        const pipeline = new PipelineAccess("deploy", {
          groupUid: group.uid,
          githubActions: { repository: "acme/payments", branch: "main" },
          roles: ["registry.push"],
          grants: { organization: { groupUid: parentUid, roles: ["viewer"] } },
        }, { provider });
        exports.environment = pipeline.environment;
        exports.identity = pipeline.identity.uid;
      `,
    });
    const env = {
      ...pulumiEnvironment(path.join(path.dirname(project.directory), "pulumi keeps")),
      ACME_PLATFORM_TOKEN: platform.token,
    };
    const pulumi = async (...args: string[]) => {
      const options = { cwd: project.directory, env };
      return (await promisify(execFile)(engines.pulumi!.path, [...args, "--non-interactive"], options)).stdout;
    };
    const granted = async () => {
      const { items } = await platform.client().roleBindings.page({ descendantsOf: platform.groupUid });
      return items.map(({ identity, role, group }) => `${identity.name} is ${role.name} of ${group.name}`);
    };
    const before = await granted();
    try {
      await pulumi("stack", "init", "test");
      await pulumi("up", "--yes", "--skip-preview");
      const made = (await granted()).filter((each) => each.includes("payments") || each.startsWith("deploy"));
      expect(made.sort()).toEqual([
        "deploy is registry.push of payments",
        "deploy is viewer of acme",
        expect.stringMatching(/ is editor of payments$/),
        expect.stringMatching(/ is lister of payments$/),
      ]);
      const { environment, identity } = JSON.parse(await pulumi("stack", "output", "--json"));
      expect(environment).toEqual({ PLATFORM_IDENTITY: identity, PLATFORM_BASE_URL: platform.baseUrl });
      await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
      await pulumi("destroy", "--yes", "--skip-preview");
      expect(await granted()).toEqual(before);
    } finally {
      await platform.close();
    }
  });
});
