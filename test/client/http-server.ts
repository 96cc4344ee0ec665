import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the test server received. */
export interface Received {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A reply: JSON (or verbatim text) with a status; "cut" closes the connection, "silence" never answers. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | "cut"
  | "silence";

export interface TestServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** The maximum number of concurrent requests so far. */
  peak(): number;
  /** The number of connections opened so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts an HTTP server on a free loopback port that answers with `reply`; `index` counts requests from 0. */
export async function serve(reply: (request: Received, index: number) => Reply | Promise<Reply>): Promise<TestServer> {
  const received: Received[] = [];
  let running = 0;
  let peak = 0;
  let connections = 0;
  const server = createServer(async (request, response) => {
    peak = Math.max(peak, ++running);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const entry: Received = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    received.push(entry);
    const answer = await reply(entry, received.length - 1);
    running--;
    if (answer === "silence") return;
    if (answer === "cut") {
      request.socket.destroy();
      return;
    }
    const body =
      answer.body === undefined || typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    response.writeHead(answer.status ?? 200, answer.headers).end(body);
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, peak: () => peak, connections: () => connections, close };
}
