/**
 * A gRPC server on HTTP/2: messages of any size, streams in both directions, status in trailers. Independent of message
 * types.
 */

import { frameMessage, GrpcError, Inbox, MessageReader, status } from "./grpc-messages";
import { encodeHeaders, type Headers } from "./http2/hpack";
import type { ServerStream, StreamListener } from "./http2/stream";

export interface Call {
  /** Aborted when the caller disconnects or the deadline passes, and finally when the response has been sent. */
  readonly signal: AbortSignal;
}

/** A method with one request and one response. */
export interface UnaryMethod {
  unary(request: Buffer, call: Call): Uint8Array | Promise<Uint8Array>;
}

/** A streaming method: receives request messages as they arrive and yields response messages. */
export interface StreamMethod {
  stream(requests: AsyncIterable<Buffer>, call: Call): AsyncIterable<Uint8Array>;
}

/** Methods by path: `/package.Service/Name`. */
export type Methods = ReadonlyMap<string, UnaryMethod | StreamMethod>;

/** The abort reason of ended calls. One shared instance, because a new one would cost a stack trace per call. */
const callEnded = new GrpcError(status.cancelled, "the call has ended");

const responseHeaders = encodeHeaders({ ":status": "200", "content-type": "application/grpc" });
const okTrailers = encodeHeaders({ "grpc-status": String(status.ok) });

/** Answers one call; the returned listener receives the rest of the request. */
export function handleCall(methods: Methods, stream: ServerStream, headers: Headers): StreamListener {
  const path = headers.get(":path") ?? "";
  return new CallHandler(stream, methods.get(path), path, headers.get("grpc-timeout"));
}

class CallHandler implements StreamListener, Call {
  readonly #stream: ServerStream;
  readonly #method: UnaryMethod | StreamMethod | undefined;
  readonly #messages = new MessageReader((message) => this.#receive(message));
  readonly #inbox: Inbox | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #request: Buffer | undefined;
  #abort: AbortController | undefined;
  #hasBegun = false;
  #isEnded = false;

  constructor(
    stream: ServerStream,
    method: UnaryMethod | StreamMethod | undefined,
    path: string,
    timeout: string | undefined,
  ) {
    this.#stream = stream;
    this.#method = method;
    this.#timer = onDeadline(timeout, () => {
      this.#finish(new GrpcError(status.deadlineExceeded, "the deadline has passed"));
      this.#cancel(undefined);
    });
    if (!method) this.#finish(new GrpcError(status.unimplemented, `${path} is not implemented`));
    else if ("stream" in method) {
      this.#inbox = new Inbox();
      void this.#sendAll(method.stream(this.#inbox, this));
    }
  }

  /** Created lazily: most calls have nothing to interrupt. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isEnded) this.#abort.abort(callEnded);
    return this.#abort.signal;
  }

  data(chunk: Buffer): void {
    this.#try(() => this.#messages.push(chunk));
  }

  end(): void {
    this.#try(() => {
      this.#messages.end();
      if (this.#inbox) this.#inbox.end();
      else if (this.#method && "unary" in this.#method) this.#handle(this.#method);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#inbox?.end();
    this.#cancel(callEnded);
  }

  #cancel(reason: GrpcError | undefined): void {
    this.#isEnded = true;
    this.#abort?.abort(reason);
  }

  #receive(message: Buffer): void {
    if (this.#inbox) this.#inbox.push(message);
    else if (this.#request) throw new GrpcError(status.internal, "expected one request, got more");
    else this.#request = message;
  }

  #handle(method: UnaryMethod): void {
    if (!this.#request) throw new GrpcError(status.internal, "expected one request, got none");
    const response = method.unary(this.#request, this);
    if (response instanceof Uint8Array) this.#respond(response);
    else
      response.then(
        (message) => this.#respond(message),
        (error) => this.#finish(error),
      );
  }

  #respond(message: Uint8Array): void {
    this.#send(message);
    this.#finish();
  }

  async #sendAll(messages: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const message of messages) {
        this.#send(message);
        await this.#stream.drained();
        if (this.#stream.isClosed) return;
      }
      this.#finish();
    } catch (error) {
      this.#finish(error);
    }
  }

  #send(message: Uint8Array): void {
    this.#begin();
    this.#stream.write(frameMessage(message));
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#stream.begin(responseHeaders);
  }

  /** Ends the call once, successfully or with the thrown error. */
  #finish(thrown?: unknown): void {
    clearTimeout(this.#timer);
    this.#begin();
    this.#stream.end(thrown === undefined ? okTrailers : trailersOf(thrown));
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#finish(error);
      this.#inbox?.fail(error);
    }
  }
}

function trailersOf(thrown: unknown): Buffer {
  const code = thrown instanceof GrpcError ? thrown.code : status.internal;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return encodeHeaders({ "grpc-status": String(code), ...(message && { "grpc-message": percentEncode(message) }) });
}

/** Percent-encodes bytes outside printable ASCII, and the percent sign. */
function percentEncode(message: string): string {
  return Buffer.from(message, "utf8")
    .toString("latin1")
    .replace(/[^ -$&-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

const milliseconds: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/**
 * Starts a timer for a `grpc-timeout` such as `20S`. Returns none without that header, or if the delay exceeds what
 * timers support.
 */
function onDeadline(header: string | undefined, passed: () => void): NodeJS.Timeout | undefined {
  const parts = header === undefined ? undefined : /^(\d{1,8})([HMSmun])$/.exec(header);
  const delay = parts ? Number(parts[1]) * milliseconds[parts[2]!]! : Number.POSITIVE_INFINITY;
  return delay < 2 ** 31 ? setTimeout(passed, delay) : undefined;
}
