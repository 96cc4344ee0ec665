import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Request {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** The fields of a posted form. */
  readonly form: URLSearchParams;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written as JSON; a string is written as an HTML page. */
  readonly body: unknown;
}

/** Handlers by method and path, such as `GET /jwks`. */
export type Routes = Readonly<Record<string, (request: Request) => Reply | Promise<Reply>>>;

export interface HttpServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Serves routes on a loopback address; port 0 picks a free one. Rejects any other address, or one in use. */
export async function serve(host: string, port: number, routes: Routes): Promise<HttpServer> {
  if (!/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    throw new Error(
      `the issuer can listen only on a loopback address (127.0.0.1, ::1 or localhost), not ${JSON.stringify(host)}`,
    );
  }
  const server = createServer(async (message, response) => {
    const { method, url, headers } = message;
    const form = await formOf(message);
    const reply = form
      ? await dispatch(routes, `${method}`, { url: new URL(`http://issuer${url}`), headers, form })
      : errorReply(413, "invalid_request", "the body is too large");
    const { status, headers: own, body } = reply;
    const type = typeof body === "string" ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(status, { "cache-control": "no-store", ...own, "content-type": type });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await listen(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const MAX_FORM = 64 * 1024;

async function formOf(message: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = "";
  for await (const chunk of message) {
    text += chunk;
    if (text.length > MAX_FORM) return undefined;
  }
  return new URLSearchParams(text);
}

export const errorReply = (status: number, error: string, message: string, headers?: Reply["headers"]): Reply => ({
  status,
  headers,
  body: { error, message },
});

async function dispatch(routes: Routes, method: string, request: Request): Promise<Reply> {
  const path = request.url.pathname;
  const route = routes[`${method} ${path}`];
  if (route) return respond(route, request);
  const allowed = Object.keys(routes).flatMap((key) => (key.endsWith(` ${path}`) ? [key.split(" ", 1)[0]] : []));
  return allowed.length > 0
    ? errorReply(405, "method_not_allowed", `${method} is not allowed for ${path}`, { allow: allowed.join(", ") })
    : errorReply(404, "not_found", `no route for ${path}`);
}

/** Returns 500 if a route throws. */
async function respond(route: Routes[string], request: Request): Promise<Reply> {
  try {
    return await route(request);
  } catch {
    return errorReply(500, "internal", `${request.url.pathname} failed`);
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
