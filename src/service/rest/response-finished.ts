import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Calls back once, when a response was read or its connection has closed. The library does not report the latter for a
 * response that waits for earlier ones on its connection.
 */
export function onResponseFinished({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, done: () => void): void {
  const callback = () => {
    socket.off("close", callback);
    raw.off("close", callback);
    done();
  };
  // A connection may have many waiting requests, each with its own listener.
  socket.setMaxListeners(0);
  socket.once("close", callback);
  raw.once("close", callback);
  if (socket.destroyed) callback();
}
