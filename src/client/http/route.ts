import type { IncomingHttpHeaders } from "node:http";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The type of a successful response's body; defaults to JSON. */
  readonly responseType?: "text" | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How requests reach an origin: directly or through a proxy. */
export interface Route {
  readonly send: (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>;
  /** Waits for pending requests. */
  readonly close: () => Promise<void>;
  /** Appended to the origin in error messages. */
  readonly suffix: string;
}
