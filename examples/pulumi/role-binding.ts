import { getGroupOutput, getRoleBindingsOutput, Identity, Role, RoleBinding } from "platform-iac/pulumi";

const groupUid = getGroupOutput({ name: "acme" }).uid;
const deployer = Identity.githubActions("deployer", { groupUid, repository: "acme/payments" });

export const pushes = new RoleBinding("deployer-pushes", {
  groupUid,
  identityUid: deployer.uid,
  roleUid: Role.registryPush,
});

export const roles = getRoleBindingsOutput({ identityUid: deployer.uid }).apply((bindings) =>
  bindings.map(({ role }) => role.name),
);
