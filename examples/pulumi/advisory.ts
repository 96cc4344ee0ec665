import { getAdvisoriesOutput, getGroupOutput } from "platform-iac/pulumi";

const groupUid = getGroupOutput({ name: "acme" }).uid;

export const open = getAdvisoriesOutput({ descendantsOf: groupUid }).apply((advisories) => advisories.length);
