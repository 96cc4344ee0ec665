import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

export interface CuttingProxy {
  readonly url: string;
  /** The number of dropped responses. */
  cuts(): number;
  /** The maximum number of concurrent requests so far. */
  peak(): number;
  close(): Promise<void>;
}

/**
 * Starts a proxy for a service. If `cut` returns true for the method and the number of earlier responses to it, the
 * connection is closed after the service has executed the request. `delay` returns the milliseconds or a promise to
 * wait for before each response, and `rewrite` changes response bodies.
 */
export async function startProxy(
  target: string,
  cut: (method: string, index: number) => boolean,
  delay: (method: string) => number | Promise<unknown> = () => 0,
  rewrite = (body: string) => body,
  /** Returns the status of requests that are not forwarded. */
  refuse: (url: string) => number | undefined = () => undefined,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const answered = new Map<string, number>();
  let cuts = 0;
  let running = 0;
  let peak = 0;
  const server = createServer((request, response) => {
    peak = Math.max(peak, ++running);
    response.once("close", () => running--);
    const { method = "GET", url = "", headers } = request;
    const refusal = refuse(url);
    if (refusal !== undefined) return response.writeHead(refusal, { "content-type": "text/html" }).end("<html></html>");
    const passed = send({ hostname, port, method, path: url, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const index = answered.get(method) ?? 0;
        answered.set(method, index + 1);
        if (cut(method, index)) {
          cuts++;
          request.socket.destroy();
          return;
        }
        const body = Buffer.from(rewrite(Buffer.concat(chunks).toString()));
        const headers = { ...answer.headers, "content-length": String(body.length) };
        const awaited = delay(method);
        const isDue = typeof awaited === "number" ? setTimeout(awaited) : awaited;
        void isDue.then(() => response.writeHead(answer.statusCode ?? 502, headers).end(body));
      });
    });
    passed.on("error", () => request.socket.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    peak: () => peak,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
