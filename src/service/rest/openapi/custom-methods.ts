import { collectionPath } from "../../../api";
import { type ResourceDefinition, registry, repoReadme } from "../../../model";
import { previewOf } from "./force-delete";
import { inPath, json, type Parameter, type PathItem, query, ref, responses, text } from "./types";

/** The custom methods of types. */

const needs = (definition: ResourceDefinition, operation: "get" | "create" | "update") =>
  definition.capabilities[operation] ?? [];

/** A claim by which an identity is looked up. */
export const claim = (name: keyof typeof registry.identities.lookup.parameters): Parameter => ({
  name,
  in: "query",
  required: true,
  description: registry.identities.lookup.parameters[name],
  schema: text,
});
const repo = inPath("uid", "The uid of the Repo.");

export const customPaths: Readonly<Record<string, PathItem>> = {
  [`${collectionPath(registry.groups)}/{uid}:testCapabilities`]: {
    get: {
      operationId: "testCapabilities",
      tags: ["Group"],
      summary: "Tell which of these capabilities the caller has at a resource",
      description: "None for what does not exist or the caller may not see. Needs no capability.",
      parameters: [
        inPath("uid", "The uid of the Group, or of a resource below it."),
        query("capabilities", "A capability by either name; may be repeated, or hold several separated by commas.", {
          type: "array",
          items: text,
        }),
      ],
      responses: responses(
        json({
          type: "object",
          properties: { capabilities: { type: "array", items: ref("Capability") } },
          required: ["capabilities"],
        }),
      ),
    },
  },
  ...previewOf(collectionPath(registry.groups)),
  [`${collectionPath(registry.roleBindings)}:batchCreate`]: {
    post: {
      operationId: "batchCreateRoleBindings",
      tags: ["RoleBinding"],
      summary: "Create several roleBindings in one group, all or none",
      "x-capabilities": needs(registry.roleBindings, "create"),
      requestBody: {
        required: true,
        content: json({
          type: "object",
          properties: {
            parent: { ...ref("Uid"), description: "The uid of the Group." },
            roleUid: { ...text, description: "The role of those that name none." },
            requests: {
              type: "array",
              minItems: 1,
              maxItems: 25,
              items: {
                type: "object",
                properties: { roleBinding: ref("RoleBindingInput") },
                required: ["roleBinding"],
              },
            },
          },
          required: ["parent", "requests"],
        }),
      },
      responses: responses(
        json({
          type: "object",
          properties: { roleBindings: { type: "array", items: ref("RoleBinding") } },
          required: ["roleBindings"],
        }),
      ),
    },
  },
  [`${collectionPath(registry.identities)}:lookupIdentity`]: {
    get: {
      operationId: "lookupIdentity",
      tags: ["Identity"],
      summary: "Give the uid of the identity that trusts these claims, if it is one",
      "x-capabilities": needs(registry.identities, "get"),
      parameters: [claim("issuer"), claim("subject")],
      responses: responses(json({ type: "object", properties: { uid: ref("Uid") }, required: ["uid"] })),
    },
  },
  [`${collectionPath(registry.identities)}/{uid}:revokeTokens`]: {
    post: {
      operationId: "revokeTokens",
      tags: ["Identity"],
      summary: "End every session and refuse every token of an identity; one's own takes no capability",
      "x-capabilities": needs(registry.identities, "update"),
      parameters: [inPath("uid", "The uid of the Identity.")],
      responses: responses(json({ type: "object" })),
    },
  },
  [`${collectionPath(registry.repos)}/{uid}/readme`]: {
    get: {
      operationId: "getRepoReadme",
      tags: ["Repo"],
      summary: repoReadme.description.replace(/\.$/, ""),
      "x-capabilities": needs(repoReadme, "get"),
      parameters: [repo],
      responses: responses(json(ref(repoReadme.name))),
    },
    patch: {
      operationId: "updateRepoReadme",
      tags: ["Repo"],
      summary: "Change what a repo says of itself",
      "x-capabilities": needs(repoReadme, "update"),
      parameters: [repo],
      requestBody: { required: true, content: json(ref(`${repoReadme.name}Input`)) },
      responses: responses(json(ref(repoReadme.name))),
    },
  },
};
