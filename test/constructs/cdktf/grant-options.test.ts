import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { Group, Identity, PlatformProvider, Repo, Role } from "../../../constructs/cdktf";
import { groupWithIdentity, ORGANIZATION, stackOf, synthesized, twoStacks, uid } from "./synthesis";

describe("the result of a grant", () => {
  it("is deployed before constructs, also what is added to them later, but not before what it depends on", () => {
    const { resource } = synthesized(
      stackOf((stack) => {
        const { group, ci } = groupWithIdentity(stack);
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
      const { group, ci } = groupWithIdentity(stack);
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
      const { group, ci } = groupWithIdentity(stack);
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
      const { group, ci, lister } = groupWithIdentity(stack);
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
