// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import type { TerraformStack } from "cdktf";
import * as constructs from "../../../constructs/cdktf";
import {
  AccountAssociation,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  type IGroup,
  Repo,
  Role,
  RoleBinding,
  Tag,
} from "../../../constructs/cdktf";
import { definitions } from "../../../src/model";
import { ORGANIZATION, resourcesOf } from "./synthesis";

const organization = (stack: TerraformStack): IGroup => Group.fromUid(stack, "organization", ORGANIZATION);
const viewer = "${data.platform_role.built-in-role-viewer.uid}";
const digest = `sha256:${"0".repeat(64)}`;

it("identity providers, associations, invites and tags take groups, roles and repos", () => {
  const { platform_repo: _repo, ...resources } = resourcesOf((stack) => {
    const group = organization(stack);
    new IdentityProvider(stack, "staff", {
      group,
      name: "staff",
      defaultRole: Role.viewer,
      oidc: { issuer: "https://login.example.com", clientId: "platform", pkceEnabled: true },
    });
    new AccountAssociation(stack, "accounts", {
      group,
      name: "accounts",
      github: { appInstallations: { 42: { installations: [{ installationId: 7 }] } } },
    });
    new GroupInvite(stack, "newcomer", { group, role: Role.viewer, ttl: "3600s" });
    new Tag(stack, "stable", { repo: new Repo(stack, "app", { group, name: "app" }), name: "stable", digest });
  });
  expect(resources).toEqual({
    platform_identity_provider: {
      staff: {
        group_uid: ORGANIZATION,
        name: "staff",
        default_role: viewer,
        oidc: { issuer: "https://login.example.com", client_id: "platform", pkce_enabled: true },
      },
    },
    platform_account_association: {
      accounts: {
        group_uid: ORGANIZATION,
        name: "accounts",
        github: { app_installations: { 42: { installations: [{ installation_id: 7 }] } } },
      },
    },
    platform_group_invite: { newcomer: { group_uid: ORGANIZATION, role_uid: viewer, ttl: "3600s" } },
    platform_tag: { stable: { repo_uid: "${platform_repo.app.uid}", name: "stable", digest } },
  });
});

it.each<[string, (stack: TerraformStack) => void]>([
  [
    "[access/staff] oidc.clientSecret is missing: at least one of clientSecret, pkceEnabled must be set",
    (stack) =>
      new IdentityProvider(stack, "staff", {
        group: organization(stack),
        name: "staff",
        defaultRole: Role.viewer,
        oidc: { issuer: "https://login.example.com", clientId: "platform" },
      }),
  ],
  [
    "[access/newcomer] ttl must be a duration such as 3600s, 5m, 12h or 7d",
    (stack) => new GroupInvite(stack, "newcomer", { group: organization(stack), role: Role.viewer, ttl: "an hour" }),
  ],
])("rejects what the service would reject: %s", (message, build) => {
  expect(() => resourcesOf(build)).toThrow(message);
});

it("has a construct for every type with create", () => {
  const creatable = definitions.filter(({ operations }) => operations.includes("create"));
  expect(creatable.map(({ name }) => name).filter((name) => !(name in constructs))).toEqual([]);
});

describe("constructs", () => {
  const oidc = { issuer: "https://login.example.com", clientId: "platform", pkceEnabled: true };
  const made = (stack: TerraformStack) => {
    const top = organization(stack);
    const group = new Group(stack, "team", { parent: top, name: "team" });
    const identity = Identity.githubActions(stack, "ci", { group, repository: "octo-org/app" });
    const role = new Role(stack, "lister", { group, name: "lister", capabilities: ["repo.list"] });
    const repo = new Repo(stack, "app", { group, name: "app" });
    return { stack, top, group, identity, role, repo };
  };

  it("keep the constructs that they refer to", () => {
    resourcesOf((stack) => {
      const { top, group, identity, role, repo } = made(stack);
      expect(group.parent).toBe(top);
      for (const each of [identity, role, repo]) expect(each.group).toBe(group);
      const invite = new GroupInvite(stack, "invite", { group, role, ttl: "1h" });
      expect([invite.group, invite.role]).toEqual([group, role]);
      const { binding } = group.grant(identity, Role.viewer);
      expect([binding.group, binding.identity, binding.role]).toEqual([group, identity, Role.viewer]);
      const provider = new IdentityProvider(stack, "staff", { group: top, name: "x", defaultRole: Role.viewer, oidc });
      expect([provider.group, provider.role]).toEqual([top, Role.viewer]);
      expect(new AccountAssociation(stack, "accounts", { group, name: "accounts" }).group).toBe(group);
      expect(new Tag(stack, "stable", { repo, name: "stable", digest }).repo).toBe(repo);
      expect(Repo.fromLookup(stack, "found", { name: "x", group }).group).toBe(group);
      expect(Group.fromLookup(stack, "below", { name: "x", parent: group }).parent).toBe(group);
      expect(Group.fromLookup(stack, "anywhere", { name: "x", descendantsOf: group }).parent).toBeUndefined();
    });
  });

  it("keep those that a setter has replaced them by", () => {
    resourcesOf((stack) => {
      const { top, group, identity, repo } = made(stack);
      const other = new Group(stack, "other", { parent: top, name: "other" });
      repo.groupUid = other.uid;
      expect(repo.group).toBe(other);
      group.resetParentUid();
      expect(group.parent).toBeUndefined();
      identity.groupUid = `${ORGANIZATION}/${"b".repeat(16)}`;
      expect(() => identity.group).toThrow(
        "[access/ci] groupUid was set to a uid without a construct in this program; use groupUidInput instead",
      );
    });
  });
});

it("accepts timeouts in every construct", () => {
  const timeouts = { create: "5m" };
  const resources = resourcesOf((stack) => {
    const group = new Group(stack, "team", { parent: organization(stack), name: "team", timeouts });
    const identity = Identity.githubActions(stack, "ci", { group, repository: "octo-org/app", timeouts });
    new RoleBinding(stack, "ci-views", { group, identity, role: Role.viewer, timeouts });
  });
  expect(Object.values(resources as object).flatMap((each: object) => Object.values(each))).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ timeouts })),
  );
});
