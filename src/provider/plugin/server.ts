/** What a plugin loads after its handshake, in one file. */

import type { Socket } from "node:net";
import { handleCall, type Methods } from "./transport/grpc";
import { Http2Connection } from "./transport/http2/connection";
import { createTlsServer, type PluginTls } from "./transport/tls";

export { pluginMethods } from "./rpc";

export interface PluginServer {
  /** Takes over a connection. */
  accept(socket: Socket): void;
}

/** Creates the gRPC server of a plugin, with or without TLS. */
export function createPluginServer(methods: Methods, tls: PluginTls | undefined): PluginServer {
  const serve = (socket: Socket): void =>
    void new Http2Connection(socket, (stream, headers) => handleCall(methods, stream, headers));
  const secured = tls && createTlsServer(tls, serve);
  return { accept: (socket) => void (secured ? secured.emit("connection", socket) : serve(socket)) };
}
