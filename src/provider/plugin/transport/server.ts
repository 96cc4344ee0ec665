/** The gRPC server of a plugin, with or without TLS. */

import type { Socket } from "node:net";
import { handleCall, type Methods } from "./grpc";
import { Http2Connection } from "./http2/connection";
import { createTlsServer, type PluginTls } from "./tls";

export interface PluginServer {
  /** Takes over a connection. */
  accept(socket: Socket): void;
}

export function createPluginServer(methods: Methods, tls: PluginTls | undefined): PluginServer {
  const serve = (socket: Socket): void =>
    void new Http2Connection(socket, (stream, headers) => handleCall(methods, stream, headers));
  const secured = tls && createTlsServer(tls, serve);
  return { accept: (socket) => void (secured ? secured.emit("connection", socket) : serve(socket)) };
}
