import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A fault of a request or its response. */
export type Fault =
  /** The service receives no request, or only half of its body; the connection is closed or reset. */
  | { readonly kind: "lost request" | "half request" | "reset request" }
  /** The service executes the request, and the connection is closed or reset before or within the response. */
  | { readonly kind: "lost answer" | "half answer" | "reset answer" }
  /** The service executes the request, and its response is delayed, then lost. */
  | { readonly kind: "stalled answer"; readonly milliseconds: number }
  /** An intermediary responds instead of the service, which receives the request only if `isPassed`. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter?: number | undefined;
      readonly isPassed: boolean;
    }
  | { readonly kind: "delay"; readonly milliseconds: number; readonly of: "request" | "answer" };

export interface Seen {
  readonly method: string;
  readonly path: string;
}

/** Determines the fault of each request; undefined forwards it. */
export interface Interference {
  faultOf(request: Seen): Fault | undefined;
  /** Called when a request arrives, before it is forwarded, and after its response was returned. */
  onRequest?(request: Seen): void;
  onAnswered?(request: Seen): void;
}

export interface FaultProxy {
  readonly url: string;
  /** The current interference, if any. */
  interference: Interference | undefined;
  close(): Promise<void>;
}

/** Starts a proxy between clients and a service on a local port. Without interference, it forwards everything. */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    const { interference } = proxy;
    const seen = { method: request.method ?? "", path: request.url ?? "" };
    interference?.onRequest?.(seen);
    response.once("finish", () => interference?.onAnswered?.(seen));
    serve(port, request, response, interference?.faultOf(seen)).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interference: undefined,
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
  if (fault?.kind === "status" && !fault.isPassed) return answerInstead(response, fault);
  if (fault?.kind === "delay" && fault.of === "request") await setTimeout(fault.milliseconds);

  const answer = await pass(port, request, body);
  const content = await bodyOf(answer);
  const headers = { ...answer.headers, "content-length": String(content.length) };
  const { statusCode = 502 } = answer;
  switch (fault?.kind) {
    case "lost answer":
      return socket.destroy();
    case "reset answer":
      return socket.resetAndDestroy();
    case "stalled answer":
      await setTimeout(fault.milliseconds);
      return socket.destroy();
    case "half answer":
      response.writeHead(statusCode, headers).write(content.subarray(0, content.length / 2), () => socket.destroy());
      return;
    case "status":
      return answerInstead(response, fault);
    case "delay":
      if (fault.of === "answer") await setTimeout(fault.milliseconds);
  }
  response.writeHead(statusCode, headers).end(content);
}

function answerInstead(response: ServerResponse, { status, retryAfter }: Extract<Fault, { kind: "status" }>): void {
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
