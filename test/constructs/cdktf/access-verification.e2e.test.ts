import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type TerraformStack, Testing } from "cdktf";
import {
  AccessVerification,
  Group,
  Identity,
  type IRole,
  OrganizationTree,
  PipelineAccess,
  Role,
  TeamAccess,
  type VerificationResourceType,
} from "../../../constructs/cdktf";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { describeWith, engines, terraformEnvironment } from "../../engines";
import { ORGANIZATION, stackOf, synthesized } from "./synthesis";

const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-verification-")));
const outputs: string[] = [];
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  await platform.close();
  for (const each of [directory, ...outputs]) rmSync(each, { recursive: true, force: true });
});

/** The subject of the tokens in the environment of {@link startPlatform}. */
const PIPELINE = "repo:octo-org/access:ref:refs/heads/main";

interface Options {
  readonly resourceType: VerificationResourceType;
  readonly subject?: string;
}

/** Adds a team, and the pipeline's access to it, with a verification. */
function addAccess(
  stack: TerraformStack,
  name: string,
  { resourceType, subject = PIPELINE }: Options,
  roles: readonly IRole[] = [Role.viewer],
) {
  const parent = Group.fromUid(stack, "organization", platform.groupUid);
  const group = new Group(stack, "team", { parent, name });
  const claimMatch = { issuer: platform.issuer.issuer, subject };
  const identity = new Identity(stack, "pipeline", { group, name, claimMatch });
  return new PipelineAccess(stack, "access", {
    identity,
    roles: roles.map((role) => ({ group, role })),
    verify: { resourceType },
  });
}

/** Synthesizes a stack into the directory of earlier ones of the name, and applies it. */
async function apply(name: string, build: (stack: TerraformStack) => void) {
  const stack = stackOf(build, name);
  const out = Testing.fullSynth(stack);
  outputs.push(out);
  const cwd = path.join(out, "stacks", name);
  const env = {
    ...terraformEnvironment(path.join(directory, name), { defaultInstallation: true }),
    ...platform.environment(),
    TF_CLI_ARGS_apply: `-state=${path.join(directory, `${name}.tfstate`)}`,
    TF_CLI_ARGS_plan: `-state=${path.join(directory, `${name}.tfstate`)}`,
  };
  const terraform = (...args: string[]) =>
    promisify(execFile)(engines.terraform!.path, [...args, "-input=false", "-no-color"], { cwd, env });
  await terraform("init");
  const { stdout } = await terraform("apply", "-auto-approve");
  return { stdout, plan: () => terraform("plan", "-detailed-exitcode") };
}

describeWith(["terraform"], "a verification with terraform_data", () => {
  const resourceType = "terraform_data";

  it("exchanges the pipeline's token, and runs again only when the grants change", async () => {
    const first = await apply("verified", (stack) => addAccess(stack, "verified", { resourceType }));
    expect(first.stdout).toMatch(/identity [0-9a-f/]+ can do exactly what is granted in [0-9a-f/]+/);
    await first.plan();
    const second = await apply("verified", (stack) =>
      addAccess(stack, "verified", { resourceType }, [Role.viewer, Role.registryPush]),
    );
    expect(second.stdout).toContain("can do exactly what is granted");
  });

  it("fails the deployment if the identity can do more than is granted", async () => {
    await apply("more", (stack) => addAccess(stack, "more", { resourceType }));
    const client = platform.client();
    const [group] = (await client.groups.page({ parentUid: platform.groupUid, name: "more" })).items;
    const [identity] = (await client.identities.page({ groupUid: group!.uid })).items;
    const [owner] = (await client.roles.page({ name: "owner" })).items;
    await client.roleBindings.create(group!.uid, { identityUid: identity!.uid, roleUid: owner!.uid });
    await expect(
      apply("more", (stack) => addAccess(stack, "more", { resourceType }, [Role.viewer, Role.registryPull])),
    ).rejects.toThrow(
      /can\s+do\s+more\s+in\s+[0-9a-f/]+\s+than\s+these\s+role\s+bindings\s+grant:[\s\S]*role_bindings\.create/,
    );
  });

  it("fails the deployment if the process cannot assume the identity", async () => {
    await expect(
      apply("stranger", (stack) => addAccess(stack, "stranger", { resourceType, subject: "another pipeline" })),
    ).rejects.toThrow(/Cannot\s+exchange\s+the\s+identity\s+token/i);
  });
});

describeWith(["terraform", "nullMirror"], "a verification with null_resource", () => {
  it("exchanges the pipeline's token", async () => {
    const { stdout, plan } = await apply("null", (stack) =>
      addAccess(stack, "null", { resourceType: "null_resource" }),
    );
    expect(stdout).toContain("can do exactly what is granted");
    await plan();
  });
});

it("synthesizes teams and trees of groups", () => {
  const { resource } = synthesized(
    stackOf((stack) => {
      const parent = Group.fromUid(stack, "organization", ORGANIZATION);
      const groups = { payments: { description: "Pays.", groups: { api: {}, "web app": {} } }, platform: {} };
      const tree = new OrganizationTree(stack, "tree", { parent, groups });
      const [alice, bob] = ["a", "b"].map((digit) =>
        Identity.fromUid(stack, digit, `${ORGANIZATION}/${digit.repeat(16)}`),
      );
      const api = tree.group("payments/api");
      const team = new TeamAccess(stack, "team", { parent: api, name: "ops", owners: [alice!], viewers: [bob!] });
      expect(team.group.parent).toBe(api);
      expect([...tree.groups.keys()]).toEqual(["payments", "payments/api", "payments/web app", "platform"]);
      expect(() => tree.group("payment")).toThrow(
        '[access/tree] there is no group "payment" in the tree; its groups are',
      );
    }),
  );
  expect(resource).toMatchSnapshot();
});

it.each<[string, (stack: TerraformStack) => void]>([
  [
    '[access/x] "descripton" is not a property of groups.payments; did you mean "description"?',
    (stack) =>
      new OrganizationTree(stack, "x", {
        parent: Group.fromUid(stack, "top", ORGANIZATION),
        groups: { payments: { descripton: "x" } as never },
      }),
  ],
  [
    "[access/x] grants must be an array of at least one grant",
    (stack) =>
      new AccessVerification(stack, "x", {
        identity: Identity.fromUid(stack, "ci", `${ORGANIZATION}/${"b".repeat(16)}`),
        grants: [],
      }),
  ],
  [
    "[access/x] roles[0].role must be a role",
    (stack) => {
      const group = Group.fromUid(stack, "top", ORGANIZATION);
      const identity = Identity.fromUid(stack, "ci", `${ORGANIZATION}/${"b".repeat(16)}`);
      new PipelineAccess(stack, "x", { identity, roles: [{ group, role: group as never }] });
    },
  ],
])("rejects %s", (message, build) => {
  expect(() => stackOf(build)).toThrow(message);
});
