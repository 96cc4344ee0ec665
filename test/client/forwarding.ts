import { createServer, request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

export interface ForwardingProxy {
  readonly port: number;
  /** The request lines that the proxy received, with the credentials. */
  readonly asked: readonly { readonly line: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

/** Starts a forwarding proxy. It connects every host to this machine; `status` is its response to CONNECT. */
export async function startForwardingProxy(status = 200): Promise<ForwardingProxy> {
  const asked: { line: string; authorization: string | undefined }[] = [];
  const tunnels = new Set<Socket>();
  const server = createServer((request, response) => {
    const { method, url = "", headers } = request;
    asked.push({ line: `${method} ${url}`, authorization: headers["proxy-authorization"] });
    const { port, pathname, search } = new URL(url);
    const passed = send({ host: "127.0.0.1", port, method, path: pathname + search, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  server.on("connect", ({ url = "", headers }, client: Socket) => {
    asked.push({ line: `CONNECT ${url}`, authorization: headers["proxy-authorization"] });
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      client.pipe(target).pipe(client);
    });
    for (const socket of [client, target]) tunnels.add(socket.on("error", () => socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        for (const socket of tunnels) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
