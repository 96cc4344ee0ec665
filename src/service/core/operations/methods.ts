import { parseRequest } from "../../../api";
import type { JsonObject, MethodDefinition, MethodName, MethodResponse, Methods } from "../../../model";
import type { Caller } from "../access";
import { checkAccess, listAccess } from "./access-questions";
import { batchCreateRoleBindings } from "./batch";
import { previewDeleteGroup } from "./force-delete";
import { lookupIdentity } from "./lookup";
import { revokeTokens } from "./sessions";
import { testCapabilities } from "./test-capabilities";
import type { Dependencies, MethodCall } from "./types";

type Method = Methods[MethodName];

/** The implementation of every custom method. */
const implementations: {
  readonly [N in MethodName]: (
    dependencies: Dependencies,
    call: MethodCall<Methods[N]>,
  ) => Promise<MethodResponse<Methods[N]>>;
} = {
  testCapabilities,
  previewDeleteGroup,
  lookupIdentity,
  revokeTokens,
  batchCreateRoleBindings,
  checkAccess,
  listAccess,
};

/** Runs a custom method. The request is validated by the implementation, after the permission check if there is one. */
export function callMethod<M extends Method>(
  dependencies: Dependencies,
  method: M,
  caller: Caller,
  request: JsonObject,
  idempotencyKey?: string,
): Promise<MethodResponse<M>> {
  const call: MethodCall<M> = {
    caller,
    scope: scopeOf(method, request),
    idempotencyKey,
    request: () => parseRequest<M["request"]>(method.request, request),
  };
  // A method's name is the key of its implementation, which the compiler cannot conclude for a type parameter.
  const run = implementations[method.name] as unknown as (
    dependencies: Dependencies,
    call: MethodCall<M>,
  ) => Promise<MethodResponse<M>>;
  return run(dependencies, call);
}

/** Returns the uid of the resource that a call concerns; empty if the request has none. */
export function scopeOf({ scope }: MethodDefinition, request: JsonObject): string {
  const uid = scope === undefined ? undefined : request[scope];
  return typeof uid === "string" ? uid : "";
}
