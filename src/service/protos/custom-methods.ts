import { type ResourceDefinition, registry, repoReadme } from "../../model";
import type { Declarations } from "./declarations";
import { EMPTY, FIELD_MASK, field, message, type ProtoMessage, type ProtoMethod, repeated } from "./file";
import { CAPABILITY } from "./platform";

/** The type and API version that a file is generated for. */
export interface Place {
  readonly definition: ResourceDefinition;
  readonly declarations: Declarations;
  /** The REST path of the type's collection. */
  readonly path: string;
  /** Returns the full name of a message in the file. */
  readonly inPackage: (name: string) => string;
}

/** Methods of a service beyond the standard operations, with their request and response messages. */
export interface Further {
  readonly methods: readonly ProtoMethod[];
  readonly messages: readonly ProtoMessage[];
}

const nothing: Further = { methods: [], messages: [] };

export const customMethodsOf = (place: Place): Further => further[place.definition.name]?.(place) ?? nothing;

const further: Readonly<Record<string, (place: Place) => Further>> = {
  [registry.groups.name]: ({ path, inPackage }) => ({
    methods: [
      {
        name: "TestCapabilities",
        comment: `GET ${path}/{uid}:testCapabilities; needs no capability.`,
        input: inPackage("TestCapabilitiesRequest"),
        output: inPackage("TestCapabilitiesResponse"),
      },
      {
        name: "PreviewDeleteGroup",
        comment: `GET ${path}/{uid}:previewDelete; needs what deleting needs.`,
        input: inPackage("PreviewDeleteGroupRequest"),
        output: inPackage("PreviewDeleteGroupResponse"),
      },
    ],
    messages: [
      message("PreviewDeleteGroupRequest", [field("uid", 1000, "string", { comment: "The uid of the group." })]),
      message("PreviewDeleteGroupResponse", [
        field("group", 1000, inPackage("Group"), { comment: "The uid and the name of the group." }),
        field("deleted", 1001, "int32", {
          keys: "string",
          comment: "How many of each type would be deleted, by its plural, the group itself among them.",
        }),
        field("role_bindings_elsewhere", 1002, "int32", {
          comment: "How many of the role bindings are in other groups: their identities are below this one.",
        }),
        field("total_count", 1003, "int32", { comment: "How many resources would be deleted." }),
        field("etag", 1004, "string", { comment: "Changes when what would be deleted does." }),
      ]),
      message("TestCapabilitiesRequest", [
        field("uid", 1000, "string", { comment: "The uid of a group, or of a resource below one." }),
        repeated("capabilities", 1001, CAPABILITY, { comment: "The capabilities to test." }),
      ]),
      message("TestCapabilitiesResponse", [
        repeated("capabilities", 1000, CAPABILITY, { comment: "Those of them that the caller has there." }),
      ]),
    ],
  }),
  [registry.identities.name]: ({ path, inPackage }) => ({
    methods: [
      {
        name: "LookupIdentity",
        comment: `GET ${path}:lookupIdentity; finds what the caller may see.`,
        input: inPackage("LookupIdentityRequest"),
        output: inPackage("LookupIdentityResponse"),
      },
      {
        name: "RevokeTokens",
        comment: `POST ${path}/{uid}:revokeTokens; needs identity.update, or that it is the caller's own identity.`,
        input: inPackage("RevokeTokensRequest"),
        output: EMPTY,
      },
    ],
    messages: [
      message("LookupIdentityRequest", [field("issuer", 1, "string"), field("subject", 2, "string")]),
      message("LookupIdentityResponse", [field("uid", 1, "string")]),
      message("RevokeTokensRequest", [field("uid", 1, "string")]),
    ],
  }),
  [registry.roleBindings.name]: ({ path, inPackage }) => ({
    methods: [
      {
        name: "BatchCreateRoleBindings",
        comment: `POST ${path}:batchCreate; creates all of them or none.`,
        input: inPackage("BatchCreateRoleBindingsRequest"),
        output: inPackage("BatchCreateRoleBindingsResponse"),
      },
    ],
    messages: [
      message("BatchCreateRoleBindingsRequest", [
        field("parent", 1, "string", { comment: "The uid of the group that shall hold them." }),
        repeated("requests", 2, inPackage("CreateRoleBindingRequest"), { comment: "At most 25." }),
        field("role_uid", 3, "string", { comment: "The role of those that name none." }),
      ]),
      message("BatchCreateRoleBindingsResponse", [repeated("role_bindings", 1, inPackage("RoleBinding"))]),
    ],
  }),
  [registry.repos.name]: ({ declarations, path, inPackage }) => {
    declarations.message(repoReadme.name, repoReadme.fields, repoReadme.description);
    return {
      methods: [
        {
          name: "GetRepoReadme",
          comment: `GET ${path}/{uid}/readme; needs repo.list.`,
          input: inPackage("GetRepoReadmeRequest"),
          output: inPackage(repoReadme.name),
        },
        {
          name: "UpdateRepoReadme",
          comment: `PATCH ${path}/{uid}/readme; needs repo.update.`,
          input: inPackage("UpdateRepoReadmeRequest"),
          output: inPackage(repoReadme.name),
        },
      ],
      messages: [
        message("GetRepoReadmeRequest", [field("uid", 1, "string")]),
        message("UpdateRepoReadmeRequest", [
          field("repo_readme", 1, inPackage(repoReadme.name)),
          field("update_mask", 2, FIELD_MASK),
        ]),
      ],
    };
  },
};
