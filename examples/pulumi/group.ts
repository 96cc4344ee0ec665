import { Group, getGroupOutput, getGroupsOutput } from "platform-iac/pulumi";

const organization = getGroupOutput({ name: "acme" });

export const payments = new Group("payments", {
  parentUid: organization.uid,
  name: "payments",
  description: "Resources of the payments team.",
});

export const names = getGroupsOutput({ descendantsOf: organization.uid }).apply((groups) =>
  groups.map(({ name }) => name),
);
