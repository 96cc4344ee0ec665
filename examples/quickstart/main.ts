import { App, TerraformStack } from "cdktf";
import { Group, Identity, PipelineAccess, PlatformProvider, Role } from "platform-iac/cdktf";

const { ORGANIZATION_UID, EXISTING_GROUP_UID, PIPELINE_ISSUER, PIPELINE_SUBJECT } = process.env;
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

// The pipeline that deploys this program verifies its own access after each deployment that changes it.
if (PIPELINE_ISSUER && PIPELINE_SUBJECT) {
  const claimMatch = { issuer: PIPELINE_ISSUER, subject: PIPELINE_SUBJECT };
  const deploy = new Identity(stack, "deploy", { group: payments, name: "deploy", claimMatch });
  new PipelineAccess(stack, "access", {
    identity: deploy,
    roles: [{ group: payments, role: Role.editor }],
    verify: true,
  });
}

// Imports a manually created group by its uid.
if (EXISTING_GROUP_UID) {
  new Group(stack, "archive", { parent: organization, name: "archive" }).importFrom(EXISTING_GROUP_UID);
}

app.synth();
