/** The HTTP/2 server behind the socket: TLS or not, sessions, and where each call goes. */

import { createServer, type ServerOptions } from "node:http2";
import type { Socket } from "node:net";
import { answer, type Methods } from "./grpc";
import { createTlsServer, type PluginTls } from "./tls";

export interface PluginServer {
  /** Takes over a connection. */
  accept(socket: Socket): void;
}

/** Terraform sends and takes messages of up to 256 MB: what Node allows by default is far less. */
const limits: ServerOptions = {
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  settings: { initialWindowSize: 1 << 20, maxConcurrentStreams: 2 ** 31 - 1 },
};

export function createPluginServer(methods: Methods, tls: PluginTls | undefined): PluginServer {
  const server = createServer(limits);
  server.on("stream", (stream, headers) => void answer(methods, stream, headers));
  server.on("session", (session) => session.on("error", () => {})); // the connection closes, which is noticed
  const serve = (socket: Socket) => void server.emit("connection", socket);
  const secured = tls && createTlsServer(tls, serve);
  return { accept: (socket) => void (secured ? secured.emit("connection", socket) : serve(socket)) };
}
