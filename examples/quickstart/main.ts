import { App, TerraformStack } from "cdktf";
import { Group, Identity, PlatformProvider, Role } from "platform-iac/cdktf";

const { ORGANIZATION_UID, EXISTING_GROUP_UID } = process.env;
if (!ORGANIZATION_UID) throw new Error("ORGANIZATION_UID must be the uid of your organization's group");

const app = new App();
const stack = new TerraformStack(app, "quickstart");
new PlatformProvider(stack, "platform");

const organization = Group.fromUid(stack, "organization", ORGANIZATION_UID);
const payments = new Group(stack, "payments", {
  parent: organization,
  name: "payments",
  description: "Resources of the payments team.",
});

// Jobs on the main branch push images. Jobs for pull requests have read access.
const repository = "octo-org/payments";
const build = Identity.githubActions(stack, "build", { group: payments, repository, branch: "main" });
const review = Identity.githubActions(stack, "review", { group: payments, repository, pullRequest: true });

payments.grant(build, Role.registryPush);
payments.grant(review, Role.viewer);

// Imports a manually created group by its uid.
if (EXISTING_GROUP_UID) {
  new Group(stack, "archive", { parent: organization, name: "archive" }).importFrom(EXISTING_GROUP_UID);
}

app.synth();
