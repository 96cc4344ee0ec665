import type { FastifyPluginCallback, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { IDEMPOTENCY_KEY, parseQuery } from "../../api";
import type { JsonObject, Operation } from "../../model";
import type { Caller } from "../core/access";
import type { ResponseShare } from "../net/response-limit";
import type { Platform } from "../platform";
import {
  flagIn,
  type V1Method,
  type V1Operations,
  type V1Part,
  type V1Type,
  v1MethodPath,
  v1Methods,
  v1Operations,
  v1Types,
} from "../v1";
import { bodyOf } from "./bodies";
import { methodNotAllowed } from "./method-not-allowed";
import { authenticatedCaller, authenticateWith, headerOf, parametersOf, uidOf } from "./requests";
import { responseShareOf } from "./response-limit";

interface Call {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The path after the collection. */
  readonly uid: string;
  readonly share: ResponseShare;
}
type Handler = (operations: V1Operations, type: V1Type, call: Call) => Promise<unknown>;

/** Returns a list's response: the JSON of its parts, concatenated. */
async function listResponse(
  operations: V1Operations,
  type: V1Type,
  { caller, request, reply, share }: Call,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  const take = ({ json }: V1Part) => {
    parts.push(Buffer.from(`${parts.length === 0 ? '{"items":[' : ","}${json.slice(1, -1)}`));
  };
  await operations.list(type, caller, parametersOf(request.url), take, share);
  reply.type("application/json; charset=utf-8");
  return Buffer.concat([...parts, Buffer.from(parts.length === 0 ? '{"items":[]}' : "]}")]);
}

/** The operation of each HTTP method, on a collection or below it; there is no Get. */
const methods: readonly { operation: Operation; method: HTTPMethods; below: boolean; handle: Handler }[] = [
  { operation: "list", method: "GET", below: false, handle: listResponse },
  {
    operation: "create",
    method: "POST",
    below: true,
    handle: (operations, type, { caller, request, uid }) =>
      operations.create(type, caller, uid, bodyOf(request), {
        idempotencyKey: headerOf(request, IDEMPOTENCY_KEY),
        preventExisting: flagIn(parametersOf(request.url), "preventExisting"),
      }),
  },
  {
    operation: "update",
    method: "PUT",
    below: true,
    handle: (operations, type, { caller, request, uid }) => operations.update(type, caller, uid, bodyOf(request)),
  },
  {
    operation: "delete",
    method: "DELETE",
    below: true,
    handle: (operations, type, { caller, uid }) => operations.delete(type, caller, uid),
  },
];

/** Returns the request of a custom method. */
const requestOf = (
  { name, request: { fields }, pathField, bodyField }: V1Method,
  request: FastifyRequest,
): JsonObject => ({
  ...(pathField ? { [pathField]: uidOf(request) } : {}),
  ...(bodyField ? { [bodyField]: request.body } : parseQuery(name, fields, parametersOf(request.url))),
});

/** The routes of v1: `/iam/v1/groups`. */
export const v1Routes =
  (platform: Platform): FastifyPluginCallback =>
  (app, _options, done) => {
    const operations = v1Operations(platform);
    const authenticate = authenticateWith(platform);
    // The router prefers these to the wildcards below the collections, whatever the order.
    for (const method of v1Methods)
      app.route({
        method: method.method.http,
        url: `${v1MethodPath(method)}${method.pathField ? "/*" : ""}`,
        onRequest: authenticate,
        handler: (request) =>
          operations.call(
            method,
            authenticatedCaller(request),
            requestOf(method, request),
            headerOf(request, IDEMPOTENCY_KEY),
          ),
      });
    for (const type of v1Types)
      for (const below of [false, true]) {
        const url = `/${type.definition.domain}/v1/${type.path}${below ? "/*" : ""}`;
        const served = methods.filter(
          (each) => each.below === below && type.definition.operations.includes(each.operation),
        );
        for (const { method, handle } of served)
          app.route({
            method,
            url,
            onRequest: authenticate,
            handler: async (request, reply) => {
              const call = {
                caller: authenticatedCaller(request),
                request,
                reply,
                uid: uidOf(request),
                share: responseShareOf(platform, request, reply),
              };
              return reply.send(await handle(operations, type, call));
            },
          });
        const taken = served.map(({ method }) => method);
        methodNotAllowed(app, url, taken);
      }
    done();
  };
