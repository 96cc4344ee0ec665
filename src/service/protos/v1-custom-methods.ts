import { field, message, type ProtoMessage, type ProtoMethod, repeated } from "./file";

/** Methods beyond the standard operations, by package and service, with their messages. */
export const v1CustomMethods: Readonly<
  Record<string, { methods: Readonly<Record<string, readonly ProtoMethod[]>>; messages: readonly ProtoMessage[] }>
> = {
  "platform.iam": {
    methods: {
      Identities: [{ name: "Lookup", input: "platform.iam.LookupRequest", output: "platform.iam.Identity" }],
      RoleBindings: [
        {
          name: "CreateBatch",
          comment: "Creates all of them or none.",
          input: "platform.iam.CreateRoleBindingBatchRequest",
          output: "platform.iam.RoleBindingBatch",
        },
      ],
    },
    messages: [
      message("LookupRequest", [field("issuer", 1, "string"), field("subject", 2, "string")]),
      message("CreateRoleBindingBatchRequest", [
        field("parent", 1, "string", { comment: "The uid of what shall hold them." }),
        repeated("role_bindings", 2, "platform.iam.RoleBinding", { comment: "At most 25." }),
      ]),
      message("RoleBindingBatch", [repeated("role_bindings", 1, "platform.iam.RoleBinding")]),
    ],
  },
};
