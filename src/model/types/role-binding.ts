import { capabilitiesFor } from "../capabilities";
import { object, reference } from "../kinds";
import { defineResource } from "../resource";
import { createTime, outputText, outputUid, uid, uidPattern, updateTime } from "./common";

export const roleBinding = defineResource({
  name: "RoleBinding",
  plural: "roleBindings",
  domain: "iam",
  description: "Grants a role to an identity, within a group and everything below it.",
  parent: { type: "Group", attribute: "groupUid" },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("role_bindings"),
  filters: {
    identity: {
      kind: "string",
      number: 2,
      refersTo: "Identity",
      argument: "identityUid",
      description: "Only bindings of the identity with this uid.",
    },
    group: {
      kind: "string",
      number: 3,
      refersTo: "Group",
      argument: "groupUid",
      description: "Only bindings in the group with this uid.",
    },
    role: {
      kind: "string",
      number: 4,
      refersTo: "Role",
      argument: "roleUid",
      description: "Only bindings of the role with this uid.",
    },
  },
  pageSizeNumber: 5,
  unique: ["identityUid", "roleUid"],
  fields: {
    uid: uid("The binding's unique identifier: its group's, and one segment of its own."),
    identity: object(
      {
        uid: outputUid("Identity", 1, "The identity's uid."),
        name: outputText(2, "The identity's name."),
        description: outputText(3, "The identity's description."),
        subject: outputText(4, "The subject that may assume it."),
        issuer: outputText(5, "The issuer of the tokens that assume it."),
        email: outputText(6, "The e-mail address of the person behind it, where there is one."),
      },
      {
        number: 2,
        typeName: "RoleBindingIdentity",
        output: true,
        hydratedFrom: "identityUid",
        description: "The identity that the role is granted to.",
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
        description: "The role that is granted.",
      },
    ),
    createTime: createTime(5),
    identityUid: reference("Identity", {
      number: 6,
      required: true,
      immutable: true,
      pattern: uidPattern,
      description: "The uid of the identity that the role is granted to.",
    }),
    roleUid: reference("Role", {
      number: 7,
      required: true,
      pattern: uidPattern,
      description: "The uid of the role that is granted.",
    }),
    updateTime: updateTime(1000),
  },
});
