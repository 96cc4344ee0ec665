import { getGroupOutput, getIdentityOutput, Identity } from "platform-iac/pulumi";

const groupUid = getGroupOutput({ name: "acme" }).uid;

// GitHub Actions jobs on the main branch of one repository.
export const deployer = Identity.githubActions("deployer", { groupUid, repository: "acme/payments", branch: "main" });

// Jobs of any of an owner's repositories in the environment "staging".
export const staging = new Identity("staging", {
  groupUid,
  name: "staging",
  claimMatch: {
    issuer: "https://token.actions.githubusercontent.com",
    subjectPattern: "repo:acme/.*",
    claims: { environment: "staging" },
  },
});

export const existing = getIdentityOutput({ name: "deployer", groupUid }).uid;
