import type { FastifyInstance, HTTPMethods } from "fastify";
import { PlatformError } from "../../api";

/**
 * Adds a route that rejects the methods that a path does not support. A path without any methods is unknown and has no
 * route.
 */
export function methodNotAllowed(app: FastifyInstance, url: string, served: readonly HTTPMethods[]): void {
  if (served.length === 0) return;
  const allowed: readonly HTTPMethods[] = served.includes("GET") ? [...served, "HEAD"] : served;
  app.route({
    // The library types its own methods as texts.
    method: (app.supportedMethods as HTTPMethods[]).filter((method) => !allowed.includes(method)),
    url,
    // Before the body is read.
    onRequest: async (request, reply) => {
      reply.header("allow", allowed.join(", "));
      const problem = `method ${request.method} is not allowed; use ${allowed.join(", ")}`;
      throw new PlatformError("UNIMPLEMENTED", `Unimplemented: ${problem}`, { http: 405 });
    },
    handler: () => {},
  });
}
