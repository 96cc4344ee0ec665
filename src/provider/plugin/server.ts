/** The HTTP/2 server behind the socket: TLS or not, sessions, and where each call goes. */

import { createSecureServer, createServer, type Http2Server, type ServerOptions } from "node:http2";
import type { Socket } from "node:net";
import { answer, type Methods } from "./grpc";

export interface PluginTls {
  readonly certificate: string;
  readonly privateKey: string;
  /** PEM; only the holder of its key may connect. */
  readonly clientCertificate: string;
}

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
  const server = tls ? createSecureServer({ ...limits, ...tlsOptions(tls) }) : createServer(limits);
  server.on("stream", (stream, headers) => void answer(methods, stream, headers));
  server.on("session", (session) => session.on("error", () => {})); // the connection closes, which is noticed
  return { accept: (socket) => void (server as Http2Server).emit("connection", socket) };
}

function tlsOptions({ certificate, privateKey, clientCertificate }: PluginTls) {
  return {
    cert: certificate,
    key: privateKey,
    ca: clientCertificate,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
  } as const;
}
