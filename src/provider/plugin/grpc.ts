/** gRPC on Node's HTTP/2: messages of any size, streams in both directions, status in trailers. Knows no message. */

import { once } from "node:events";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";

/** The status codes of gRPC that are answered here. */
export const status = { ok: 0, cancelled: 1, deadlineExceeded: 4, unimplemented: 12, internal: 13 } as const;

/** Thrown by a method to end its call with a status of its own. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Call {
  /** Aborted when the caller goes away or its deadline passes. */
  readonly signal: AbortSignal;
}

/** Any kind of call: takes the messages of the request as they come, gives those of the response. */
export type Method = (requests: AsyncIterable<Buffer>, call: Call) => AsyncIterable<Uint8Array>;

/** Methods by path: `/package.Service/Name`. */
export type Methods = ReadonlyMap<string, Method>;

/** A method with one request and one response. */
export function unary(handle: (request: Buffer, call: Call) => Uint8Array | Promise<Uint8Array>): Method {
  return async function* (requests, call) {
    yield await handle(await single(requests), call);
  };
}

/** Why a call's signal is aborted once it has ended. One for all calls: made anew, it would cost each a stack trace. */
const over = new GrpcError(status.cancelled, "the call is over");

/** Answers one call; never rejects. */
export async function answer(methods: Methods, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
  const abort = new AbortController();
  stream.on("error", () => abort.abort(over)); // the caller is gone, there is nobody to tell
  stream.on("close", () => abort.abort(over));
  const timer = onDeadline(headers["grpc-timeout"], () => {
    finish(stream, status.deadlineExceeded, "the deadline has passed");
    abort.abort();
  });
  try {
    const method = methods.get(String(headers[":path"]));
    if (!method) throw new GrpcError(status.unimplemented, `${headers[":path"]} is not implemented`);
    for await (const message of method(receive(stream), { signal: abort.signal }))
      await send(stream, message, abort.signal);
    finish(stream, status.ok);
  } catch (error) {
    const code = error instanceof GrpcError ? error.code : status.internal;
    finish(stream, code, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** The request of a call that takes one. */
export async function single(requests: AsyncIterable<Buffer>): Promise<Buffer> {
  let request: Buffer | undefined;
  for await (const message of requests) {
    if (request) throw new GrpcError(status.internal, "the call takes one request, more came");
    request = message;
  }
  if (!request) throw new GrpcError(status.internal, "the call takes a request, none came");
  return request;
}

/** A message stands behind a byte that says whether it is compressed, and four that give its length. */
const prefixLength = 5;

async function* receive(stream: ServerHttp2Stream): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  let needed = prefixLength; // so that the pieces of a big message are put together once, not at each piece
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    pending.push(chunk);
    length += chunk.length;
    if (length < needed) continue;
    let rest = Buffer.concat(pending);
    for (needed = lengthOfFirst(rest); rest.length >= needed; needed = lengthOfFirst(rest)) {
      yield rest.subarray(prefixLength, needed);
      rest = rest.subarray(needed);
    }
    pending = [rest];
    length = rest.length;
  }
  if (length > 0) throw new GrpcError(status.internal, "the request ends within a message");
}

/** The length of the message that begins the data, prefix included; that of the prefix as long as it is not whole. */
function lengthOfFirst(data: Buffer): number {
  if (data.length < prefixLength) return prefixLength;
  if (data[0] !== 0) throw new GrpcError(status.unimplemented, "compressed messages are not supported");
  return prefixLength + data.readUInt32BE(1);
}

async function send(stream: ServerHttp2Stream, message: Uint8Array, signal: AbortSignal): Promise<void> {
  if (stream.closed || stream.writableEnded) return;
  if (!stream.headersSent) begin(stream);
  const framed = Buffer.allocUnsafe(prefixLength + message.length); // in one piece, which is one frame of HTTP/2
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, prefixLength);
  if (!stream.write(framed)) await once(stream, "drain", { signal });
}

function begin(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
}

/** Ends a call with its status, unless it has ended already. */
function finish(stream: ServerHttp2Stream, code: number, message = ""): void {
  if (stream.closed || stream.destroyed || stream.writableEnded) return;
  if (!stream.headersSent) begin(stream);
  stream.once("wantTrailers", () => {
    stream.sendTrailers({ "grpc-status": String(code), ...(message && { "grpc-message": percentEncode(message) }) });
  });
  stream.end();
  stream.resume(); // what the caller still sends is of no interest
}

/** Bytes outside printable ASCII, and the percent sign, become %XX. */
function percentEncode(message: string): string {
  return Buffer.from(message, "utf8")
    .toString("latin1")
    .replace(/[^ -$&-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

const milliseconds: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/** A timer for a `grpc-timeout` such as `20S`; none if there is no such header, or it is further off than timers go. */
function onDeadline(header: string | readonly string[] | undefined, passed: () => void): NodeJS.Timeout | undefined {
  const parts = /^(\d{1,8})([HMSmun])$/.exec(String(header));
  const delay = parts ? Number(parts[1]) * milliseconds[parts[2]!]! : Number.POSITIVE_INFINITY;
  return delay < 2 ** 31 ? setTimeout(passed, delay) : undefined;
}
