import { type ApiVersion, formatQuery, methodPath, PlatformError, parametersOf, requireUid } from "../api";
import {
  type Field,
  type JsonObject,
  type MethodDefinition,
  type MethodResponse,
  type Methods,
  type ObjectValue,
  objectOrEmpty,
} from "../model";
import type { CallOptions, CreateOptions } from "./collection";
import { type Call, postIdempotent } from "./rest-collection";

type Parameters<M extends MethodDefinition> = M["target"] extends "resource" ? Omit<M["request"], "uid"> : M["request"];

/** The arguments of a method: the uid in the path, if any, the other fields of the request, if any, and options. */
type Arguments<M extends MethodDefinition> = [
  ...(M["target"] extends "resource" ? [uid: string] : []),
  ...(keyof Parameters<M> extends never ? [] : [request: ObjectValue<Parameters<M>>]),
  options?: M extends { readonly idempotent: true } ? CreateOptions : CallOptions,
];

type OnType<Name extends string> = Extract<Methods[keyof Methods], { readonly type: { readonly name: Name } }>;

/** The custom methods of a resource type by their verbs, such as `batchCreate`. All throw PlatformError. */
export type CustomMethods<D extends { readonly name: string }> = {
  readonly [M in OnType<D["name"]> as M["verb"]]: (...args: Arguments<M>) => Promise<MethodResponse<M>>;
};

/** Returns the function that calls a custom method; its arguments are those that `CustomMethods` derives. */
export function customMethod(method: MethodDefinition, version: ApiVersion, call: Call) {
  const hasParameters = Object.keys(parametersOf(method)).length > 0;
  return async (...args: readonly unknown[]): Promise<JsonObject> => {
    const rest = [...args];
    const uid = method.target === "resource" ? requireUid("uid", rest.shift()) : "";
    const request = objectOrEmpty(hasParameters ? rest.shift() : undefined);
    const options: CallOptions = objectOrEmpty(rest.shift());
    const path = methodPath(method, uid, version);
    return responseOf(method, await send(method, path, request, call, options));
  };
}

function send(
  { http, idempotent }: MethodDefinition,
  path: string,
  request: JsonObject,
  call: Call,
  options: CallOptions,
) {
  if (idempotent) return postIdempotent(call, path, request, options);
  if (http === "POST")
    return call({ method: "POST", path, ...(Object.keys(request).length > 0 ? { body: request } : {}) }, options);
  const query = formatQuery(request).toString();
  return call({ method: "GET", path: query ? `${path}?${query}` : path }, options);
}

/**
 * Returns the response if it has all fields. Treating any other response as empty would hide an incompatible service.
 */
function responseOf({ name, response }: MethodDefinition, value: unknown): JsonObject {
  const members = objectOrEmpty(value);
  const [missing] = Object.entries(response).find(([each, field]) => !hasKind(field, members[each])) ?? [];
  if (missing === undefined) return members;
  throw new PlatformError("UNKNOWN", `Unexpected response of ${name}: no "${missing}"`);
}

const hasKind = ({ zero }: Field, value: unknown): boolean =>
  typeof value === typeof zero && Array.isArray(value) === Array.isArray(zero);
