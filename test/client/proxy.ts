import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { IDEMPOTENCY_KEY } from "../../src/api";

export interface CuttingProxy {
  readonly url: string;
  /** The number of dropped responses. */
  cuts(): number;
  /** The maximum number of concurrent requests so far. */
  peak(): number;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Returns true to close the connection after the service has executed the request, without a response. */
  readonly cut?: (method: string, index: number) => boolean;
  /** Returns the milliseconds, or a promise, to wait for before the response. */
  readonly delay?: (method: string) => number | Promise<unknown>;
  /** Changes the body of a response. */
  readonly rewrite?: (body: string) => string;
  /** Returns the status of requests that are not forwarded. */
  readonly refuse?: (url: string) => number | undefined;
  /** Removes idempotency keys from requests, as if the service did not know them. */
  readonly removesKeys?: boolean;
}

/** Starts a proxy for a service. `index` is the number of earlier responses to the same method. */
export async function startProxy(
  target: string,
  {
    cut = () => false,
    delay = () => 0,
    rewrite = (body) => body,
    refuse = () => undefined,
    removesKeys = false,
  }: ProxyOptions = {},
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
    if (removesKeys) delete headers[IDEMPOTENCY_KEY];
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
