import type { FastifyPluginCallback, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { apiVersions, collectionPath, IDEMPOTENCY_KEY } from "../../api";
import { collectionDefinitions, methods, type Operation, type ResourceDefinition, withSingletons } from "../../model";
import type { Caller } from "../core/access";
import { readDeleteOptions } from "../core/operations";
import { listResponse } from "../core/operations/list-response";
import type { Platform } from "../platform";
import { bodyOf } from "./bodies";
import { collectionMethodRoutes, runResourceMethod } from "./custom-methods";
import { methodNotAllowed } from "./method-not-allowed";
import { authenticatedCaller, authenticateWith, headerOf, maskOf, parametersOf, uidOf } from "./requests";
import { responseShareOf } from "./response-limit";

type Handler = (platform: Platform, definition: ResourceDefinition, request: Call, reply: FastifyReply) => unknown;
interface Call {
  readonly caller: Caller;
  /** The path after the collection. */
  readonly uid: string;
  readonly request: FastifyRequest;
}

/** The HTTP method of each operation, on a collection or below it. */
const handlers: Readonly<
  Record<Operation, { readonly method: HTTPMethods; readonly below: boolean; handle: Handler }>
> = {
  list: {
    method: "GET",
    below: false,
    handle: (platform, definition, { caller, request }, reply) =>
      listResponse(platform, definition, caller, parametersOf(request.url), responseShareOf(platform, request, reply)),
  },
  get: {
    method: "GET",
    below: true,
    handle: ({ operations }, definition, { caller, uid }) => operations.get(definition, caller, uid),
  },
  create: {
    method: "POST",
    below: true,
    handle: async ({ operations }, definition, { caller, uid, request }, reply) => {
      const key = headerOf(request, IDEMPOTENCY_KEY);
      const created = await operations.create(definition, caller, uid, bodyOf(request), key);
      // Signals that the key was stored, so that the create can be retried.
      if (key !== undefined) reply.header(IDEMPOTENCY_KEY, key);
      return created;
    },
  },
  update: {
    method: "PATCH",
    below: true,
    handle: ({ operations }, definition, { caller, uid, request }) =>
      operations.update(definition, caller, uid, bodyOf(request), maskOf(request)),
  },
  delete: {
    method: "DELETE",
    below: true,
    handle: async ({ operations }, definition, { caller, uid, request }, reply) => {
      const options = readDeleteOptions(definition, parametersOf(request.url));
      if (options.validateOnly) return operations.call(methods.previewDeleteGroup, caller, { uid });
      await operations.delete(definition, caller, uid, options);
      return reply.send();
    },
  },
};

/** Returns the singleton that a path below a resource names, if it has the operation. */
const singletonAt = (definition: ResourceDefinition, operation: Operation, path: string) =>
  withSingletons(definition).find(
    ({ singleton, plural, operations }) => singleton && path.endsWith(`/${plural}`) && operations.includes(operation),
  );

/** Returns the uid of the parent in the path of a singleton. */
const parentUidAt = ({ plural }: ResourceDefinition, path: string): string => path.slice(0, -plural.length - 1);

/** The routes of all types, in all API versions with these shapes. */
export function resourceRoutes(platform: Platform): FastifyPluginCallback {
  const authenticate = authenticateWith(platform);
  return (app, _options, done) => {
    for (const definition of collectionDefinitions)
      for (const version of apiVersions)
        for (const below of [false, true]) {
          const url = `${collectionPath(definition, version)}${below ? "/*" : ""}`;
          const served = definition.operations
            .map((operation) => ({ operation, ...handlers[operation] }))
            .filter((each) => each.below === below);
          for (const { operation, method, handle } of served)
            app.route({
              method,
              url,
              onRequest: authenticate,
              handler: (request, reply) => {
                const call = { caller: authenticatedCaller(request), uid: uidOf(request), request };
                const singleton = singletonAt(definition, operation, call.uid);
                if (singleton)
                  return handle(platform, singleton, { ...call, uid: parentUidAt(singleton, call.uid) }, reply);
                return (
                  runResourceMethod(platform, definition, { ...call, reply }) ??
                  handle(platform, definition, call, reply)
                );
              },
            });
          const taken = served.map(({ method }) => method);
          methodNotAllowed(app, url, taken);
        }
    collectionMethodRoutes(app, platform, authenticate);
    done();
  };
}
