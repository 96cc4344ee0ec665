import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A fault of a request or its response. */
export type Fault =
  /** The service receives no request, or only half of its body; the connection is closed or reset. */
  | { readonly kind: "lost request" | "half request" | "reset request" }
  /** The service executes the request, and the connection is closed or reset before or within the response. */
  | { readonly kind: "lost response" | "half response" | "reset response" }
  /** The service executes the request, and its response is delayed, then lost. */
  | { readonly kind: "stalled response"; readonly milliseconds: number }
  /** An intermediary responds instead of the service, which receives the request only if `isPassed`. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter?: number | undefined;
      readonly isForwarded: boolean;
    }
  | { readonly kind: "delay"; readonly milliseconds: number; readonly of: "request" | "response" };

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
}

/** Determines the fault of each request; undefined forwards it. */
export interface FaultHandler {
  faultOf(request: ProxiedRequest): Fault | undefined;
  /** Called when a request arrives, before it is forwarded, and after its response was returned. */
  onRequest?(request: ProxiedRequest): void;
  onResponse?(request: ProxiedRequest): void;
}

export interface FaultProxy {
  readonly url: string;
  /** The current handler of faults, if any. */
  handler: FaultHandler | undefined;
  close(): Promise<void>;
}

/** Starts a proxy between clients and a service on a local port. Without a handler, it forwards everything. */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    const { handler } = proxy;
    const seen = { method: request.method ?? "", path: request.url ?? "" };
    handler?.onRequest?.(seen);
    response.once("finish", () => handler?.onResponse?.(seen));
    serve(port, request, response, handler?.faultOf(seen)).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handler: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

async function serve(port: number, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined) {
  const { socket } = request;
  const body = await bodyOf(request);
  if (fault?.kind === "lost request") return socket.destroy();
  if (fault?.kind === "reset request") return socket.resetAndDestroy();
  if (fault?.kind === "half request") {
    await pass(port, request, body, body.length / 2).catch(() => {});
    return socket.destroy();
  }
  if (fault?.kind === "status" && !fault.isForwarded) return respondInstead(response, fault);
  if (fault?.kind === "delay" && fault.of === "request") await setTimeout(fault.milliseconds);

  const serviceResponse = await pass(port, request, body);
  const content = await bodyOf(serviceResponse);
  const headers = { ...serviceResponse.headers, "content-length": String(content.length) };
  const { statusCode = 502 } = serviceResponse;
  switch (fault?.kind) {
    case "lost response":
      return socket.destroy();
    case "reset response":
      return socket.resetAndDestroy();
    case "stalled response":
      await setTimeout(fault.milliseconds);
      return socket.destroy();
    case "half response":
      response.writeHead(statusCode, headers).write(content.subarray(0, content.length / 2), () => socket.destroy());
      return;
    case "status":
      return respondInstead(response, fault);
    case "delay":
      if (fault.of === "response") await setTimeout(fault.milliseconds);
  }
  response.writeHead(statusCode, headers).end(content);
}

function respondInstead(response: ServerResponse, { status, retryAfter }: Extract<Fault, { kind: "status" }>): void {
  const pause = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  response.writeHead(status, { "content-type": "text/html", ...pause }).end("<html>A gateway's error page</html>");
}

/**
 * Forwards a request with the first `length` bytes of its body; if these are not all, the connection is then closed.
 */
function pass(port: number, request: IncomingMessage, body: Buffer, length = body.length): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = request;
    const passed = send({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, resolve);
    passed.on("error", reject);
    if (length >= body.length) passed.end(body);
    else passed.write(body.subarray(0, length), () => passed.destroy());
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
