import { capabilitiesFor } from "../capabilities";
import { capability, set } from "../kinds";
import { defineResource } from "../resource";
import { createTime, description, name, nameFilter, uid, updateTime } from "./common";

export const role = defineResource({
  name: "Role",
  plural: "roles",
  domain: "iam",
  description:
    "A set of capabilities that can be granted. Built-in roles belong to no group and have uids without a path; custom roles belong to a group.",
  parent: { type: "Group", attribute: "groupUid", optional: true },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("roles"),
  filters: { name: nameFilter(2) },
  pageSizeNumber: 3,
  fields: {
    uid: uid(
      "The role's unique identifier: its group's uid followed by one more segment; for a built-in role, a single segment.",
    ),
    name: name(2, "The role's name. Roles of one group may share a name."),
    description: description(3),
    capabilities: set(capability({ number: 4, description: "A capability such as groups.list." }), {
      number: 4,
      required: true,
      minItems: 1,
      description: "The capabilities that the role grants; at least one.",
    }),
    createTime: createTime(5),
    updateTime: updateTime(6),
  },
});
