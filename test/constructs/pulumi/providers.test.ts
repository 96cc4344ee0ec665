import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { describeWith, engines, pulumiEnvironment } from "../../engines";
import { makeProject, type Project } from "./project";

/** A program with two platforms: that of the stack, and an explicit one for a resource, a component and lookups. */
const program = (staging: TestPlatform, description: string) => `
  const pulumi = require("@pulumi/pulumi");
  const { getGroup, getGroupOutput, Group, Provider, Role, RoleBinding } = require("platform-iac/pulumi");

  class Team extends pulumi.ComponentResource {
    constructor(name, args, options) {
      super("test:iam:Team", name, {}, options);
      this.group = new Group(name, args, { parent: this });
      this.found = getGroupOutput({ uid: this.group.uid }, { parent: this }).name;
      this.registerOutputs();
    }
  }

  const provider = new Provider("staging", { baseUrl: pulumi.output("${staging.baseUrl}"), envPrefix: "STAGING_" });
  const parentUid = getGroupOutput({ name: "staging" }, { provider }).uid;
  const group = new Group("there", { parentUid, name: "there", description: "${description}" }, { provider });
  const team = new Team("team", { parentUid, name: "team" }, { provider });
  new Group("here", { parentUid: getGroupOutput({ name: "production" }).uid, name: "here" });
  new RoleBinding("binding", {
    groupUid: group.uid,
    identityUid: "${staging.identityUid}",
    roleUid: Role.builtIn("viewer", { provider }),
  }, { provider });

  exports.found = team.found;
  exports.promised = getGroup({ name: "staging" }, { provider }).then(({ name }) => name);
  exports.waited = getGroupOutput({ name: "there", parentUid }, { provider, dependsOn: [team, group] }).name;
`;

describeWith(["pulumi"], "pulumi", () => {
  let production: TestPlatform;
  let staging: TestPlatform;
  let project: Project;
  let env: NodeJS.ProcessEnv;

  const pulumi = async (...args: string[]) => {
    const options = { cwd: project.directory, env };
    return (await promisify(execFile)(engines.pulumi!.path, [...args, "--non-interactive"], options)).stdout;
  };
  const namesAt = async (platform: TestPlatform) => {
    const { items } = await platform.client().groups.page({ descendantsOf: platform.groupUid });
    return items.map(({ name }) => name).sort();
  };

  beforeAll(async () => {
    production = await startPlatform({ organization: "production" });
    staging = await startPlatform({ organization: "staging" });
    project = makeProject({
      "Pulumi.yaml": "name: access\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "index.js": program(staging, "As first written."),
    });
    env = {
      ...pulumiEnvironment(path.join(path.dirname(project.directory), "pulumi keeps")),
      PLATFORM_TOKEN: production.token,
      STAGING_PLATFORM_TOKEN: staging.token,
    };
    await pulumi("stack", "init", "test");
    await pulumi("config", "set", "platform:baseUrl", production.baseUrl);
  });
  afterAll(async () => {
    await production?.close();
    await staging?.close();
    project?.remove();
  });

  it("creates each resource at the platform of its provider, or of its parent's", async () => {
    // With a preview, in which the groups are unknown.
    expect(await pulumi("up", "--yes")).toContain("+ 7 created");
    expect(await namesAt(staging)).toEqual(["team", "there"]);
    expect(await namesAt(production)).toEqual(["here"]);
    expect(JSON.parse(await pulumi("stack", "output", "--json"))).toEqual({
      found: "team",
      promised: "staging",
      waited: "there",
    });
  });

  it("stores the settings of a provider in the state, without its token", async () => {
    const state = await pulumi("stack", "export", "--show-secrets");
    const { deployment } = JSON.parse(state) as {
      deployment: { resources: readonly { urn: string; inputs?: object; provider?: string }[] };
    };
    const provider = deployment.resources.find(({ urn }) => urn.endsWith("::staging"))!;
    expect(provider.inputs).toEqual({ "platform:baseUrl": staging.baseUrl, "platform:envPrefix": "STAGING_" });
    expect(deployment.resources.find(({ urn }) => urn.endsWith("::team") && urn.includes("Group"))!.provider).toContain(
      provider.urn,
    );
    expect(state).not.toContain(staging.token);
    expect(state).not.toContain(production.token);
  });

  it("updates, refreshes and destroys each resource at its platform", async () => {
    project.write({ "index.js": program(staging, "As written now.") });
    expect(await pulumi("up", "--yes", "--skip-preview")).toContain("~ 1 updated");
    await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    await pulumi("destroy", "--yes", "--skip-preview");
    expect(await namesAt(staging)).toEqual([]);
    expect(await namesAt(production)).toEqual([]);
  });
});
