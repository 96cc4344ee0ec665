import { capabilitiesFor } from "../capabilities";
import { boolean, capability, duration, object, reference, set, string, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { createTime, outputText, outputUid, uid, uidPattern, updateTime } from "./common";

export const groupInvite = defineResource({
  name: "GroupInvite",
  plural: "groupInvites",
  domain: "iam",
  description: "Lets whoever has its code join a group with a role.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get", "create", "delete"],
  capabilities: capabilitiesFor("group_invites", { create: ["role_bindings.create"] }),
  filters: { keyId: { kind: "string", number: 2, description: "Only the invite with this key id." } },
  pageSizeNumber: 3,
  defaultOrder: "createTime desc",
  expires: "expirationTime",
  fields: {
    uid: uid("The invite's unique identifier: its group's, and one segment of its own."),
    roleUid: reference("Role", {
      number: 2,
      required: true,
      pattern: uidPattern,
      description: "The uid of the role that who joins is granted.",
    }),
    email: string({
      number: 3,
      pattern: /^[^\s@]+@[^\s@]+$/,
      description: "The e-mail address that may redeem the invite; anyone with the code, unless given.",
    }),
    ttl: duration({
      number: 4,
      required: true,
      writeOnly: true,
      between: ["createTime", "expirationTime"],
      minSeconds: 60,
      maxSeconds: 365 * 24 * 60 * 60,
      description: "How long the invite is good for, such as 3600s, 5m or 7d: from a minute to a year.",
    }),
    expirationTime: timestamp({
      number: 5,
      output: true,
      kept: true,
      description: "When the invite stops being good; soon after, it is gone.",
    }),
    singleUse: boolean({ number: 6, description: "Whether the invite is gone once it was redeemed." }),
    code: string({
      number: 7,
      output: true,
      kept: true,
      sensitive: true,
      onlyInCreate: true,
      description: "What redeems the invite; in the answer to its creation only.",
    }),
    keyId: string({
      number: 8,
      output: true,
      kept: true,
      description: "Tells the code apart from others without giving it away.",
    }),
    createTime: createTime(9),
    role: object(
      {
        uid: outputUid("Role", 1, "The role's uid."),
        name: outputText(2, "The role's name."),
        description: outputText(3, "The role's description."),
        capabilities: set(capability({ number: 4, description: "A capability." }), {
          number: 4,
          output: true,
          description: "What the role allows.",
        }),
      },
      {
        number: 10,
        typeName: "GroupInviteRole",
        output: true,
        hydratedFrom: "roleUid",
        description: "The role that is granted.",
      },
    ),
    updateTime: updateTime(1000),
  },
});
