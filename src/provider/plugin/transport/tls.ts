/** Mutual TLS between Terraform and a plugin, which have exchanged certificates in the handshake. */

import { createServer, type Server, type TLSSocket, type TlsOptions } from "node:tls";
import type { ServerCertificate } from "./certificate";

export interface PluginTls extends Pick<ServerCertificate, "certificate" | "privateKey"> {
  /** PEM; only the holder of its private key may connect. */
  readonly clientCertificate: string;
}

/** Returns a TLS server that accepts connections with the announced client certificate and closes all others. */
export function createTlsServer(
  { certificate, privateKey, clientCertificate }: PluginTls,
  accept: (socket: TLSSocket) => void,
): Server {
  const expectedCertificate = derOf(clientCertificate);
  const options = {
    cert: certificate,
    key: privateKey,
    // The client certificate is compared byte by byte, so no CA is needed; loading Node's default CAs takes 20 ms.
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2"],
    minVersion: "TLSv1.2",
  } satisfies TlsOptions;
  return createServer(options, (socket) => {
    if (socket.getPeerX509Certificate()?.raw.equals(expectedCertificate)) accept(socket);
    else socket.destroy();
  });
}

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]*-----|\s/g, ""), "base64");
