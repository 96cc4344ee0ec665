import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { onceDone } from "./once-done";

declare module "fastify" {
  interface FastifyInstance {
    /** Has every answer from now on close its connection, those of running requests too. */
    closeConnections(): void;
  }
}

/** Tells clients, when the service stops, to send nothing more on the connections that they keep. */
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
