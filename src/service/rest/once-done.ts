import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Callbacks for the end of a connection. One listener per connection, which may have many waiting requests. */
const ofSocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once, when a response was read or its connection has closed. The library does not report the latter for a
 * response that waits for earlier ones on its connection.
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
