import type { FastifyPluginCallback, FastifyRequest, HTTPMethods } from "fastify";
import { IDEMPOTENCY_KEY } from "../../api";
import type { Operation } from "../../model";
import { refuseOthers } from "../other-methods";
import type { Platform } from "../platform";
import { flagIn, type V1Operations, type V1Type, v1Operations, v1Types } from "../v1";
import { bodyOf } from "./bodies";
import { authenticating, claimsOf, headerOf, parametersOf, uidOf } from "./requests";

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
    handle: (operations, type, request, uid) =>
      operations.create(type, request.caller!, uid, bodyOf(request), {
        idempotencyKey: headerOf(request, IDEMPOTENCY_KEY),
        preventExisting: flagIn(parametersOf(request.url), "preventExisting"),
      }),
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
    const authenticate = authenticating(platform);
    // More particular than what lies below the collections, so these come first, whatever the order.
    app.get("/iam/v1/identities/lookup", { onRequest: authenticate }, (request) =>
      operations.lookupIdentity(request.caller!, claimsOf(request)),
    );
    app.post("/iam/v1/rolebindings/batch/*", { onRequest: authenticate }, (request) =>
      operations.createRoleBindings(request.caller!, uidOf(request), request.body, headerOf(request, IDEMPOTENCY_KEY)),
    );
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
            handler: async (request, reply) => reply.send(await handle(operations, type, request, uidOf(request))),
          });
        const taken = served.map(({ method }) => method);
        refuseOthers(app, url, taken);
      }
    done();
  };
