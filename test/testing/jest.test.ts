// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { App, TerraformIterator, TerraformStack, Testing } from "cdktf";
import { Group, Identity, PlatformProvider, Role } from "../../constructs/cdktf";
import { startPlatform } from "../../src/testing";
import { accessMatchers } from "../../src/testing/jest";
import { ORGANIZATION, stackOf } from "../constructs/cdktf/synthesis";

/** Returns the message with which an expectation fails. */
function failure(expectation: () => void): string {
  try {
    expectation();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the expectation was met");
}

const repository = "acme/payments";

function payments(stack: TerraformStack) {
  const acme = Group.fromUid(stack, "acme", ORGANIZATION);
  const group = new Group(stack, "payments", { parent: acme, name: "payments" });
  const api = new Group(stack, "api", { parent: group, name: "api" });
  const deploy = Identity.githubActions(stack, "deploy", { group, repository, branch: "main" });
  const review = Identity.githubActions(stack, "review", { group, repository, pullRequest: true });
  const releaser = new Role(stack, "releaser", { group, name: "releaser", capabilities: ["tag.delete"] });
  group.grant(deploy, Role.registryPush);
  api.grant(review, releaser);
  return { acme, group, api, deploy, review, releaser };
}

describe("a stack", () => {
  let found: ReturnType<typeof payments>;
  const stack = stackOf((each) => {
    found = payments(each);
  });

  test("meets expectations by name, path, address and construct", () => {
    expect(stack).toGrant({ identity: "deploy", role: "registry.push", group: "payments" });
    expect(stack).toGrant({ identity: found.review, role: found.releaser, group: found.api });
    expect(stack).toGrant({ identity: found.deploy, role: Role.registryPush, group: found.group });
    expect(stack).toAllow({
      identity: "platform_identity.deploy",
      capability: ["tag.create", "repo.list"],
      group: "api",
    });
    expect(stack).toAllow({
      identity: found.review,
      capability: "tag.delete",
      group: `${ORGANIZATION}/payments/api`,
    });
    expect(stack).toDeny({ identity: "review", capability: ["tag.create", "role_bindings.create"], group: found.acme });
    expect(stack).not.toAllow({ identity: "review", capability: "tag.delete", group: "payments" });
    expect(stack).not.toDeny({ identity: "review", capability: "tag.delete", group: "payments" });
    expect(stack).not.toGrant({ identity: "review", role: "owner", group: "payments" });
    expect(stack).toBeValidAccess([{ only: "review", can: "tag.delete", in: "api" }]);
  });

  test("is also read from its synthesized JSON, as text or parsed", () => {
    const text = Testing.synth(stack);
    for (const received of [text, JSON.parse(text)])
      expect(received).toAllow({ identity: "deploy", capability: "tag.create", group: "payments" });
  });

  test("says which role binding is missing", () => {
    expect(failure(() => expect(stack).toAllow({ identity: "review", capability: "tag.create", group: "api" }))).toBe(
      [
        `Expected: review can tag.create in ${ORGANIZATION}/payments/api`,
        `  No role binding of review in ${ORGANIZATION}/payments/api or above grants it; these roles would: owner, editor, registry.push.`,
        "  The role bindings of review:",
        `    releaser in ${ORGANIZATION}/payments/api, by platform_role_binding.api_review-releaser_679B7746`,
      ].join("\n"),
    );
  });

  test("says through which role binding the identity can", () => {
    expect(
      failure(() => expect(stack).toDeny({ identity: "review", capability: "tag.delete", group: "payments" })),
    ).toMatch(
      /^Expected: review cannot tag\.delete in \S*payments or below\n {2}It can, through\n {4}releaser in \S*payments\/api, by platform_role_binding\.api_review-\S+$/,
    );
    expect(
      failure(() => expect(stack).not.toGrant({ identity: "deploy", role: "registry.push", group: "payments" })),
    ).toMatch(
      /^Expected not: the role registry\.push is granted to deploy .*\n {2}It is, by platform_role_binding\.\S+$/,
    );
  });

  test("rejects misspelled names and capabilities", () => {
    expect(() => expect(stack).toGrant({ identity: "deploy", role: "registry.pusch", group: "payments" })).toThrow(
      'role "registry.pusch" not found; did you mean "registry.push"?',
    );
    expect(() => expect(stack).toAllow({ identity: "deplay", capability: "tag.create", group: "payments" })).toThrow(
      'identity "deplay" not found; did you mean "deploy"?',
    );
    expect(() => expect(stack).toDeny({ identity: "deploy", capability: "tag.creat", group: "payments" })).toThrow(
      'capability: "tag.creat"',
    );
    expect(() =>
      expect(stack).not.toAllow({ identity: "deploy", capability: ["tag.create", "tag.list"], group: "api" }),
    ).toThrow("not.toAllow takes one capability; toDeny takes several");
  });
});

test("rejects repeated role bindings and patterns that match too much", () => {
  const stack = stackOf((each) => {
    const group = new Group(each, "payments", { parent: Group.fromUid(each, "acme", ORGANIZATION), name: "payments" });
    new Identity(each, "deploy", {
      group,
      name: "deploy",
      claimMatch: { issuer: "https://token.actions.githubusercontent.com", subjectPattern: "repo:acme.*" },
    });
  });
  expect(failure(() => expect(stack).toBeValidAccess())).toBe(
    'Expected: access is valid\n  the pattern "repo:acme.*" for the subject of deploy also matches "repo:acme-evil/x"',
  );
  const configuration = JSON.parse(Testing.synth(stack));
  const binding = { group_uid: "${platform_group.payments.uid}", identity_uid: "${platform_identity.deploy.uid}" };
  const role = { role_uid: "${data.platform_role.viewer.uid}" };
  configuration.resource.platform_role_binding = { one: { ...binding, ...role }, two: { ...binding, ...role } };
  configuration.data = { platform_role: { viewer: { name: "viewer" } } };
  expect(failure(() => expect(configuration).toBeValidAccess())).toContain(
    `platform_role_binding.two grants viewer to deploy in ${ORGANIZATION}/payments, as platform_role_binding.one does`,
  );
});

test("names role bindings that have expired", () => {
  const stack = stackOf((stack) => {
    const { group, deploy } = payments(stack);
    group.grantEditor(deploy, { expirationTime: "2020-02-01T00:00:00Z" });
  });
  const granted = { identity: "deploy", role: "editor", group: "payments" };
  expect(failure(() => expect(stack).toGrant(granted))).toMatch(
    /The expired role bindings of deploy:\n +editor in \S+ until 2020-02-01T00:00:00/,
  );
});

test("what is known only after apply satisfies neither a matcher nor its negation", () => {
  const stack = stackOf((each) => {
    const acme = Group.fromLookup(each, "acme", { name: "acme" });
    const group = new Group(each, "payments", { parent: acme, name: "payments" });
    const other = Group.fromLookup(each, "other", { name: "other" });
    const deploy = Identity.githubActions(each, "deploy", { group, repository, branch: "main" });
    Identity.githubActions(each, "review", { group, repository, pullRequest: true });
    other.grant(deploy, Role.editor);
    const teams = TerraformIterator.fromList(["a", "b"]);
    group.grant(Identity.fromUid(each, "each", teams.value), Role.viewer, { forEach: teams } as never);
  });
  const question = { identity: "deploy", capability: "tag.create", group: "payments" };
  // The other group may be above acme.
  for (const expectation of [
    () => expect(stack).toAllow(question),
    () => expect(stack).not.toAllow(question),
    () => expect(stack).toDeny(question),
    () => expect(stack).not.toDeny(question),
  ])
    expect(failure(expectation)).toMatch(
      /It is unknown:\n {2}the parent_uid of data\.platform_group\.acme-lookup is known only after apply/,
    );
  const granted = { identity: "review", role: "viewer", group: "payments" };
  for (const expectation of [() => expect(stack).toGrant(granted), () => expect(stack).not.toGrant(granted)])
    expect(failure(expectation)).toMatch(/the number of platform_role_binding\.\S+ is known only after apply/);
  expect(stack).toDeny({ identity: "review", capability: "tag.create", group: "payments" });
});

test("follows references between the stacks of an app", () => {
  const app = new App({ outdir: "/nowhere" });
  const [base, teams] = [new TerraformStack(app, "base"), new TerraformStack(app, "teams")];
  for (const stack of [base, teams]) new PlatformProvider(stack, "platform");
  const { group, deploy } = payments(base);
  const below = new Group(teams, "search", { parent: group, name: "search" });
  below.grant(deploy, Role.viewer);
  expect(app).toAllow({ identity: "base:platform_identity.deploy", capability: "tag.create", group: below });
  expect(app).toGrant({ identity: deploy, role: "viewer", group: "payments/search" });
});

test("a plan and the platform", async () => {
  const platform = await startPlatform({ organization: "acme" });
  try {
    const client = platform.client();
    const team = await client.groups.create(platform.groupUid, { name: "team" });
    const access = await platform.access();
    expect(access).toAllow({ identity: { uid: platform.identityUid }, capability: "groups.delete", group: team });
    expect(access).toGrant({ identity: platform.identityUid, role: "owner", group: "acme" });
    expect(access).toBeValidAccess([{ only: platform.identityUid, can: "groups.delete", in: "acme" }]);
    expect(() => expect(platform).toBeValidAccess()).toThrow("expect(await platform.access())");
    expect(() => expect(Promise.resolve()).toBeValidAccess()).toThrow("it is a promise: write expect(await …)");
  } finally {
    await platform.close();
  }
  const uid = (address: string) => ({ references: [`${address}.uid`, address] });
  const planned = (type: string, after: object, unknown: object) => ({
    address: `${type}.x`,
    mode: "managed",
    type,
    name: "x",
    change: { actions: ["create"], before: null, after, after_unknown: { uid: true, ...unknown } },
  });
  const plan = {
    format_version: "1.2",
    resource_changes: [
      planned("platform_group", { name: "x", parent_uid: ORGANIZATION }, {}),
      planned("platform_identity", { name: "deploy" }, { group_uid: true }),
      planned("platform_role_binding", {}, { group_uid: true, identity_uid: true, role_uid: true }),
    ],
    configuration: {
      root_module: {
        resources: [
          { address: "platform_identity.x", expressions: { group_uid: uid("platform_group.x") } },
          {
            address: "platform_role_binding.x",
            expressions: { group_uid: uid("platform_group.x"), identity_uid: uid("platform_identity.x") },
          },
        ],
      },
    },
  };
  expect(failure(() => expect(plan).toGrant({ identity: "deploy", role: "viewer", group: "x" }))).toContain(
    "the role_uid of platform_role_binding.x is known only after apply",
  );
});

test("the matchers also extend an expect that is not global, and name what they take", () => {
  expect(Object.keys(accessMatchers)).toEqual(["toGrant", "toAllow", "toDeny", "toBeValidAccess"]);
  expect(() => expect(7).toBeValidAccess()).toThrow(
    "must be a CDKTF stack or app, the result of Testing.synth, a plan",
  );
  expect(() => expect("no").toBeValidAccess()).toThrow("the text in expect() must be JSON");
});
