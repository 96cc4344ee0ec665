import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { PlatformClient } from "../../../src/client";
import { builtInRole } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { describeWith, engines, pulumiEnvironment } from "../../engines";
import { makeProject, type Project } from "./project";

/** A program that creates, adopts and looks up resources. */
const program = (organization: string, existing: string) => `
  const {
    getGroup, getIdentity, getReposOutput, Group, GroupAccess, GroupInvite, Identity, IdentityProvider, Repo, Role,
    RoleBinding,
  } = require("platform-iac/pulumi");

  const team = new Group("team", { parentUid: "${organization}", name: "team", description: "A team." });
  const ci = Identity.githubActions("ci", { groupUid: team.uid, repository: "octo-org/app" });
  const lister = new Role("lister", { groupUid: team.uid, name: "lister", capabilities: ["groups.list"] });
  new RoleBinding("ci-lists", { groupUid: team.uid, identityUid: ci.uid, roleUid: lister.uid });
  new RoleBinding("ci-views", { groupUid: team.uid, identityUid: ci.uid, roleUid: Role.viewer });
  const app = new Repo("app", { groupUid: team.uid, name: "app" });
  const oidc = { issuer: "https://people.example.com", clientId: "platform", clientSecret: "h-u-s-h-e-d" };
  new IdentityProvider("people", { groupUid: "${organization}", name: "people", defaultRole: Role.viewer, oidc });
  const invite = new GroupInvite("invite", { groupUid: team.uid, roleUid: Role.viewer, ttl: "3600s" });
  const adopted = new Group("adopted", {
    importUid: "${existing}", adopt: "overwrite", name: "existing", description: "Managed.",
  });
  new GroupAccess("adopted-access", { groupUid: adopted.uid, grants: [{ identityUid: ci.uid, roleUid: Role.viewer }] });

  exports.team = team.uid;
  exports.adopted = adopted.uid;
  exports.organization = getGroup({ uid: "${organization}" }).then(({ name }) => name);
  exports.viewer = Role.viewer;
  const claims = { issuer: "https://token.actions.githubusercontent.com", subject: "repo:octo-org/app:ref:refs/heads/main" };
  exports.ciIsFound = ci.uid.apply(async (uid) => uid === (await getIdentity(claims)).uid);
  exports.repos = getReposOutput({ groupUid: app.groupUid }).apply((repos) => repos.map(({ name }) => name));
  exports.read = Group.get("read", "${organization}").name;
  exports.invite = invite.code;
`;

/**
 * Returns the JSON Web Tokens in a text. Other Base64 may begin alike, but does not decode to a header with an
 * algorithm.
 */
const tokensIn = (text: string): string[] =>
  [...text.matchAll(/([\w-]+)\.[\w-]+\.[\w-]+/g)].flatMap(([token, header]) => {
    try {
      return "alg" in JSON.parse(Buffer.from(header!, "base64url").toString()) ? [token] : [];
    } catch {
      return [];
    }
  });

describeWith(["pulumi"], "pulumi", () => {
  let platform: TestPlatform;
  let owner: PlatformClient;
  let existing: string;
  let project: Project;
  let home: string;
  let env: NodeJS.ProcessEnv;

  /** Runs the command concurrently with this process, which serves the platform. */
  const pulumi = async (...args: string[]) => {
    const options = { cwd: project.directory, env };
    return (await promisify(execFile)(engines.pulumi!.path, [...args, "--non-interactive"], options)).stdout;
  };
  const up = (...options: string[]) => pulumi("up", "--yes", "--skip-preview", ...options);
  const outputs = async () => JSON.parse(await pulumi("stack", "output", "--json")) as Record<string, string>;

  /** Returns the writes since an index, each as its method, path and mask. */
  const changesSince = (start: number) =>
    platform.requests
      .slice(start)
      .filter(({ method, path }) => method !== "GET" && !path.startsWith("/sts/"))
      .map(({ method, path, updateMask }) => [method, path, updateMask].filter(Boolean).join(" "));

  beforeAll(async () => {
    platform = await startPlatform();
    owner = platform.client();
    existing = (await owner.groups.create(platform.groupUid, { name: "existing", description: "By hand." })).uid;
    project = makeProject({
      "Pulumi.yaml": "name: access\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "index.js": program(platform.groupUid, existing),
    });
    home = path.join(path.dirname(project.directory), "pulumi keeps");
    const { PLATFORM_BASE_URL, ...environment } = platform.environment();
    env = { ...pulumiEnvironment(home), ...environment };
    await pulumi("stack", "init", "test");
    await pulumi("config", "set", "platform:baseUrl", PLATFORM_BASE_URL!);
  });

  afterAll(async () => {
    await platform.close();
    project.remove();
  });

  it("creates everything, adopting an existing resource by a PATCH of the differences", async () => {
    const start = platform.requests.length;
    const text = await up();
    expect(text).toContain("+ 11 created");
    expect(changesSince(start).filter((change) => change.startsWith("PATCH"))).toEqual([
      `PATCH /iam/v2beta1/groups/${existing} description`,
    ]);
    const lookups = platform.requests.slice(start).filter(({ path, query }) => path.endsWith("/roles") && query.name);
    expect(lookups).toHaveLength(1);
    const { team, invite, ...others } = await outputs();
    expect(invite).toBe("[secret]");
    expect(others).toEqual({
      adopted: existing,
      organization: "example",
      viewer: builtInRole("viewer").uid,
      ciIsFound: true,
      repos: ["app"],
      read: "example",
    });
    expect(await owner.groups.get(team!)).toMatchObject({ name: "team", description: "A team." });
    const { items } = await owner.roleBindings.page({ group: team! });
    expect(items.map(({ identity, role }) => `${identity.name} ${role.name}`).sort()).toEqual([
      "ci lister",
      "ci viewer",
    ]);
  });

  it("plans no changes when run again", async () => {
    const start = platform.requests.length;
    await up("--expect-no-changes");
    await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    expect(changesSince(start)).toEqual([]);
  });

  it("shows a change made elsewhere, and corrects it by a PATCH of one field", async () => {
    const { team } = await outputs();
    await owner.groups.update(team!, { description: "Changed." });
    expect(await pulumi("refresh", "--yes", "--skip-preview", "--diff")).toMatch(
      /description: "A team\." => "Changed\."/,
    );
    const start = platform.requests.length;
    await up();
    expect(changesSince(start)).toEqual([`PATCH /iam/v2beta1/groups/${team} description`]);
    expect(await owner.groups.get(team!)).toMatchObject({ description: "A team." });
  });

  it("removes a role binding that was added outside of Pulumi, after a refresh", async () => {
    const roleUid = builtInRole("editor").uid;
    const { uid } = await owner.roleBindings.create(existing, { identityUid: platform.identityUid, roleUid });
    const start = platform.requests.length;
    await up("--refresh");
    expect(changesSince(start)).toEqual([`DELETE /iam/v2beta1/roleBindings/${uid}`]);
  });

  it("recreates a resource deleted outside of Pulumi", async () => {
    const { team } = await outputs();
    const { items } = await owner.repos.page({ childrenOf: team! });
    await owner.repos.delete(items[0]!.uid);
    const start = platform.requests.length;
    await up("--refresh");
    expect(changesSince(start)).toEqual([`POST /registry/v2beta1/repos/${team}`]);
  });

  it("rejects unknown configuration with a suggestion, and the import option", async () => {
    await pulumi("config", "set", "platform:baseURL", "https://elsewhere.example.com");
    const said = async () =>
      pulumi("preview").then(
        () => "",
        (error: { stdout: string }) => error.stdout,
      );
    expect((await said()).replace(/\s+/g, " ")).toMatch(
      /platform:baseURL is not a configuration key; supported keys are platform:baseUrl, .*; did you mean "platform:baseUrl"\?/,
    );
    await pulumi("config", "rm", "platform:baseURL");
    const imported = `new Group("by option", { parentUid: "x", name: "x" }, { import: "${existing}" });`;
    project.write({ "index.js": program(platform.groupUid, existing) + imported });
    expect((await said()).replace(/\s+/g, " ")).toContain(`Set the argument importUid: "${existing}" instead`);
    project.write({ "index.js": program(platform.groupUid, existing) });
  });

  it("reports errors of outputs within little memory", async () => {
    const preview = () => {
      const options = { cwd: project.directory, env: { ...env, NODE_OPTIONS: "--max-old-space-size=256" } };
      return promisify(execFile)(engines.pulumi!.path, ["preview", "--non-interactive"], options).then(
        () => "",
        ({ stdout }: { stdout: string }) => stdout.replace(/\s+/g, " "),
      );
    };
    project.write({
      "index.js": `
        const { output } = require("@pulumi/pulumi");
        const { getGroupOutput, Identity } = require("platform-iac/pulumi");
        const groupUid = "${platform.groupUid}";
        Identity.githubActions("ci", { groupUid, repository: output("octo-org/*") });
        exports.missing = getGroupOutput({ name: output("no such group") }).uid;
      `,
    });
    const text = await preview();
    expect(text).toContain('Identity ci: repository must be OWNER/NAME, such as octo-org/octo-repo, not "octo-org/*"');
    expect(text).toContain('error: Not found: no group named "no such group"');
    expect(text).not.toContain("unhandled exception");

    project.write({
      "index.js": `exports.found = require("platform-iac/pulumi").getGroupOutput({ name: "existing" }).uid;`,
    });
    await pulumi("config", "set", "platform:baseUri", "https://elsewhere.example.com");
    expect(await preview()).toContain("error: platform:baseUri is not a configuration key");
    await pulumi("config", "rm", "platform:baseUri");
    await pulumi("config", "set", "platform:token", "a.b.c");
    expect(await preview()).toContain("error: platform:token is a secret");
    await pulumi("config", "rm", "platform:token");
    project.write({ "index.js": program(platform.groupUid, existing) });
  });

  it("previews a group's new name without replacing its contents", async () => {
    project.write({ "index.js": program(platform.groupUid, existing).replace('name: "team"', 'name: "new team"') });
    const text = await pulumi("preview");
    expect(text).toContain("~ 1 to update");
    expect(text).not.toContain("replace");
    project.write({ "index.js": program(platform.groupUid, existing) });
  });

  it("stores no token or secret in its state or elsewhere", async () => {
    const { invite } = JSON.parse(await pulumi("stack", "output", "--json", "--show-secrets")) as Record<
      string,
      string
    >;
    expect(invite).toMatch(/^\S{16,}$/);
    const files = (readdirSync(home, { recursive: true }) as string[])
      .map((name) => path.join(home, name))
      .filter((file) => statSync(file).isFile());
    expect(files.some((file) => file.endsWith(path.join("stacks", "access", "test.json")))).toBe(true);
    const secrets = [platform.token, env.ACTIONS_ID_TOKEN_REQUEST_TOKEN!, "h-u-s-h-e-d", invite!];
    const leaksIn = (text: string) => [...secrets.filter((secret) => text.includes(secret)), ...tokensIn(text)];
    // Verifies that the search finds a known token.
    expect(leaksIn(`{ "token": "${platform.token}" }`)).toEqual([platform.token, platform.token]);
    expect(files.filter((file) => leaksIn(readFileSync(file, "utf8")).length > 0)).toEqual([]);
  });

  it("destroys everything", async () => {
    const { team } = await outputs();
    await pulumi("destroy", "--yes", "--skip-preview");
    await expect(owner.groups.get(team!)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(owner.groups.get(existing)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
