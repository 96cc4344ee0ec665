import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import {
  apiVersions,
  collectionPath,
  IDEMPOTENCY_KEY,
  methodPath,
  PlatformError,
  requestFromBody,
  requestFromQuery,
} from "../../api";
import {
  customMethods,
  type MethodName,
  type Methods,
  methodsOf,
  type ResourceDefinition,
  registry,
  unimplementedMethods,
} from "../../model";
import type { Caller } from "../core/access";
import { methodResponse } from "../core/operations/list-response";
import type { Platform } from "../platform";
import { bodyOf } from "./bodies";
import { methodNotAllowed } from "./method-not-allowed";
import { authenticatedCaller, headerOf, parametersOf } from "./requests";
import { responseShareOf } from "./response-limit";

/** Custom methods, which are named after a colon in the path. */

interface Call {
  readonly caller: Caller;
  /** The uid in the path; empty for methods of a collection. */
  readonly uid: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Authenticate = (request: FastifyRequest) => Promise<void>;

/** Adds the custom methods of collections: `POST /iam/v2beta1/roleBindings:batchCreate`. */
export function collectionMethodRoutes(app: FastifyInstance, platform: Platform, authenticate: Authenticate): void {
  const route = (
    path: string,
    method: HTTPMethods,
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) => {
    // A single colon would begin a path parameter.
    const url = path.replace(":", "::");
    app.route({ method, url, onRequest: authenticate, handler });
    methodNotAllowed(app, url, [method]);
  };
  for (const version of apiVersions) {
    for (const method of customMethods)
      if (method.target === "collection")
        route(methodPath(method, "", version), method.http, (request, reply) =>
          runMethod(platform, method, { caller: authenticatedCaller(request), uid: "", request, reply }),
        );
    for (const { plural, verb, http, target } of unimplementedMethods)
      if (target === "collection")
        route(`${collectionPath(registry[plural], version)}:${verb}`, http, () => {
          throw unimplemented(verb);
        });
  }
}

/** Runs a custom method of a resource; undefined if the path names none. */
export function runResourceMethod(
  platform: Platform,
  definition: ResourceDefinition,
  { caller, uid, ...http }: Call,
): Promise<unknown> | undefined {
  const verb = /:(\w+)$/.exec(uid)?.[1];
  if (verb) {
    const isNamed = (method: { readonly verb: string; readonly http: string; readonly target: string }) =>
      method.verb === verb && method.http === http.request.method && method.target === "resource";
    const method = methodsOf(definition).find(isNamed);
    if (method) return runMethod(platform, method, { caller, uid: uid.slice(0, -verb.length - 1), ...http });
    if (unimplementedMethods.some((each) => each.plural === definition.plural && isNamed(each)))
      throw unimplemented(verb);
  }
  return undefined;
}

function runMethod(platform: Platform, method: Methods[MethodName], { caller, uid, request, reply }: Call) {
  const value =
    method.http === "GET"
      ? requestFromQuery(method, uid, parametersOf(request.url))
      : requestFromBody(method, uid, bodyOf(request));
  return methodResponse(platform, method, caller, {
    request: value,
    idempotencyKey: headerOf(request, IDEMPOTENCY_KEY),
    share: () => responseShareOf(platform, request, reply),
  });
}

const unimplemented = (verb: string): PlatformError =>
  new PlatformError("UNIMPLEMENTED", `Unimplemented: this service does not implement ${verb}`);
