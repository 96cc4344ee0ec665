import { GroupInvite, getGroupOutput, Role } from "platform-iac/pulumi";

const invite = new GroupInvite("newcomers", {
  groupUid: getGroupOutput({ name: "acme" }).uid,
  roleUid: Role.viewer,
  ttl: "7d",
  singleUse: true,
});

// A secret: `pulumi stack output --show-secrets` prints it.
export const code = invite.code;
