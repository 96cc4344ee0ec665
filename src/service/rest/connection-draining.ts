import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { onResponseFinished } from "./response-finished";

declare module "fastify" {
  interface FastifyInstance {
    /** Makes all further responses close their connections, including those in progress. */
    drainConnections(): void;
  }
}

/** Makes clients leave their connections when the service stops. */
export function drainOnShutdown(app: FastifyInstance): void {
  const unfinished = new Set<ServerResponse>();
  let isClosing = false;
  app.addHook("onRequest", (request, reply, next) => {
    if (isClosing) reply.header("connection", "close");
    unfinished.add(reply.raw);
    onResponseFinished(request, reply, () => unfinished.delete(reply.raw));
    next();
  });
  app.decorate("drainConnections", () => {
    isClosing = true;
    for (const response of unfinished) if (!response.headersSent) response.setHeader("connection", "close");
  });
}
