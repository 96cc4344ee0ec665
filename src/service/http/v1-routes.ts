import type { FastifyPluginCallback, FastifyRequest, HTTPMethods } from "fastify";
import { IDEMPOTENCY_KEY } from "../../api";
import type { Operation } from "../../model";
import { callerOf } from "../caller";
import { refuseOthers } from "../other-methods";
import type { Platform } from "../platform";
import { type V1Operations, type V1Type, v1Operations, v1Types } from "../v1";
import { bodyOf } from "./bodies";
import { askingOf, parametersOf } from "./requests";

type Handler = (operations: V1Operations, type: V1Type, request: FastifyRequest, uid: string) => Promise<unknown>;

/** Which operation a method is, on a collection and on what is below it; there is no Get. */
const methods: readonly { operation: Operation; method: HTTPMethods; below: boolean; handle: Handler }[] = [
  {
    operation: "list",
    method: "GET",
    below: false,
    handle: (operations, type, { caller, url }) => operations.list(type, caller!, parametersOf(url)),
  },
  {
    operation: "create",
    method: "POST",
    below: true,
    handle: (operations, type, request, uid) => {
      const key = request.headers[IDEMPOTENCY_KEY];
      return operations.create(type, request.caller!, uid, bodyOf(request), typeof key === "string" ? key : undefined);
    },
  },
  {
    operation: "update",
    method: "PUT",
    below: true,
    handle: (operations, type, request, uid) => operations.update(type, request.caller!, uid, bodyOf(request)),
  },
  {
    operation: "delete",
    method: "DELETE",
    below: true,
    handle: (operations, type, { caller }, uid) => operations.delete(type, caller!, uid),
  },
];

/** The routes of the earlier version: `/iam/v1/groups`. */
export const v1Routes =
  (platform: Platform): FastifyPluginCallback =>
  (app, _options, done) => {
    const operations = v1Operations(platform);
    const authenticate = async (request: FastifyRequest) => {
      request.caller = await callerOf(platform, askingOf(request));
    };
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
              const uid = (request.params as { readonly "*"?: string })["*"] ?? "";
              return reply.send(await handle(operations, type, request, uid));
            },
          });
        refuseOthers(
          app,
          url,
          served.map(({ method }) => method as string),
        );
      }
    done();
  };
