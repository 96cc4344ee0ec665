import { getAccessOutput, getGroupOutput, getIdentityOutput } from "platform-iac/pulumi";

const groupUid = getGroupOutput({ name: "acme" }).uid;
const deployer = getIdentityOutput({ name: "deployer", groupUid });

export const capabilities = getAccessOutput({ identityUid: deployer.uid, groupUid }).capabilities;
