import { capabilitiesFor } from "../capabilities";
import { uidFormat } from "../formats";
import { boolean, capability, duration, object, reference, set, string, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { createTime, outputText, outputUid, uid, updateTime } from "./common";

export const groupInvite = defineResource({
  name: "GroupInvite",
  plural: "groupInvites",
  domain: "iam",
  description: "An invite whose code allows its holder to join a group with a role.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get", "create", "delete"],
  capabilities: capabilitiesFor("group_invites", { create: ["role_bindings.create"] }),
  filters: { keyId: { kind: "string", number: 2, description: "Return only the invite with this key ID." } },
  pageSizeNumber: 3,
  defaultOrder: "createTime desc",
  expires: "expirationTime",
  fields: {
    uid: uid("The invite's unique identifier: its group's uid followed by one more segment."),
    roleUid: reference("Role", {
      number: 2,
      required: true,
      ...uidFormat,
      description: "The uid of the role that is granted to the user who joins.",
    }),
    email: string({
      number: 3,
      pattern: /^[^\s@]+@[^\s@]+$/,
      allowed: "must be an email address",
      description: "The email address that may redeem the invite. If not set, anyone with the code may redeem it.",
    }),
    ttl: duration({
      number: 4,
      required: true,
      writeOnly: true,
      startAndEnd: ["createTime", "expirationTime"],
      minSeconds: 60,
      maxSeconds: 365 * 24 * 60 * 60,
      description: "How long the invite is valid, such as 3600s, 5m or 7d: from one minute to one year.",
    }),
    expirationTime: timestamp({
      number: 5,
      output: true,
      inManagedState: true,
      description: "The time at which the invite expires. It is deleted soon afterwards.",
    }),
    singleUse: boolean({ number: 6, description: "Whether the invite is deleted once it has been redeemed." }),
    code: string({
      number: 7,
      output: true,
      inManagedState: true,
      sensitive: true,
      onlyInCreate: true,
      description: "The code that redeems the invite. Returned only when the invite is created.",
    }),
    keyId: string({
      number: 8,
      output: true,
      inManagedState: true,
      description: "Identifies the code without revealing it.",
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
          description: "The capabilities that the role grants.",
        }),
      },
      {
        number: 10,
        typeName: "GroupInviteRole",
        output: true,
        hydratedFrom: "roleUid",
        description: "The granted role.",
      },
    ),
    updateTime: updateTime(1000),
  },
});
