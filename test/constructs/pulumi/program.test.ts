import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as pulumi from "../../../constructs/pulumi";
import { builtInRole, camelCase, definitions } from "../../../src/model";
import { startPlatform } from "../../../src/testing";
import { workloads } from "../../../src/workloads";
import { startProxy } from "../../client/proxy";
import { makeProject } from "./project";

const root = "0".repeat(40);

/** A resource that a program registers with Pulumi. */
interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>> & { readonly __provider: string };
}

const project = makeProject({
  "mocks.js": `
    const { runtime } = require("@pulumi/pulumi");
    const registered = [];
    runtime.setMocks({
      newResource: ({ type, name, inputs }) => {
        registered.push({ type, name, inputs });
        return { id: "${root}/" + name, state: inputs };
      },
      call: () => ({}),
    });
    process.on("beforeExit", () => {
      console.log(JSON.stringify(registered));
      process.exit();
    });
  `,
});
afterAll(() => project.remove());

function registeredBy(program: string): Registered[] {
  project.write({ "program.js": `require("./mocks");\n${program}` });
  return JSON.parse(project.node("program.js")) as Registered[];
}

describe("a program", () => {
  const registered = registeredBy(`
    const { Group, Identity, Repo, Role, RoleBinding } = require("platform-iac/pulumi");
    const team = new Group("team", { parentUid: "${root}", name: "team" });
    const ci = Identity.githubActions("ci", { groupUid: team.uid, repository: "octo-org/app", environment: "prod" });
    Identity.hcpTerraform("hcp", { groupUid: team.uid, name: "runs", organization: "acme", workspace: "access" });
    const reader = new Role("reader", { groupUid: team.uid, name: "reader", capabilities: ["groups.list"] });
    new RoleBinding("ci-reader", { groupUid: team.uid, identityUid: ci.uid, roleUid: reader.uid });
    new Repo("app", { groupUid: team.uid, name: "app", syncConfig: { source: "${root}/${"1".repeat(16)}" } });
    Group.get("organization", "${root}");
  `);
  const inputsOf = (name: string) => {
    const { __provider, ...inputs } = registered.find((each) => each.name === name)!.inputs;
    return inputs;
  };

  it("registers each resource under its type's permanent token", () => {
    expect(Object.fromEntries(registered.map(({ name, type }) => [name, type]))).toEqual({
      team: "pulumi-nodejs:dynamic/platform:Group",
      ci: "pulumi-nodejs:dynamic/platform:Identity",
      hcp: "pulumi-nodejs:dynamic/platform:Identity",
      reader: "pulumi-nodejs:dynamic/platform:Role",
      "ci-reader": "pulumi-nodejs:dynamic/platform:RoleBinding",
      app: "pulumi-nodejs:dynamic/platform:Repo",
      organization: "pulumi-nodejs:dynamic/platform:Group",
    });
  });

  it("passes uids as ids, and inputs unchanged", () => {
    expect(inputsOf("ci-reader")).toEqual({
      groupUid: `${root}/team`,
      identityUid: `${root}/ci`,
      roleUid: `${root}/reader`,
    });
    expect(inputsOf("app")).toEqual({
      groupUid: `${root}/team`,
      name: "app",
      syncConfig: { source: `${root}/${"1".repeat(16)}` },
    });
  });

  it("derives an identity's claims from a preset", () => {
    expect(inputsOf("ci")).toEqual({
      groupUid: `${root}/team`,
      name: "ci",
      claimMatch: {
        issuer: "https://token.actions.githubusercontent.com",
        subject: "repo:octo-org/app:environment:prod",
      },
    });
    expect(inputsOf("hcp")).toEqual({
      groupUid: `${root}/team`,
      name: "runs",
      claimMatch: {
        issuer: "https://app.terraform.io",
        subjectPattern: "organization:acme:project:Default Project:workspace:access:run_phase:(plan|apply)",
      },
    });
  });

  it("throws immediately for an invalid preset option and names it", () => {
    const preset = (options: string) => () =>
      registeredBy(`require("platform-iac/pulumi").Identity.githubActions("ci", { groupUid: "${root}", ${options} });`);
    expect(preset('repository: "app"')).toThrow(
      'RunError: Identity ci: repository must be OWNER/NAME, such as octo-org/octo-repo, not "app"',
    );
    expect(preset('repository: "octo-org/app", brnch: "release"')).toThrow(
      /RunError: Identity ci: brnch is not an option of GitHub Actions; options are repository, branch, .*; did you mean "branch"\?/,
    );
  });

  it("has a preset for each supported system", () => {
    for (const { id } of workloads) expect(pulumi.Identity).toHaveProperty(camelCase(id.replaceAll("-", "_")));
  });

  it("stores only the code that loads the runtime by name in the state", () => {
    for (const { inputs } of registered) {
      expect(inputs.__provider.length).toBeLessThan(3_000);
      expect(inputs.__provider).toContain('require("platform-iac/pulumi/runtime").providerOf(kind)');
      expect(inputs.__provider).not.toContain(project.directory);
      expect(inputs.__provider.match(/require\(/g)).toHaveLength(1);
    }
  });
});

it("has a class for every type with create", () => {
  const creatable = definitions.filter(({ operations }) => operations.includes("create"));
  expect(creatable.map(({ name }) => name).filter((name) => !(name in pulumi))).toEqual([]);
});

it("looks up built-in roles by name, each once per run, for any uids of the service", async () => {
  const other = "f".repeat(16);
  const platform = await startPlatform();
  const proxy = await startProxy(platform.baseUrl, {
    rewrite: (body) => body.replaceAll(builtInRole("registry.push").uid, other),
  });
  project.write({
    "roles.js": `
      const { Role } = require("platform-iac/pulumi");
      Role.registryPush.apply((first) => Role.registryPush.apply((second) => console.log(first, second)));
    `,
  });
  const env = { ...process.env, PLATFORM_BASE_URL: proxy.url, PLATFORM_TOKEN: platform.token };
  try {
    const run = promisify(execFile)(process.execPath, ["roles.js"], { cwd: project.directory, env });
    expect((await run).stdout).toBe(`${other} ${other}\n`);
    expect(platform.requests.map(({ method, query }) => [method, query.name])).toEqual([["GET", "registry.push"]]);
  } finally {
    await proxy.close();
    await platform.close();
  }
});

it("types outputs as present with values that may be undefined", () => {
  const subjectOf = ({ claimMatch }: pulumi.Identity) => claimMatch.apply((claims) => claims?.subject);
  // @ts-expect-error of an identity of another kind there are no such claims
  const wrong = ({ claimMatch }: pulumi.Identity) => claimMatch.apply((claims) => claims.subject);
  expect([subjectOf, wrong]).toHaveLength(2);
});
