import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { onceDone } from "./once-done";

declare module "fastify" {
  interface FastifyInstance {
    /** Makes all further responses close their connections, including those in progress. */
    closeConnections(): void;
  }
}

/** Makes clients leave their connections when the service stops. */
export function announceClosing(app: FastifyInstance): void {
  const answering = new Set<ServerResponse>();
  let isClosing = false;
  app.addHook("onRequest", (request, reply, next) => {
    if (isClosing) reply.header("connection", "close");
    answering.add(reply.raw);
    onceDone(request, reply, () => answering.delete(reply.raw));
    next();
  });
  app.decorate("closeConnections", () => {
    isClosing = true;
    for (const answer of answering) if (!answer.headersSent) answer.setHeader("connection", "close");
  });
}
