// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { TerraformCount, TerraformIterator, TerraformStack, Testing } from "cdktf";
import { Construct } from "constructs";
import {
  type Grant,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  type IGroup,
  type IRoleBinding,
  PlatformProvider,
  Repo,
  Role,
  RoleBinding,
} from "../../../constructs/cdktf";
import { builtInRoles, camelCase } from "../../../src/model";
import { ORGANIZATION, resourcesOf, stackOf, synthesized } from "./synthesis";

const repository = "octo-org/app";
const uid = (digit: string, above = ORGANIZATION): string => `${above}/${digit.repeat(16)}`;

/** Creates a group with an identity and a role in the program. */
function made(stack: TerraformStack) {
  const organization = Group.fromUid(stack, "organization", ORGANIZATION);
  const group = new Group(stack, "team", { parent: organization, name: "team" });
  const ci = Identity.githubActions(stack, "ci", { group, repository });
  const lister = new Role(stack, "lister", { group, name: "lister", capabilities: ["repo.list"] });
  return { organization, group, ci, lister };
}

describe("grants", () => {
  it("keep their addresses from states of earlier versions", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const scope = new Construct(stack, "scope");
      const { organization, group, ci, lister } = made(stack);
      const nested = new Group(scope, "nested", { parent: group, name: "nested" });
      const identities = [
        Identity.githubActions(group, "inner", { group, repository }),
        Identity.githubActions(scope, "inner", { group, repository }),
        Identity.fromLookup(stack, "found", { name: "x", group }),
        Identity.fromUid(new TerraformStack(stack.node.root, "there"), "ci", uid("b")),
      ];
      const roles = [Role.viewer, Role.registryPull, lister, Role.fromUid(stack, "by-uid", uid("c"))];
      for (const each of [group, nested]) {
        for (const identity of identities) each.grant(identity, Role.viewer);
        for (const role of roles) each.grant(ci, role);
      }
      organization.grant(ci, Role.owner);
    });
    expect(Object.keys(platform_role_binding).sort()).toEqual(addressesOfEarlierVersions);
  });

  it.each<[string, (stack: TerraformStack) => (Grant | IRoleBinding)[]]>([
    [
      "role",
      (stack) => {
        const { group, ci } = made(stack);
        const role = new Role(stack, "viewer", { group, name: "viewer", capabilities: ["repo.list"] });
        return [group.grant(ci, Role.viewer), group.grant(ci, role)];
      },
    ],
    [
      "identity",
      (stack) => {
        const { group, ci } = made(stack);
        const inner = Identity.githubActions(group, "ci", { group, repository });
        return [group.grant(ci, Role.viewer), group.grant(inner, Role.viewer)];
      },
    ],
    [
      "identity and role",
      (stack) => {
        const { group, ci } = made(stack);
        const other = Identity.githubActions(stack, "ci-a", { group, repository });
        const [role, otherRole] = ["a-b", "b"].map(
          (id) => new Role(stack, id, { group, name: id, capabilities: ["repo.list"] }),
        );
        return [group.grant(ci, role!), group.grant(other, otherRole!)];
      },
    ],
    [
      "group",
      (stack) => {
        const { organization, group, ci } = made(stack);
        const present = new RoleBinding(group, "ci-viewer", { group: organization, identity: ci, role: Role.viewer });
        return [present, group.grant(ci, Role.viewer).binding];
      },
    ],
  ])("with equal ids for another %s are all distinct, and repeat the same binding", (_, build) => {
    const stack = stackOf((stack) => {
      const bindings = build(stack);
      expect(new Set(bindings).size).toBe(2);
    });
    const bound = Object.values<object>(synthesized(stack).resource.platform_role_binding);
    expect(new Set(bound.map((each) => JSON.stringify(each))).size).toBe(2);
  });

  it("return the same binding when repeated, also if ids are equal", () => {
    stackOf((stack) => {
      const { group, ci } = made(stack);
      const role = new Role(stack, "viewer", { group, name: "viewer", capabilities: ["repo.list"] });
      const first = [group.grant(ci, Role.viewer), group.grant(ci, role)];
      expect([group.grant(ci, Role.viewer), group.grant(ci, role)]).toEqual(first);
      expect(first.map(({ binding }) => binding.node.id)).toEqual([
        "ci-viewer",
        expect.stringMatching(/^ci-viewer-[0-9a-f]{8}$/),
      ]);
    });
  });

  it("avoid ids that exist already", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const { group, ci } = made(stack);
      new Construct(group, "ci-viewer");
      group.grant(ci, Role.viewer);
    });
    expect(Object.keys(platform_role_binding)).toEqual([expect.stringMatching(/^team_ci-viewer-[0-9a-f]{8}_/)]);
  });
});

it("grants temporary access", () => {
  const { platform_role_binding } = resourcesOf((stack) => {
    const { group, ci } = made(stack);
    group.grantViewer(ci, { expirationTime: "2030-02-01T00:00:00Z" });
  });
  expect(Object.values(platform_role_binding ?? {})).toEqual([
    expect.objectContaining({ expiration_time: "2030-02-01T00:00:00Z" }),
  ]);
});

describe("grants of built-in roles", () => {
  it("have a method for each of the model's roles, which looks the role up by name once per stack", () => {
    const { data, resource } = synthesized(
      stackOf((stack) => {
        const { group, ci } = made(stack);
        const existing = Group.fromUid(stack, "existing", uid("c"));
        for (const each of [group, existing]) {
          const grants = builtInRoles.map(({ name }) => {
            const method = camelCase(`grant_${name.replace(".", "_")}`) as "grantViewer";
            return each[method](ci);
          });
          expect(grants.map(({ binding }) => binding.role)).toEqual(
            builtInRoles.map(({ name }) => Role.fromName(name)),
          );
        }
      }),
    );
    expect(Object.values(data.platform_role)).toEqual(
      expect.arrayContaining(builtInRoles.map(({ name }) => ({ name }))),
    );
    expect(Object.keys(data.platform_role)).toHaveLength(builtInRoles.length);
    expect(Object.keys(resource.platform_role_binding)).toHaveLength(2 * builtInRoles.length);
  });

  it("accept roles that only the deployment has, but no misspelled ones", () => {
    expect(Role.fromName("viewer")).toBe(Role.viewer);
    const { data } = synthesized(
      stackOf((stack) => {
        const { group, ci } = made(stack);
        group.grant(ci, Role.fromName("registry.pull_token_creator"));
      }),
    );
    expect(Object.values(data.platform_role)).toEqual([{ name: "registry.pull_token_creator" }]);
    expect(() => Role.fromName("regsitry.pull")).toThrow(
      'Role.fromName: "regsitry.pull" is not a built-in role; did you mean "registry.pull"?',
    );
    expect(() => Role.fromName("")).toThrow("Role.fromName: name must be a non-empty string");
  });
});

describe("the result of a grant", () => {
  it("is deployed before constructs, also what is added to them later, but not before what it depends on", () => {
    const { resource } = synthesized(
      stackOf((stack) => {
        const { group, ci } = made(stack);
        const scope = new Construct(stack, "after");
        new Repo(scope, "first", { group, name: "first" });
        const grant = group.grantViewer(ci);
        grant.applyBefore(scope, stack);
        const later = new Repo(scope, "later", { group, name: "later" });
        later.node.addDependency(ci);
      }, "access"),
    );
    const address = "platform_role_binding.team_ci-viewer_594BCD1B";
    expect(resource.platform_group.team).not.toHaveProperty("depends_on");
    expect(resource.platform_identity.ci).not.toHaveProperty("depends_on");
    expect(resource.platform_role.lister.depends_on).toEqual([address]);
    expect(Object.values<object>(resource.platform_repo)).toEqual([
      expect.objectContaining({ name: "first", depends_on: [address] }),
      expect.objectContaining({ name: "later", depends_on: [address] }),
    ]);
  });

  it("cannot be deployed before what it depends on", () => {
    stackOf((stack) => {
      const { group, ci } = made(stack);
      expect(() => group.grantViewer(ci).applyBefore(ci)).toThrow(
        "[access/team/ci-viewer] cannot be deployed before access/ci, which it depends on",
      );
    });
  });

  it("makes the stack of a construct depend on its own", () => {
    const [here, there] = twoStacks();
    const group = Group.fromUid(here, "group", ORGANIZATION);
    group.grantViewer(Identity.fromUid(here, "ci", uid("b"))).applyBefore(new Construct(there, "after"));
    expect(there.dependsOn(here)).toBe(true);
  });

  it("fails immediately where the platform would reject it", () => {
    stackOf((stack) => {
      const { group, ci } = made(stack);
      group.grantViewer(ci).assertSuccess();
      const stranger = Identity.fromUid(stack, "stranger", uid("b", "e".repeat(40)));
      const grant = Group.fromUid(stack, "group", uid("c")).grantViewer(stranger);
      expect(() => grant.assertSuccess()).toThrow(
        "[access/group/stranger-viewer] identity must belong to the same organization as the group access/group",
      );
    });
  });
});

describe("options of grants", () => {
  it("are a provider, the group's by default, a scope and dependencies", () => {
    const { resource, data } = synthesized(
      stackOf((stack) => {
        const [one, two] = ["one", "two"].map((alias) => new PlatformProvider(stack, alias, { alias }));
        const ci = Identity.fromUid(stack, "ci", uid("b"));
        const groups = [
          new Group(stack, "own", { name: "own", provider: one! }),
          Group.fromUid(stack, "by-uid", ORGANIZATION, { provider: one! }),
          Group.fromLookup(stack, "found", { name: "found", provider: one! }),
        ];
        for (const group of groups) group.grant(ci, Role.viewer);
        const scope = new Construct(stack, "scope");
        groups[0]!.grant(ci, Role.editor, { provider: two!, scope, dependsOn: [groups[0] as Group] });
      }),
    );
    const bound = resource.platform_role_binding;
    const [scoped, ...others] = Object.keys(bound).sort().reverse();
    expect(others.map((name) => bound[name].provider)).toEqual(Array.from(others, () => "platform.one"));
    expect(others).toHaveLength(3);
    expect(scoped).toMatch(/^scope_own-ci-editor_/);
    expect(bound[scoped!]).toMatchObject({ provider: "platform.two", depends_on: ["platform_group.own"] });
    expect(data.platform_group["found-lookup"].provider).toBe("platform.one");
    expect(Object.values(data.platform_role)).toEqual([
      { name: "editor", provider: "platform.two" },
      { name: "viewer", provider: "platform.one" },
    ]);
  });

  it("must match those of the first grant", () => {
    stackOf((stack) => {
      const { group, ci, lister } = made(stack);
      const options = { dependsOn: [ci] };
      const grant = group.grant(ci, Role.viewer, options);
      expect(group.grant(ci, Role.viewer)).toBe(grant);
      expect(group.grant(ci, Role.viewer, options)).toBe(grant);
      group.grant(ci, lister);
      expect(() => group.grant(ci, lister, options)).toThrow(
        "[access/team/ci-lister] was already granted with different dependsOn; set the options on the first grant",
      );
    });
  });

  it("require a provider of the binding's stack", () => {
    stackOf((stack) => {
      const provider = new PlatformProvider(stack, "other", { alias: "other" });
      const group = Group.fromUid(stack, "group", ORGANIZATION, { provider });
      const scope = new TerraformStack(stack.node.root, "there");
      const ci = Identity.fromUid(stack, "ci", uid("b"));
      expect(() => group.grant(ci, Role.viewer, { scope })).toThrow(
        "[access/group] cannot grant in there with the group's provider, which belongs to access; pass a provider of there in the options: { provider }",
      );
    });
  });
});

describe("synthesis rejects what the platform would reject:", () => {
  const elsewhere = (stack: TerraformStack, group: IGroup) =>
    new Role(stack, "theirs", { group, name: "theirs", capabilities: ["repo.list"] });

  it.each<[string, (stack: TerraformStack) => void]>([
    [
      "[access/again] duplicates access/team/ci-viewer: it grants the same role to the same identity in the same group; remove one",
      (stack) => {
        const { group, ci } = made(stack);
        group.grant(ci, Role.viewer);
        new RoleBinding(stack, "again", { group, identity: ci, role: Role.viewer });
      },
    ],
    [
      "[access/team/two-viewer] duplicates access/team/one-viewer: it grants the same role",
      (stack) => {
        const { group } = made(stack);
        for (const id of ["one", "two"]) group.grant(Identity.fromUid(stack, id, uid("b")), Role.viewer);
      },
    ],
    [
      "[access/team/ci-theirs] role must be a built-in role, or belong to the group access/team or one of its ancestors",
      (stack) => {
        const { organization, group, ci } = made(stack);
        group.grant(ci, elsewhere(stack, new Group(stack, "sibling", { parent: organization, name: "sibling" })));
      },
    ],
    [
      "[access/organization/ci-theirs] role must be a built-in role",
      (stack) => {
        const { organization, group, ci } = made(stack);
        organization.grant(ci, elsewhere(stack, group));
      },
    ],
    [
      "[access/sibling/ci-theirs] role must be a built-in role",
      (stack) => {
        const sibling = Group.fromUid(stack, "sibling", uid("b"));
        sibling.grant(made(stack).ci, Role.fromUid(stack, "theirs", uid("c", uid("d"))));
      },
    ],
    [
      "[access/invite] role must be a built-in role",
      (stack) => {
        const { organization, lister } = made(stack);
        new GroupInvite(stack, "invite", { group: organization, role: lister, ttl: "1h" });
      },
    ],
    [
      "[access/staff] group must be an organization (root group)",
      (stack) => {
        const { group } = made(stack);
        const oidc = { issuer: "https://login.example.com", clientId: "x", pkceEnabled: true };
        new IdentityProvider(stack, "staff", { group, name: "staff", defaultRole: Role.viewer, oidc });
      },
    ],
    [
      "[access/organization/ci-viewer] identity must belong to the same organization as the group access/organization",
      (stack) => {
        const organization = Group.fromUid(stack, "organization", ORGANIZATION);
        organization.grant(Identity.fromUid(stack, "ci", uid("b", "e".repeat(40))), Role.viewer);
      },
    ],
    [
      "[access/jobs] uid must be the uid of an identity, not the uid of a group",
      (stack) => Identity.fromUid(stack, "jobs", made(stack).group.uid),
    ],
    [
      "[access/ci] uid must be the uid of an identity, not the uid of a role",
      (stack) => Identity.fromUid(stack, "ci", "${data.platform_role.x.uid}"),
    ],
  ])("%s", (message, build) => {
    expect(() => resourcesOf(build)).toThrow(message);
  });

  it("rejects an organization's uid as an identity's", () => {
    stackOf((stack) => {
      expect(() => Identity.fromUid(stack, "ci", ORGANIZATION)).toThrow(
        '[access/ci] uid must be the uid of an identity: the uid of its group, "/" and 16 hexadecimal digits',
      );
    });
  });

  it("accepts everything that may be valid", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const { organization, group, ci, lister } = made(stack);
      const found = Group.fromLookup(stack, "found", { name: "found", descendantsOf: organization });
      const below = Group.fromLookup(stack, "below", { name: "below", parent: group });
      const other = new PlatformProvider(stack, "other", { alias: "other", baseUrl: "https://other.example.com" });
      for (const each of [found, below, new Group(stack, "inner", { parent: below, name: "inner" })])
        each.grant(ci, lister);
      group.grant(ci, Role.fromLookup(stack, "role", { name: "x", group: organization }));
      group.grant(ci, Role.fromUid(stack, "raw", "${var.role}"));
      group.grant(ci, Role.viewer);
      group.grant(ci, Role.viewer, { scope: stack, provider: other });
    });
    expect(Object.keys(platform_role_binding)).toHaveLength(7);
  });
});

describe("iterators", () => {
  it("create several identities, each with its grant", () => {
    const { platform_identity, platform_role_binding } = resourcesOf((stack) => {
      const { group } = made(stack);
      const names = TerraformIterator.fromList(["red", "blue"]);
      const name = names.value;
      const identities = Identity.githubActions(stack, "each", { group, repository, name, forEach: names });
      const forEach = TerraformIterator.fromResources(identities);
      group.grant(Identity.fromUid(stack, "jobs", forEach.getString("uid")), Role.viewer, { forEach });
    });
    expect(platform_identity.each).toMatchObject({ name: "${each.value}", for_each: '${toset(["red", "blue"])}' });
    expect(Object.values(platform_role_binding)).toMatchObject([
      { for_each: "${platform_identity.each}", identity_uid: "${each.value.uid}" },
    ]);
  });

  it.each<[string, (stack: TerraformStack) => void]>([
    [
      '[access/team] identity is an identity "access/each" with forEach, which represents several resources; iterate over it with TerraformIterator.fromResources, and set forEach and Identity.fromUid(scope, id, iterator.getString("uid"))',
      (stack) => {
        const { group } = made(stack);
        const forEach = TerraformIterator.fromList(["red"]);
        group.grant(Identity.githubActions(stack, "each", { group, repository, forEach }), Role.viewer);
      },
    ],
    [
      '[access/inner] parent is a group "access/several" with count, which represents several resources',
      (stack) => {
        const several = new Group(stack, "several", { name: "several", count: TerraformCount.of(2) });
        new Group(stack, "inner", { parent: several, name: "inner" });
      },
    ],
  ])("are rejected where one resource is required: %s", (message, build) => {
    expect(() => resourcesOf(build)).toThrow(message);
  });
});

function twoStacks(): readonly [TerraformStack, TerraformStack] {
  const app = Testing.app();
  const [here, there] = ["here", "there"].map((name) => {
    const stack = new TerraformStack(app, name);
    new PlatformProvider(stack, "platform");
    return stack;
  });
  return [here!, there!];
}

describe("grants across stacks", () => {
  it("are in the group's stack, or in that of the given scope", () => {
    const [here, there] = twoStacks();
    const group = Group.fromUid(here, "group", ORGANIZATION);
    const ci = Identity.githubActions(there, "ci", { group, repository });
    expect(group.grant(ci, Role.viewer).binding.node.path).toBe("here/group/there.ci-viewer");
    expect(group.grant(ci, Role.editor, { scope: there }).binding.node.path).toBe("there/here.group-there.ci-editor");
  });

  it("are distinct if paths differ only in characters that CDKTF removes", () => {
    const [here, there] = twoStacks();
    const ci = Identity.fromUid(here, "ci", uid("b"));
    const outer = new Construct(here, "pay");
    const groups = [new Group(outer, "ments", { name: "one" }), new Group(here, "payments", { name: "two" })];
    const grants = () => groups.map((group) => group.grant(ci, Role.viewer, { scope: there }));
    const paths = grants().map(({ binding }) => binding.node.path);
    expect(grants().map(({ binding }) => binding.node.path)).toEqual(paths);
    const { resource } = synthesized(there);
    expect(Object.keys(resource.platform_role_binding)).toEqual([
      "herepayments-ci-viewer",
      expect.stringMatching(/^herepayments-ci-viewer-[0-9a-f]{8}$/),
    ]);
  });

  it("accept overridden logical ids", () => {
    const [here, there] = twoStacks();
    const { binding } = Group.fromUid(here, "group", ORGANIZATION).grant(
      Identity.fromUid(here, "ci", uid("b")),
      Role.viewer,
      { scope: there },
    );
    binding.overrideLogicalId("mine");
    expect(Object.keys(synthesized(there).resource.platform_role_binding)).toEqual(["mine"]);
  });
});

/** Addresses written by the previous version. */
const addressesOfEarlierVersions = [
  "organization_ci-owner_81397C8F",
  "scope_nested_ci-by-uid_372C4211",
  "scope_nested_ci-lister_6533A079",
  "scope_nested_ci-registrypull_4678CB50",
  "scope_nested_ci-viewer_3332B098",
  "scope_nested_found-viewer_8BF51BC3",
  "scope_nested_inner-viewer_E6C7244B",
  "scope_nested_teaminner-viewer_6E85D38F",
  "scope_nested_thereci-viewer_7C917359",
  "team_ci-by-uid_9F9C286E",
  "team_ci-lister_FDE1E8DF",
  "team_ci-registrypull_70DBECD6",
  "team_ci-viewer_594BCD1B",
  "team_found-viewer_D89D4A7A",
  "team_inner-viewer_52269513",
  "team_scopeinner-viewer_B1C2062E",
  "team_thereci-viewer_9A20D4AC",
];
