import { capabilitiesFor } from "../capabilities";
import { uidFormat } from "../formats";
import { object, reference, timestamp } from "../kinds";
import { defineResource } from "../resource";
import { createTime, outputText, outputUid, uid, updateTime } from "./common";

export const roleBinding = defineResource({
  name: "RoleBinding",
  plural: "roleBindings",
  domain: "iam",
  description: "A grant of a role to an identity, in a group and everything below it.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("role_bindings"),
  filters: {
    identity: {
      kind: "string",
      number: 2,
      refersTo: "Identity",
      argument: "identityUid",
      description: "Return only bindings of the identity with this uid.",
    },
    group: {
      kind: "string",
      number: 3,
      refersTo: "Group",
      argument: "groupUid",
      description: "Return only bindings in the group with this uid.",
    },
    role: {
      kind: "string",
      number: 4,
      refersTo: "Role",
      argument: "roleUid",
      description: "Return only bindings of the role with this uid.",
    },
  },
  pageSizeNumber: 5,
  unique: ["identityUid", "roleUid"],
  expires: "expirationTime",
  fields: {
    uid: uid("The binding's unique identifier: its group's uid followed by one more segment."),
    identity: object(
      {
        uid: outputUid("Identity", 1, "The identity's uid."),
        name: outputText(2, "The identity's name."),
        description: outputText(3, "The identity's description."),
        subject: outputText(4, "The subject that may assume the identity."),
        issuer: outputText(5, "The issuer of the tokens that may assume the identity."),
        email: outputText(6, "The email address of the identity's user, if any."),
      },
      {
        number: 2,
        typeName: "RoleBindingIdentity",
        output: true,
        hydratedFrom: "identityUid",
        description: "The identity to which the role is granted.",
      },
    ),
    group: object(
      {
        uid: outputUid("Group", 1, "The group's uid."),
        name: outputText(2, "The group's name."),
        description: outputText(3, "The group's description."),
      },
      {
        number: 3,
        typeName: "RoleBindingGroup",
        output: true,
        hydratedFrom: "group",
        description: "The group in which the role is granted.",
      },
    ),
    role: object(
      {
        uid: outputUid("Role", 1, "The role's uid."),
        name: outputText(2, "The role's name."),
        description: outputText(3, "The role's description."),
      },
      {
        number: 4,
        typeName: "RoleBindingRole",
        output: true,
        hydratedFrom: "roleUid",
        description: "The granted role.",
      },
    ),
    createTime: createTime(5),
    identityUid: reference("Identity", {
      number: 6,
      required: true,
      immutable: true,
      ...uidFormat,
      description: "The uid of the identity to which the role is granted.",
    }),
    roleUid: reference("Role", {
      number: 7,
      required: true,
      ...uidFormat,
      description: "The uid of the granted role.",
    }),
    updateTime: updateTime(1000),
    expirationTime: timestamp({
      number: 1001,
      description:
        "The time at which the access ends, such as 2030-01-31T12:00:00Z. An expired binding grants nothing and is deleted after 30 days. If not set, the access is permanent.",
    }),
  },
});
