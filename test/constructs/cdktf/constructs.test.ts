// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { TerraformIterator, TerraformStack, Testing, Token } from "cdktf";
import { Construct } from "constructs";
import {
  bindings,
  Group,
  GroupInvite,
  Identity,
  PlatformProvider,
  Repo,
  Role,
  RoleBinding,
} from "../../../constructs/cdktf";
import { builtInRoles, camelCase } from "../../../src/model";
import { workloads } from "../../../src/workloads";
import { ORGANIZATION, resourcesOf, stackOf, synthesized } from "./synthesis";

const jobs = { issuer: "https://issuer.example.com", subject: "a job" };

describe("groups", () => {
  it("take a parent and use its uid", () => {
    expect(
      resourcesOf((stack) => {
        const organization = Group.fromUid(stack, "organization", ORGANIZATION);
        const teams = new Group(stack, "teams", { parent: organization, name: "teams", description: "All of them." });
        new Group(stack, "red", { parent: teams, name: "red" });
      }),
    ).toEqual({
      platform_group: {
        teams: { parent_uid: ORGANIZATION, name: "teams", description: "All of them." },
        red: { parent_uid: "${platform_group.teams.uid}", name: "red" },
      },
    });
  });

  it("are looked up by name, in a parent or anywhere below an ancestor", () => {
    const { data, resource } = synthesized(
      stackOf((stack) => {
        const organization = Group.fromUid(stack, "organization", ORGANIZATION);
        const teams = Group.fromLookup(stack, "teams", { name: "teams", parent: organization });
        const red = Group.fromLookup(stack, "red", { name: "red", descendantsOf: teams });
        new Group(stack, "crimson", { parent: red, name: "crimson" });
      }),
    );
    expect(data.platform_group).toEqual({
      "teams-lookup": { name: "teams", parent_uid: ORGANIZATION },
      "red-lookup": { name: "red", descendants_of: "${data.platform_group.teams-lookup.uid}" },
    });
    expect(resource.platform_group.crimson.parent_uid).toBe("${data.platform_group.red-lookup.uid}");
  });

  it("are looked up by the deprecated ancestor property, with a warning", () => {
    let messages: readonly string[] = [];
    const { data } = synthesized(
      stackOf((stack) => {
        const organization = Group.fromUid(stack, "organization", ORGANIZATION);
        Group.fromLookup(stack, "red", { name: "red", ancestor: organization });
        messages = stack.node.metadata.map(({ data: message }) => String(message));
      }),
    );
    expect(data.platform_group["red-lookup"]).toEqual({ name: "red", descendants_of: ORGANIZATION });
    expect(messages).toEqual([expect.stringContaining("use descendantsOf")]);
  });

  it("without a parent are organizations, with a warning until they are imported", () => {
    const stack = stackOf((stack) => {
      new Group(stack, "one", { name: "one" });
      new Group(stack, "two", { name: "two" }).importFrom(ORGANIZATION);
      new Group(stack, "three", { name: "three", parent: Group.fromUid(stack, "top", ORGANIZATION) });
    });
    synthesized(stack);
    const warnings = stack.node
      .findAll()
      .flatMap(({ node }) => node.metadata.map(({ data }) => `${node.path} ${data}`))
      .filter((warning) => warning.includes("parent"));
    expect(warnings).toEqual([expect.stringMatching(/^access\/one has no parent: .*call importFrom/)]);
  });

  it("take Terraform's meta-arguments, and are imported by uid", () => {
    const { resource, import: imports } = synthesized(
      stackOf((stack) => {
        const teams = new Group(stack, "teams", { name: "teams", lifecycle: { preventDestroy: true } });
        teams.importFrom(ORGANIZATION);
      }),
    );
    expect(resource.platform_group.teams).toEqual({ name: "teams", lifecycle: { prevent_destroy: true } });
    expect(imports).toEqual([{ id: ORGANIZATION, to: "platform_group.teams" }]);
  });
});

describe("identities", () => {
  it("trust jobs of a GitHub repository", () => {
    expect(
      resourcesOf((stack) => {
        const group = Group.fromUid(stack, "group", ORGANIZATION);
        Identity.githubActions(stack, "deploy", { group, repository: "octo-org/app" });
        Identity.githubActions(stack, "release", {
          group,
          name: "release of app",
          description: "Tagged.",
          repository: "octo-org/app",
          tag: "v1",
          lifecycle: { preventDestroy: true },
        });
      }).platform_identity,
    ).toEqual({
      deploy: {
        group_uid: ORGANIZATION,
        name: "deploy",
        claim_match: {
          issuer: "https://token.actions.githubusercontent.com",
          subject: "repo:octo-org/app:ref:refs/heads/main",
        },
      },
      release: {
        group_uid: ORGANIZATION,
        name: "release of app",
        description: "Tagged.",
        claim_match: {
          issuer: "https://token.actions.githubusercontent.com",
          subject: "repo:octo-org/app:ref:refs/tags/v1",
        },
        lifecycle: { prevent_destroy: true },
      },
    });
  });

  it("trust only the given branch, even if its name looks like an escaped expression", () => {
    const { claim_match } = resourcesOf((stack) => {
      const group = Group.fromUid(stack, "group", ORGANIZATION);
      Identity.githubActions(stack, "deploy", { group, repository: "octo-org/app", branch: "$${path.cwd}" });
    }).platform_identity.deploy;
    expect(claim_match.subject).toBe("repo:octo-org/app:ref:refs/heads/$${path.cwd}");
  });

  it("have a preset for each supported system", () => {
    for (const { id } of workloads) expect(Identity).toHaveProperty(camelCase(id.replaceAll("-", "_")));
    const { platform_identity } = resourcesOf((stack) => {
      const group = Group.fromUid(stack, "group", ORGANIZATION);
      Identity.gitlabCi(stack, "gitlab", { group, description: "Jobs.", project: "acme/access", tag: "v1" });
      Identity.buildkite(stack, "buildkite", { group, organization: "acme", pipeline: "deploy-access" });
    });
    expect(platform_identity).toMatchObject({
      gitlab: {
        name: "gitlab",
        description: "Jobs.",
        claim_match: { issuer: "https://gitlab.com", subject: "project_path:acme/access:ref_type:tag:ref:v1" },
      },
      buildkite: {
        claim_match: {
          subject_pattern: "organization:acme:pipeline:deploy-access:ref:refs/heads/main:commit:[^:]+:step:[^:]*",
        },
      },
    });
    expect(platform_identity.gitlab).not.toHaveProperty("project");
  });

  it.each([
    [{ repository: "app" }, '[access/deploy] repository must be OWNER/NAME, such as octo-org/octo-repo, not "app"'],
    [
      { repository: "octo-org/app", branch: "main", tag: "v1" },
      "[access/deploy] tag conflicts with branch: at most one of branch, branches, tag, environment, pullRequest may be set",
    ],
    [
      { repository: Token.asString({ resolve: () => "octo-org/app" }) },
      "[access/deploy] repository must be known at synthesis, because it is part of the subject claim. To create an identity per value, use a loop",
    ],
    [
      { repository: "octo-org/app", branch: "release-${var.line}" },
      "[access/deploy] branch must be known at synthesis",
    ],
    [
      { repository: "octo-org/app", branch: TerraformIterator.fromList(["main", "next"]).value },
      "[access/deploy] branch must be known at synthesis",
    ],
    [
      { repository: "octo-org/app", brnach: "release" },
      '[access/deploy] brnach is not an option of GitHub Actions; options are repository, branch, branches, tag, environment, pullRequest, reusableWorkflow, repositoryOwnerId, repositoryId, issuer; did you mean "branch"?',
    ],
    [
      { repository: "octo-org/app", lifecycle: { preventDestory: true } as object },
      '[access/deploy] "preventDestory" is not a property of Identity.lifecycle; did you mean "preventDestroy"?',
    ],
    [{ repository: "octo-org/app", branch: null as never }, "[access/deploy] branch must be a valid git branch name"],
    [
      { repository: "octo-org/app", pullRequest: "false" as never },
      "[access/deploy] pullRequest must be true or false",
    ],
  ])("reject invalid options of GitHub jobs: %j", (options, message) => {
    stackOf((stack) => {
      const group = Group.fromUid(stack, "group", ORGANIZATION);
      expect(() => Identity.githubActions(stack, "deploy", { group, ...options })).toThrow(message);
    });
  });
});

describe("roles", () => {
  it("that are built in are looked up by name, once per provider of a stack", () => {
    expect(synthesized(stackOf(() => {})).data).toBeUndefined();
    const stack = stackOf((stack) => {
      const group = Group.fromUid(stack, "group", ORGANIZATION);
      const provider = new PlatformProvider(stack, "other", { alias: "other", baseUrl: "https://other.example.com" });
      const [one, two] = ["one", "two"].map((id) =>
        Identity.githubActions(stack, id, { group, repository: `a/${id}` }),
      );
      for (const role of [Role.owner, Role.editor, Role.viewer, Role.registryPull, Role.registryPush]) {
        group.grant(one!, role);
        group.grant(two!, role);
      }
      group.grant(one!, Role.viewer, { scope: new Construct(stack, "others"), provider });
      new GroupInvite(stack, "invite", { group, role: Role.viewer, ttl: "3600s", provider });
    });
    const { data, resource } = synthesized(stack);
    expect(data.platform_role).toEqual({
      ...Object.fromEntries(builtInRoles.map(({ name }) => [`built-in-role-${name.replace(".", "-")}`, { name }])),
      "built-in-role-viewer-other": { name: "viewer", provider: "platform.other" },
    });
    expect(resource.platform_group_invite.invite).toMatchObject({
      role_uid: "${data.platform_role.built-in-role-viewer-other.uid}",
      provider: "platform.other",
    });
    const text = JSON.stringify({ data, resource });
    expect(builtInRoles.filter(({ uid }) => text.includes(uid))).toEqual([]);
  });

  it("of a group are created and granted like built-in ones", () => {
    const { platform_role, platform_role_binding } = resourcesOf((stack) => {
      const group = new Group(stack, "group", { name: "group" });
      const identity = new Identity(stack, "ci", { group, name: "ci", claimMatch: jobs });
      const role = new Role(stack, "lister", { group, name: "lister", capabilities: ["repo.list"] });
      group.grant(identity, role);
    });
    expect(platform_role.lister).toEqual({
      group_uid: "${platform_group.group.uid}",
      name: "lister",
      capabilities: ["repo.list"],
    });
    expect(Object.values(platform_role_binding)).toEqual([
      {
        group_uid: "${platform_group.group.uid}",
        identity_uid: "${platform_identity.ci.uid}",
        role_uid: "${platform_role.lister.uid}",
      },
    ]);
  });

  it("are looked up in a group", () => {
    const { data } = synthesized(
      stackOf((stack) => {
        const group = Group.fromUid(stack, "group", ORGANIZATION);
        group.grant(
          Identity.fromLookup(stack, "ci", { name: "ci", group }),
          Role.fromLookup(stack, "lister", { name: "lister", group }),
        );
        Identity.fromLookup(stack, "job", { issuer: "https://issuer.example.com", subject: "job" });
      }),
    );
    expect(data).toEqual({
      platform_identity: {
        "ci-lookup": { name: "ci", group_uid: ORGANIZATION },
        "job-lookup": { issuer: "https://issuer.example.com", subject: "job" },
      },
      platform_role: { "lister-lookup": { name: "lister", group_uid: ORGANIZATION } },
    });
  });
});

describe("grants", () => {
  it("are one binding each, however often they are repeated", () => {
    const bound = resourcesOf((stack) => {
      const group = Group.fromUid(stack, "group", ORGANIZATION);
      const ci = new Identity(stack, "ci", { group, name: "ci", claimMatch: jobs });
      const { binding } = group.grant(ci, Role.viewer);
      expect(binding).toBeInstanceOf(RoleBinding);
      expect(group.grant(ci, Role.viewer).binding).toBe(binding);
      expect(group.grant(ci, Role.registryPull).binding).not.toBe(binding);
    }).platform_role_binding;
    const expected = ["viewer", "registry-pull"].map((name) => ({
      group_uid: ORGANIZATION,
      identity_uid: "${platform_identity.ci.uid}",
      role_uid: `\${data.platform_role.built-in-role-${name}.uid}`,
    }));
    expect(Object.values(bound)).toHaveLength(2);
    expect(Object.values(bound)).toEqual(expect.arrayContaining(expected));
  });

  it("keep their addresses in any order, also for identities with equal ids", () => {
    const grantIn = (order: readonly string[]) =>
      Object.keys(
        resourcesOf((stack) => {
          const group = Group.fromUid(stack, "group", ORGANIZATION);
          for (const team of order) {
            const scope = new Construct(stack, team);
            group.grant(new Identity(scope, "ci", { group, name: team, claimMatch: jobs }), Role.viewer);
          }
        }).platform_role_binding,
      ).sort();
    expect(grantIn(["red", "blue"])).toEqual(grantIn(["blue", "red"]));
    expect(grantIn(["red", "blue"])).toHaveLength(2);
  });

  it("accept identities of another stack", () => {
    const app = Testing.app();
    const people = stackOf(() => {}, "people");
    expect(people.node.path).toBe("people");
    const [here, there] = ["here", "there"].map((name) => new TerraformStack(app, name));
    const group = Group.fromUid(here!, "group", ORGANIZATION);
    const identity = Identity.fromUid(there!, "ci", `${ORGANIZATION}/${"b".repeat(16)}`);
    expect(group.grant(identity, Role.viewer).binding.node.path).toBe("here/group/there.ci-viewer");
  });
});

describe("repos", () => {
  it("take all their fields", () => {
    expect(
      resourcesOf((stack) => {
        const group = Group.fromUid(stack, "group", ORGANIZATION);
        new Repo(stack, "app", {
          group,
          name: "app",
          catalogTier: "CATALOG_TIER_BASE",
          syncConfig: { source: `${ORGANIZATION}/${"c".repeat(16)}` },
        });
      }).platform_repo.app,
    ).toEqual({
      group_uid: ORGANIZATION,
      name: "app",
      catalog_tier: "CATALOG_TIER_BASE",
      sync_config: { source: `${ORGANIZATION}/${"c".repeat(16)}` },
    });
  });
});

describe("bindings", () => {
  it("provide what constructs do not offer", () => {
    const { data, terraform } = synthesized(
      stackOf((stack) => {
        new bindings.dataPlatformRepos.DataPlatformRepos(stack, "repos", { descendantsOf: ORGANIZATION });
      }),
    );
    expect(data.platform_repos.repos).toEqual({ descendants_of: ORGANIZATION });
    expect(terraform.required_providers).toEqual({
      platform: { source: "registry.terraform.io/platform-iac/platform", version: ">= 0.1, < 1" },
    });
  });

  it("write nested attributes as attributes in HCL too", () => {
    const hcl = Testing.synthHcl(
      stackOf((stack) => {
        const group = Group.fromUid(stack, "group", ORGANIZATION);
        new Identity(stack, "ci", { group, name: "ci", claimMatch: jobs });
      }),
    );
    expect(hcl).toMatch(/claim_match = \{\s+issuer\s+= "https:\/\/issuer\.example\.com"/);
  });
});
