import { Group, GroupAccess, getGroupOutput, Identity, Role } from "platform-iac/pulumi";

const payments = new Group("payments", { parentUid: getGroupOutput({ name: "acme" }).uid, name: "payments" });
const deployer = Identity.githubActions("deployer", { groupUid: payments.uid, repository: "acme/payments" });

// All role bindings directly in the group: any other is removed.
export const access = new GroupAccess("payments", {
  groupUid: payments.uid,
  grants: [
    { identityUid: deployer.uid, roleUid: Role.registryPush },
    { identityUid: deployer.uid, roleUid: Role.viewer },
  ],
});
