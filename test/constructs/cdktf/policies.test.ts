import { Aspects, type TerraformStack } from "cdktf";
import {
  type AccessPolicy,
  bindings,
  ForbidRole,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  MaxBindings,
  NoDirectOwners,
  NoWildcardSubjects,
  RequireDescription,
  Role,
} from "../../../constructs/cdktf";
import { ORGANIZATION, stackOf, synthesized } from "./synthesis";

const organization = (stack: TerraformStack) => Group.fromUid(stack, "organization", ORGANIZATION);
const issuer = "https://issuer.example.com";

/** Creates a team with an identity. */
function made(stack: TerraformStack) {
  const top = organization(stack);
  const group = new Group(stack, "team", { parent: top, name: "team", description: "A team." });
  const description = "Deploys.";
  const ci = Identity.githubActions(stack, "ci", { group, repository: "octo-org/app", description });
  return { top, group, ci };
}

const synthesize = (policy: AccessPolicy, build: (stack: TerraformStack) => void) =>
  synthesized(
    stackOf((stack) => {
      Aspects.of(stack).add(policy);
      build(stack);
    }),
  );

type Case = readonly [problem: string, policy: () => AccessPolicy, build: (stack: TerraformStack) => void];

const violations: readonly Case[] = [
  [
    'NoWildcardSubjects: access/x has a wildcard in claimMatch.subjectPattern: "repo:octo-org/.*"',
    () => new NoWildcardSubjects(),
    (stack) => {
      const claimMatch = { issuer, subjectPattern: "repo:octo-org/.*" };
      new Identity(stack, "x", { group: organization(stack), name: "x", claimMatch });
    },
  ],
  [
    "NoWildcardSubjects: access/x has a wildcard in claimMatch.issuerPattern",
    () => new NoWildcardSubjects(),
    (stack) =>
      new bindings.identity.Identity(stack, "x", {
        groupUid: ORGANIZATION,
        name: "x",
        claimMatch: { issuerPattern: "https://issuer\\.example\\.com/\\S{3,}", subject: "x" },
      }),
  ],
  [
    "ForbidRole: access/team/ci-owner grants the role owner",
    () => new ForbidRole("editor", "owner"),
    (stack) => {
      const { group, ci } = made(stack);
      group.grantOwner(ci);
    },
  ],
  [
    "ForbidRole: access/x grants the role lister",
    () => new ForbidRole("lister"),
    (stack) => {
      const { group } = made(stack);
      const role = new Role(stack, "role", { group, name: "lister", capabilities: ["repo.list"] });
      new GroupInvite(stack, "x", { group, role, ttl: "1h" });
    },
  ],
  [
    "ForbidRole: access/x grants the role owner",
    () => new ForbidRole("owner"),
    (stack) => {
      const roleMappings = [{ claimValue: "admins", roleUid: Role.owner.uidIn(stack) }];
      new IdentityProvider(stack, "x", {
        group: organization(stack),
        name: "staff",
        defaultRole: Role.viewer,
        oidc: { issuer, clientId: "x", pkceEnabled: true, groupsClaim: "groups", roleMappings },
      });
    },
  ],
  [
    "NoDirectOwners: access/organization/ci-owner grants the role owner in an organization",
    () => new NoDirectOwners(),
    (stack) => {
      const { top, ci } = made(stack);
      top.grantOwner(ci);
    },
  ],
  [
    "MaxBindings: access has 2 role bindings; at most 1 are allowed",
    () => new MaxBindings(1),
    (stack) => {
      const { group, ci } = made(stack);
      group.grantViewer(ci);
      group.grantEditor(ci);
    },
  ],
  [
    "RequireDescription: access/x has no description",
    () => new RequireDescription(),
    (stack) => new Group(stack, "x", { parent: made(stack).group, name: "x" }),
  ],
];

describe("policies", () => {
  it.each(violations)("reject violations: %s", (problem, policy, build) => {
    expect(() => synthesize(policy(), build)).toThrow(`[access] ${problem}`);
  });

  it.each(violations)("accept acknowledged violations: %s", (problem, policy, build) => {
    const [, path = ""] = /^\w+: (\S+) /.exec(problem) ?? [];
    synthesize(policy().acknowledge(path, "Reviewed by the security team."), build);
  });

  it.each<[string, () => AccessPolicy, (stack: TerraformStack) => void]>([
    [
      "patterns without wildcards, as of presets",
      () => new NoWildcardSubjects(),
      (stack) => {
        const { group } = made(stack);
        Identity.buildkite(stack, "kite", { group, organization: "acme", pipeline: "x", branches: ["release/*"] });
        new Identity(stack, "dots", { group, name: "dots", claimMatch: { issuer, subjectPattern: "a\\.+b" } });
      },
    ],
    [
      "owners below the organization",
      () => new NoDirectOwners(),
      (stack) => {
        const { group, ci } = made(stack);
        group.grantOwner(ci);
      },
    ],
    [
      "as many role bindings as allowed",
      () => new MaxBindings(1),
      (stack) => {
        const { group, ci } = made(stack);
        group.grantViewer(ci);
      },
    ],
    ["descriptions", () => new RequireDescription(), made],
  ])("accept %s", (_, policy, build) => {
    synthesize(policy(), build);
  });

  it("reject acknowledgements without a violation or a reason", () => {
    const policy = new ForbidRole("owner").acknowledge("access/team", "Reviewed.");
    expect(() => synthesize(policy, made)).toThrow(
      "[access] ForbidRole: access/team does not violate the policy; remove the acknowledgement",
    );
    expect(() => new MaxBindings(0).acknowledge("access", " ")).toThrow("needs a reason");
    expect(() => new MaxBindings(-1)).toThrow("MaxBindings: the maximum must be a whole number; got -1");
    expect(() => new ForbidRole()).toThrow("ForbidRole: the names of the roles must be non-empty strings");
  });
});
