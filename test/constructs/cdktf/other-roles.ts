import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { builtInRoles } from "../../../src/model";
import type { TestPlatform } from "../../../src/testing";

/** Returns the uid of a built-in role on the other deployment. */
export const otherUidOf = (uid: string): string => [...uid].reverse().join("");

/**
 * Starts a proxy that presents the service as a deployment with other uids of built-in roles: it replaces them in URLs
 * and bodies, so that the service's own constants are unknown there, as on other deployments.
 */
export async function withOtherRoles({ baseUrl }: TestPlatform): Promise<{ baseUrl: string; close: () => void }> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _host, "content-length": _length, connection: _connection, ...headers } = request.headers;
    const body = Buffer.concat(chunks).toString();
    const answer = await fetch(baseUrl + exchanged(request.url!), {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body && { body: exchanged(body) }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(exchanged(await answer.text()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Swaps both uids, so that neither side sees the other's. */
const exchanged = (text: string): string =>
  builtInRoles.reduce(
    (found, { uid }) =>
      found
        .split(uid)
        .map((part) => part.replaceAll(otherUidOf(uid), uid))
        .join(otherUidOf(uid)),
    text,
  );
