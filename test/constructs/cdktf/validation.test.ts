// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import type { TerraformStack } from "cdktf";
import { Token } from "cdktf";
import { Group, Identity, type IGroup, Repo, Role } from "../../../constructs/cdktf";
import { notAUid } from "../../../src/model";
import { ORGANIZATION, resourcesOf } from "./synthesis";

const claimMatch = { issuer: "https://issuer.example.com", subject: "a job" };
const organization = (stack: TerraformStack): IGroup => Group.fromUid(stack, "organization", ORGANIZATION);

describe("synthesis", () => {
  it.each<[string, (stack: TerraformStack) => void]>([
    [
      "[access/dev] name must match ^[a-z0-9 ._-]{1,}$",
      (stack) => new Group(stack, "dev", { parent: organization(stack), name: "Dev" }),
    ],
    [
      "[access/ci] claimMatch is missing: exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be set",
      (stack) => new Identity(stack, "ci", { group: organization(stack), name: "ci" }),
    ],
    [
      "[access/ci] claimMatch.issuer must match ^https?://[^\\s]+$",
      (stack) =>
        new Identity(stack, "ci", {
          group: organization(stack),
          name: "ci",
          claimMatch: { issuer: "issuer.example.com", subject: "a job" },
        }),
    ],
    [
      "[access/all] capabilities[1] must be a capability such as groups.list",
      (stack) =>
        new Role(stack, "all", { group: organization(stack), name: "all", capabilities: ["repo.list", "everything"] }),
    ],
    [
      "[access/app] syncConfig.source is required",
      (stack) =>
        new Repo(stack, "app", { group: organization(stack), name: "app", syncConfig: { google: "here" } as never }),
    ],
  ])("refuses what the service would refuse: %s", (message, build) => {
    expect(() => resourcesOf(build)).toThrow(message);
  });

  it("names all problems at once", () => {
    const build = (stack: TerraformStack) => {
      new Group(stack, "one", { parent: organization(stack), name: "ONE" });
      new Group(stack, "two", { name: "two", description: "two\nlines" });
    };
    expect(() => resourcesOf(build)).toThrow(
      "[access/one] name must match ^[a-z0-9 ._-]{1,}$\n  [access/two] description must match ^[\\S ]{0,512}$",
    );
  });

  it("checks what was set after the construct was made", () => {
    const build = (stack: TerraformStack) => {
      const group = new Group(stack, "dev", { parent: organization(stack), name: "dev" });
      group.name = "Dev";
    };
    expect(() => resourcesOf(build)).toThrow("[access/dev] name must match");
  });

  it("passes over what is known only at deployment", () => {
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

it("uids that could be none are refused where they are given", () => {
  const build = (stack: TerraformStack) => Group.fromUid(stack, "dev", "dev");
  expect(() => resourcesOf(build)).toThrow(new Error(`[access/dev] uid ${notAUid}`));
});
