import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

/** What to call when a connection closes. One listener each: a connection may have many requests that wait. */
const ofSocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once, when an answer was taken or its connection has closed. The library tells nothing of the second to an
 * answer that waits for those before it on its connection.
 */
export function onceDone({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, done: () => void): void {
  const callbacks = ofSocket.get(socket) ?? watched(socket);
  const callback = () => {
    if (callbacks.delete(callback)) done();
  };
  callbacks.add(callback);
  raw.once("close", callback);
  if (socket.destroyed) callback();
}

function watched(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  ofSocket.set(socket, callbacks);
  socket.once("close", () => {
    for (const callback of callbacks) callback();
  });
  return callbacks;
}
