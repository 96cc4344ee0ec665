import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { type Grant, Group, Identity, type IRoleBinding, Role, RoleBinding } from "../../../constructs/cdktf";
import { builtInRoles, camelCase } from "../../../src/model";
import {
  groupWithIdentity,
  ORGANIZATION,
  repository,
  resourcesOf,
  stackOf,
  synthesized,
  twoStacks,
  uid,
} from "./synthesis";

describe("grants", () => {
  it("keep their addresses from states of earlier versions", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const scope = new Construct(stack, "scope");
      const { organization, group, ci, lister } = groupWithIdentity(stack);
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
        const { group, ci } = groupWithIdentity(stack);
        const role = new Role(stack, "viewer", { group, name: "viewer", capabilities: ["repo.list"] });
        return [group.grant(ci, Role.viewer), group.grant(ci, role)];
      },
    ],
    [
      "identity",
      (stack) => {
        const { group, ci } = groupWithIdentity(stack);
        const inner = Identity.githubActions(group, "ci", { group, repository });
        return [group.grant(ci, Role.viewer), group.grant(inner, Role.viewer)];
      },
    ],
    [
      "identity and role",
      (stack) => {
        const { group, ci } = groupWithIdentity(stack);
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
        const { organization, group, ci } = groupWithIdentity(stack);
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
      const { group, ci } = groupWithIdentity(stack);
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
      const { group, ci } = groupWithIdentity(stack);
      new Construct(group, "ci-viewer");
      group.grant(ci, Role.viewer);
    });
    expect(Object.keys(platform_role_binding)).toEqual([expect.stringMatching(/^team_ci-viewer-[0-9a-f]{8}_/)]);
  });
});

it("grants temporary access", () => {
  const { platform_role_binding } = resourcesOf((stack) => {
    const { group, ci } = groupWithIdentity(stack);
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
        const { group, ci } = groupWithIdentity(stack);
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
        const { group, ci } = groupWithIdentity(stack);
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
