const pulumi = require("@pulumi/pulumi");
const { Group, Identity, Role, RoleBinding } = require("platform-iac/pulumi");

const organization = new pulumi.Config().require("organization");

const payments = new Group("payments", {
  parentUid: organization,
  name: "payments",
  description: "Resources of the payments team.",
});
const groupUid = payments.uid;

// Jobs on the main branch push images. Jobs for pull requests have read access.
const repository = "octo-org/payments";
const build = Identity.githubActions("build", { groupUid, repository, branch: "main" });
const review = Identity.githubActions("review", { groupUid, repository, pullRequest: true });

new RoleBinding("build-pusher", { groupUid, identityUid: build.uid, roleUid: Role.registryPush });
new RoleBinding("review-views", { groupUid, identityUid: review.uid, roleUid: Role.viewer });

// The values of PLATFORM_IDENTITY in the pipelines.
module.exports = { build: build.uid, review: review.uid };
