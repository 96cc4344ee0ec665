const pulumi = require("@pulumi/pulumi");
const { Group, Identity, Repo, Role, RoleBinding } = require("platform-iac/pulumi");

const organization = new pulumi.Config().require("organization");

const payments = new Group("payments", {
  parentUid: organization,
  name: "payments",
  description: "What takes and returns money.",
});

new Repo("checkout", { groupUid: payments.uid, name: "checkout" });

// Jobs on the branch main may change what is in the registry.
const release = Identity.githubActions("release", { groupUid: payments.uid, repository: "octo-org/checkout" });
new RoleBinding("release-edits", { groupUid: payments.uid, identityUid: release.uid, roleUid: Role.editor });

// Jobs for pull requests may only look.
const review = Identity.githubActions("review", {
  groupUid: payments.uid,
  repository: "octo-org/checkout",
  pullRequest: true,
});
new RoleBinding("review-views", { groupUid: payments.uid, identityUid: review.uid, roleUid: Role.viewer });

module.exports = { group: payments.uid, release: release.uid, review: review.uid };
