// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import type { TerraformStack } from "cdktf";
import { TerraformIterator, Token } from "cdktf";
import {
  AccountAssociation,
  Group,
  Identity,
  IdentityProvider,
  type IGroup,
  Repo,
  Role,
} from "../../../constructs/cdktf";
import { invalidUid } from "../../../src/model";
import { ORGANIZATION, resourcesOf } from "./synthesis";

const claimMatch = { issuer: "https://issuer.example.com", subject: "a job" };
const organization = (stack: TerraformStack): IGroup => Group.fromUid(stack, "organization", ORGANIZATION);

describe("synthesis", () => {
  it.each<[string, (stack: TerraformStack) => void]>([
    [
      '[access/dev] name must contain only lowercase letters, digits, spaces, ".", "_" and "-"',
      (stack) => new Group(stack, "dev", { parent: organization(stack), name: "Dev" }),
    ],
    [
      "[access/ci] claimMatch is missing: exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be set",
      (stack) => new Identity(stack, "ci", { group: organization(stack), name: "ci" }),
    ],
    [
      "[access/ci] claimMatch.issuer must be an https or http URL",
      (stack) =>
        new Identity(stack, "ci", {
          group: organization(stack),
          name: "ci",
          claimMatch: { issuer: "issuer.example.com", subject: "a job" },
        }),
    ],
    [
      "[access/ci] claimMatch.issuer must be an https URL",
      (stack) =>
        new Identity(stack, "ci", {
          group: organization(stack),
          name: "ci",
          claimMatch: { issuer: "http://issuer.example.com", subject: "a job" },
        }),
    ],
    [
      "[access/robot] staticKeys.issuerKeys is not accepted: keys[0] has an x coordinate of",
      (stack) =>
        new Identity(stack, "robot", {
          group: organization(stack),
          name: "robot",
          staticKeys: {
            issuer: "https://keys.example.com",
            subject: "robot",
            issuerKeys: JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", x: "AAAA" }] }),
          },
        }),
    ],
    [
      "[access/all] capabilities[1] must be a capability such as groups.list",
      (stack) =>
        new Role(stack, "all", { group: organization(stack), name: "all", capabilities: ["repo.list", "everything"] }),
    ],
    [
      "[access/app] syncConfig.source must be the uid of a repo, not of a group",
      (stack) =>
        new Repo(stack, "app", { group: organization(stack), name: "app", syncConfig: { source: ORGANIZATION } }),
    ],
    [
      "[access/app] activeTags[1] is duplicated",
      (stack) => new Repo(stack, "app", { group: organization(stack), name: "app", activeTags: ["1", "1"] }),
    ],
    [
      "[access/all] capabilities[1] is a duplicate of",
      (stack) =>
        new Role(stack, "all", {
          group: organization(stack),
          name: "all",
          capabilities: ["repo.list", "CAP_REPO_LIST"],
        }),
    ],
    [
      "[access/app] syncConfig.source is required",
      (stack) =>
        new Repo(stack, "app", { group: organization(stack), name: "app", syncConfig: { google: "here" } as never }),
    ],
    [
      "[access/ci] claimMatch.subjectPattern ",
      (stack) =>
        new Identity(stack, "ci", {
          group: organization(stack),
          name: "ci",
          claimMatch: { issuer: "https://issuer.example.com", subjectPattern: "repo:(?=octo-org)" },
        }),
    ],
    [
      "[access/ci] claimMatch.issuerPattern ",
      (stack) =>
        new Identity(stack, "ci", {
          group: organization(stack),
          name: "ci",
          claimMatch: { issuerPattern: "https://.*", subject: "a job" },
        }),
    ],
    [
      "[access/app] syncConfig.source must be a uid",
      (stack) =>
        new Repo(stack, "app", { group: organization(stack), name: "app", syncConfig: { source: "elsewhere" } }),
    ],
    [
      "[access/two] name must contain only",
      (stack) => new Group(stack, "two", { parent: organization(stack), name: "$${two}" }),
    ],
  ])("rejects what the service would reject: %s", (message, build) => {
    expect(() => resourcesOf(build)).toThrow(message);
  });

  it("reports all problems", () => {
    const build = (stack: TerraformStack) => {
      new Group(stack, "one", { parent: organization(stack), name: "ONE" });
      new Group(stack, "two", { name: "two", description: "two\nlines" });
    };
    expect(() => resourcesOf(build)).toThrow(
      '[access/one] name must contain only lowercase letters, digits, spaces, ".", "_" and "-"\n  [access/two] description must be at most 512 characters on one line, without tabs',
    );
  });

  it("validates values set after construction", () => {
    const build = (stack: TerraformStack) => {
      const group = new Group(stack, "dev", { parent: organization(stack), name: "dev" });
      group.name = "Dev";
    };
    expect(() => resourcesOf(build)).toThrow("[access/dev] name must contain only");
  });

  it("skips values known only at deployment", () => {
    const later = Token.asString({ resolve: () => "${var.later}" });
    const { platform_group, platform_identity, platform_role } = resourcesOf((stack) => {
      const group = new Group(stack, "dev", { parent: organization(stack), name: `${later}!` });
      new Identity(stack, "ci", { group, name: "ci", claimMatch: { ...claimMatch, issuer: later } });
      new Role(stack, "all", { group, name: "all", capabilities: [later] });
    });
    expect(platform_group.dev.name).toBe("${var.later}!");
    expect(platform_identity.ci.claim_match.issuer).toBe("${var.later}");
    expect(platform_role.all.capabilities).toEqual(["${var.later}"]);
  });
});

it.each(["${var.later}", "team-${var.later}", '%{ if var.later != "" }team%{ endif }', "$$${var.later}"])(
  "skips expressions in strings: %s",
  (later) => {
    const { platform_group, platform_identity, platform_role } = resourcesOf((stack) => {
      const group = new Group(stack, "dev", { parent: Group.fromUid(stack, "top", later), name: later });
      const match = { issuer: later, subjectPattern: later, claims: { [later]: later } };
      new Identity(stack, "ci", { group, name: "ci", claimMatch: match });
      new Role(stack, "all", { group, name: "all", capabilities: [later] });
      new AccountAssociation(stack, "accounts", {
        group,
        name: "accounts",
        github: { appInstallations: { [later]: { installations: [{ installationId: 7 }] } } },
      });
    });
    expect(platform_group.dev).toEqual({ parent_uid: later, name: later });
    expect(platform_identity.ci.claim_match.subject_pattern).toBe(later);
    expect(platform_role.all.capabilities).toEqual([later]);
  },
);

it("skips lists that an iterator creates", () => {
  const iterator = TerraformIterator.fromList(["repo.list"]);
  const { platform_identity_provider } = resourcesOf((stack) => {
    const group = organization(stack);
    const roleMappings = iterator.dynamic({ claim_value: iterator.value, role_uid: Role.viewer.uidIn(stack) });
    const oidc = { issuer: "https://login.example.com", clientId: "x", pkceEnabled: true, groupsClaim: "groups" };
    new IdentityProvider(stack, "staff", {
      group,
      name: "staff",
      defaultRole: Role.viewer,
      oidc: { ...oidc, roleMappings },
    });
  });
  expect(platform_identity_provider.staff.oidc.role_mappings).toContain("for key, val in");
});

it("suggests the attribute name for an iterator's list", () => {
  const iterator = TerraformIterator.fromList(["staff"]);
  const build = (stack: TerraformStack) => {
    const roleMappings = iterator.dynamic({ claimValue: iterator.value });
    const oidc = { issuer: "https://login.example.com", clientId: "x", pkceEnabled: true, roleMappings };
    new IdentityProvider(stack, "staff", { group: organization(stack), name: "staff", defaultRole: Role.viewer, oidc });
  };
  expect(() => resourcesOf(build)).toThrow(
    '[access/staff] "claimValue" is not a property of IdentityProvider.oidc.roleMappings; did you mean "claim_value"?',
  );
});

it("rejects invalid uids where they are passed", () => {
  const build = (stack: TerraformStack) => Group.fromUid(stack, "dev", "dev");
  expect(() => resourcesOf(build)).toThrow(new Error(`[access/dev] uid ${invalidUid}`));
});
