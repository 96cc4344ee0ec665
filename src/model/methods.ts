import { capabilitiesFor } from "./capabilities";
import { uidFormat } from "./formats";
import { boolean, capability, int32, list, map, object, reference, string } from "./kinds";
import { defineMethod, resource, resourceInput, resourceSummary } from "./method";
import type { Plural } from "./registry";
import { group } from "./types/group";
import { identity } from "./types/identity";
import { roleBinding } from "./types/role-binding";

const testCapabilities = defineMethod({
  name: "testCapabilities",
  type: group,
  verb: "testCapabilities",
  http: "GET",
  target: "resource",
  summary: "Return which of the given capabilities the caller has on a resource",
  description:
    "Returns no capability for a resource that does not exist or that the caller cannot see. Requires no capability.",
  capabilities: [],
  scope: "uid",
  request: {
    uid: string({ number: 1000, description: "The uid of a group, or of a resource below a group." }),
    capabilities: list(capability({ number: 1001, description: "A capability." }), {
      number: 1001,
      description: "The capabilities to test.",
    }),
  },
  response: {
    capabilities: list(capability({ number: 1000, description: "A capability." }), {
      number: 1000,
      description: "The tested capabilities that the caller has on the resource.",
    }),
  },
});

const previewDeleteGroup = defineMethod({
  name: "previewDeleteGroup",
  type: group,
  verb: "previewDelete",
  http: "GET",
  target: "resource",
  summary: "Preview the forced deletion of a group",
  description: "Deletes nothing. Requires the capabilities of the deletion, and fails with the same errors.",
  capabilities: capabilitiesFor("groups").delete,
  scope: "uid",
  // A preview requires the permissions of the deletion and reveals the group's contents.
  audit: { action: "delete", values: { validateOnly: true } },
  request: { uid: string({ number: 1000, description: "The uid of the group." }) },
  response: {
    group: resourceSummary(group, ["uid", "name"], { number: 1000, description: "The group's uid and name." }),
    deleted: map(int32({ number: 1001, description: "A number of resources." }), {
      number: 1001,
      description:
        "The number of resources of each type, by plural and including the group itself; types with none are omitted.",
    }),
    externalRoleBindings: int32({
      number: 1002,
      description: "The number of role bindings that are in other groups, but whose identities are below this group.",
    }),
    totalCount: int32({ number: 1003, description: "The number of resources of all types." }),
    etag: string({ number: 1004, description: "Changes whenever the set of resources to delete changes." }),
  },
});

const { issuer, subject } = identity.lookup.parameters;

const lookupIdentity = defineMethod({
  name: "lookupIdentity",
  type: identity,
  verb: identity.lookup.verb,
  http: "GET",
  target: "collection",
  summary: "Find the identity that trusts tokens with these literal claims",
  description: "Finds only identities that the caller can see. Fails if several identities have these claims.",
  capabilities: capabilitiesFor("identity").get,
  request: {
    issuer: string({ number: 1, required: true, description: issuer }),
    subject: string({ number: 2, required: true, description: subject }),
  },
  response: { uid: string({ number: 1, description: "The uid of the identity." }) },
});

const revokeTokens = defineMethod({
  name: "revokeTokens",
  type: identity,
  verb: "revokeTokens",
  http: "POST",
  target: "resource",
  summary: "End all sessions and revoke all tokens of an identity",
  description: "Callers can always revoke their own identity's tokens, unless their token is restricted.",
  capabilities: capabilitiesFor("identity").update,
  scope: "uid",
  audit: { action: "token.revoke" },
  request: { uid: string({ number: 1, description: "The uid of the identity." }) },
  response: {},
});

const batchCreateRoleBindings = defineMethod({
  name: "batchCreateRoleBindings",
  type: roleBinding,
  verb: "batchCreate",
  http: "POST",
  target: "collection",
  summary: "Create several role bindings in one group, all or none",
  capabilities: capabilitiesFor("role_bindings").create,
  scope: "parent",
  idempotent: true,
  audit: { action: "create" },
  request: {
    parent: string({ number: 1, required: true, description: "The uid of the group." }),
    requests: list(
      object(
        {
          parent: string({
            number: 1,
            description: "The uid of the group; must equal the parent of the batch if set.",
          }),
          roleBinding: resourceInput(roleBinding, { number: 2, description: "The role binding." }),
        },
        { number: 2, typeName: "CreateRoleBindingRequest", description: "One role binding of the batch." },
      ),
      { number: 2, required: true, minItems: 1, maxItems: 25, description: "1 to 25 role bindings." },
    ),
    roleUid: string({ number: 3, description: "The role of the role bindings that do not set one." }),
  },
  response: {
    roleBindings: list(resource(roleBinding, { number: 1, description: "A role binding." }), {
      number: 1,
      description: "The created role bindings, in the order of the requests.",
    }),
  },
});

const checkAccess = defineMethod({
  name: "checkAccess",
  type: roleBinding,
  verb: "checkAccess",
  http: "POST",
  target: "collection",
  isQueued: true,
  summary: "Return whether identities have capabilities in groups",
  description:
    "Answers include access that is inherited from groups above. Callers can always ask about themselves, unless their token is restricted. The answer is no for groups that do not exist, and for identities that do not exist, are disabled or that the caller cannot see.",
  capabilities: capabilitiesFor("role_bindings").list,
  request: {
    questions: list(
      object(
        {
          identityUid: reference("Identity", {
            number: 1000,
            required: true,
            ...uidFormat,
            description: "The uid of the identity.",
          }),
          groupUid: reference("Group", {
            number: 1001,
            required: true,
            ...uidFormat,
            description: "The uid of the group.",
          }),
          capability: capability({ number: 1002, required: true, description: "The capability." }),
        },
        { number: 1000, typeName: "AccessQuestion", description: "Whether an identity has a capability in a group." },
      ),
      { number: 1000, required: true, minItems: 1, maxItems: 100, description: "1 to 100 questions." },
    ),
  },
  response: {
    results: list(
      object(
        {
          allowed: boolean({
            number: 1000,
            description: "Whether the identity has the capability in the group, and therefore below it.",
          }),
        },
        { number: 1000, typeName: "AccessAnswer", description: "The answer to one question." },
      ),
      { number: 1000, description: "The answers, in the order of the questions." },
    ),
  },
});

const listAccess = defineMethod({
  name: "listAccess",
  type: roleBinding,
  verb: "listAccess",
  http: "POST",
  target: "collection",
  isQueued: true,
  summary: "List the identities that have a capability in a group, or the groups in which an identity has it",
  description:
    "Exactly one of groupUid and identityUid is required. Returns only identities that the caller can see, and only groups in which the caller may list role bindings, unless callers ask about themselves with an unrestricted token. Omits disabled identities, and returns no groups for an identity that the caller cannot see. A page can have fewer entries than requested, even none, before the last one.",
  capabilities: capabilitiesFor("role_bindings").list,
  request: {
    capability: capability({ number: 1000, required: true, description: "The capability." }),
    groupUid: reference("Group", {
      number: 1001,
      ...uidFormat,
      description: "The uid of the group whose identities are listed.",
    }),
    identityUid: reference("Identity", {
      number: 1002,
      ...uidFormat,
      description: "The uid of the identity whose groups are listed.",
    }),
    pageSize: int32({
      number: 1003,
      description: "The maximum number of entries to return; defaults to 50, at most 200.",
    }),
    pageToken: string({ number: 1004, description: "The nextPageToken of the previous page." }),
  },
  response: {
    entries: list(
      object(
        {
          identityUid: string({ number: 1000, description: "The uid of an identity that has the capability." }),
          groupUid: string({
            number: 1001,
            description:
              "The uid of the group: the requested one, or a topmost group in which the identity has the capability.",
          }),
        },
        { number: 1000, typeName: "AccessEntry", description: "An identity that has the capability in a group." },
      ),
      { number: 1000, description: "The page, ordered by uid." },
    ),
    nextPageToken: string({ number: 1001, description: "The token of the next page; empty on the last page." }),
  },
});

/** Every custom method by its name. Code that handles all methods iterates over this. */
export const methods = {
  testCapabilities,
  previewDeleteGroup,
  lookupIdentity,
  revokeTokens,
  batchCreateRoleBindings,
  checkAccess,
  listAccess,
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;

export const customMethods: readonly Methods[MethodName][] = Object.values(methods);

/** Returns the custom methods of a type. */
export const methodsOf = (type: { readonly name: string }): readonly Methods[MethodName][] =>
  customMethods.filter((method) => method.type.name === type.name);

/** A method of the published API that the service does not implement. */
interface UnimplementedMethod {
  readonly plural: Plural;
  readonly verb: string;
  readonly http: "GET" | "POST" | "PATCH";
  readonly target: "collection" | "resource";
}

const unimplemented =
  (plural: Plural, target: UnimplementedMethod["target"], http: UnimplementedMethod["http"]) =>
  (verb: string): UnimplementedMethod => ({ plural, verb, http, target });

/** The methods of the published API that the service rejects as unimplemented. */
export const unimplementedMethods: readonly UnimplementedMethod[] = [
  ...["lookupGroup", "checkEligibility"].map(unimplemented("groups", "collection", "GET")),
  ...["requestGroupAccess"].map(unimplemented("groups", "resource", "POST")),
  ...["updateIdentityMetadata"].map(unimplemented("identities", "collection", "PATCH")),
  ...["generateScimToken", "regenerateScimToken", "revokeScimToken", "setScimEnabled"].map(
    unimplemented("identityProviders", "resource", "POST"),
  ),
  ...["checkAccountAssociation"].map(unimplemented("accountAssociations", "resource", "POST")),
];
