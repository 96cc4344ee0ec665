import { capabilitiesFor } from "../capabilities";
import { boolean, enumeration, int32, map, string } from "../kinds";
import { defineResource } from "../resource";
import { createTime, description, name, nameFilter, uid, updateTime } from "./common";

export const group = defineResource({
  name: "Group",
  plural: "groups",
  domain: "iam",
  description:
    "A node of the organizational hierarchy. A root group is an organization; all other resources belong to one.",
  parent: { type: "Group", attribute: "parentUid", optional: true },
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("groups"),
  filters: { name: nameFilter(2) },
  pageSizeNumber: 3,
  deleteParameters: {
    force: boolean({ number: 1000, description: "Whether to also delete everything below the group." }),
    etag: string({
      number: 1001,
      description:
        "The etag returned by a preview, for use with force. The deletion fails if the set of resources has changed since the preview.",
    }),
    validateOnly: boolean({
      number: 0,
      description: "With force: whether to return what would be deleted, without deleting anything.",
    }),
  },
  fields: {
    uid: uid("The group's unique identifier: its parent's uid followed by one more segment."),
    name: name(2, "The group's name. Groups with the same parent may share a name."),
    description: description(3),
    resourceLimits: map(int32({ number: 2, description: "The maximum number of resources of one kind." }), {
      number: 4,
      output: true,
      description:
        "The maximum number of resources of each kind in the group. Kinds that are not listed are not limited.",
    }),
    verified: boolean({
      number: 5,
      output: true,
      maskable: true,
      description: "Whether the operator has verified the organization.",
    }),
    createTime: createTime(6),
    updateTime: updateTime(7),
    kind: enumeration({
      number: 8,
      output: true,
      maskable: true,
      typeName: "OrgKind",
      description: "The kind of organization that a root group represents.",
      numbers: {
        ORG_KIND_UNSPECIFIED: 0,
        ORG_KIND_STARTER: 1,
        ORG_KIND_CUSTOMER: 2,
        ORG_KIND_DEV: 3,
        ORG_KIND_INFRA: 4,
        ORG_KIND_AWS_MARKETPLACE: 5,
      },
    }),
    status: enumeration({
      number: 9,
      output: true,
      typeName: "OrgStatus",
      description: "Whether a root group's organization is ready for use.",
      numbers: { ORG_STATUS_UNSPECIFIED: 0, ORG_STATUS_INITIALIZING: 1, ORG_STATUS_READY: 2, ORG_STATUS_SUSPENDED: 3 },
    }),
  },
});
