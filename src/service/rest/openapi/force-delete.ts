import {
  type ApiOperation,
  inPath,
  json,
  type Parameter,
  type PathItem,
  query,
  responses,
  type Schema,
  text,
} from "./types";

/** Forced deletion of groups. */

const preview: Schema = {
  type: "object",
  properties: {
    group: {
      type: "object",
      properties: { uid: { $ref: "#/components/schemas/Uid" }, name: text },
      required: ["uid", "name"],
    },
    deleted: {
      type: "object",
      additionalProperties: { type: "integer" },
      description: "How many of each type would be deleted, by its plural, the group itself among them.",
    },
    roleBindingsElsewhere: {
      type: "integer",
      description: "How many of the role bindings are in other groups: their identities are below this one.",
    },
    totalCount: { type: "integer", description: "How many resources would be deleted." },
    etag: { type: "string", description: "Changes when what would be deleted does." },
  },
  required: ["group", "deleted", "roleBindingsElsewhere", "totalCount", "etag"],
};

/** The additional parameters and responses of deleting a group. */
export const forcedDeletion = (uid: Parameter): Pick<ApiOperation, "description" | "parameters" | "responses"> => ({
  description:
    "Without force, only an empty group is deleted. With it, all that is below goes too, in many short transactions with the group in the last: a request that was broken off can be repeated. It needs the capability to delete every type that is there.",
  parameters: [
    uid,
    query("force", "Deletes all that is below the group too.", { type: "boolean", default: false }),
    query("validateOnly", "Beside force: answers what would be deleted, and deletes nothing.", {
      type: "boolean",
      default: false,
    }),
    query("etag", "Beside force: that of a preview. Fails where something else would be deleted now."),
  ],
  responses: responses(json(preview), "Done; the body is empty, but for validateOnly."),
});

export const previewOf = (path: string): Readonly<Record<string, PathItem>> => ({
  [`${path}/{uid}:previewDelete`]: {
    get: {
      operationId: "previewDeleteGroup",
      tags: ["Group"],
      summary: "Tell what deleting a group with force would delete",
      description: "Needs what deleting needs, and fails as that would.",
      parameters: [inPath("uid", "The uid of the Group.")],
      responses: responses(json(preview)),
    },
  },
});
