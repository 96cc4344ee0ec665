/** TLS between Terraform and a plugin, each of which has told the other of the certificate that it will show. */

import { createServer, type Server, type TLSSocket, type TlsOptions } from "node:tls";
import type { ServerCertificate } from "./certificate";

export interface PluginTls extends Pick<ServerCertificate, "certificate" | "privateKey"> {
  /** PEM; only the holder of its key may connect. */
  readonly clientCertificate: string;
}

/** A server for the connections that are given to it: hands on those of the announced client, and ends all others. */
export function createTlsServer(
  { certificate, privateKey, clientCertificate }: PluginTls,
  accept: (socket: TLSSocket) => void,
): Server {
  const announced = derOf(clientCertificate);
  const options = {
    cert: certificate,
    key: privateKey,
    // The very certificate is known, so no authority has to vouch for it: Node takes 20 ms to learn whom it may trust.
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2"],
    minVersion: "TLSv1.2",
  } satisfies TlsOptions;
  return createServer(options, (socket) => {
    if (socket.getPeerX509Certificate()?.raw.equals(announced)) accept(socket);
    else socket.destroy();
  });
}

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]*-----|\s/g, ""), "base64");
