import type { FastifyInstance, HTTPMethods } from "fastify";
import { PlatformError } from "../api";

/** Answers the methods that a path does not take. */
export function refuseOthers(app: FastifyInstance, url: string, served: readonly string[]): void {
  const taken = served.includes("GET") ? [...served, "HEAD"] : served;
  app.route({
    method: app.supportedMethods.filter((method) => !taken.includes(method)) as HTTPMethods[],
    url,
    handler: (request, reply) => {
      reply.header("allow", taken.join(", "));
      throw new PlatformError(
        "UNIMPLEMENTED",
        `Unimplemented: the path takes ${taken.join(", ")}, not ${request.method}`,
        {
          http: 405,
        },
      );
    },
  });
}
