/** The messages of a gRPC request as they come in: cut from what HTTP/2 carries, and kept for who reads them. */

import { GrpcError, status } from "./grpc-status";

/** A message stands behind a byte that says whether it is compressed, and four that give its length. */
const PREFIX = 5;

/** A message as it is sent: in one piece, which is one frame of HTTP/2 if it is short. */
export function framed(message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(PREFIX + message.length);
  bytes[0] = 0;
  bytes.writeUInt32BE(message.length, 1);
  bytes.set(message, PREFIX);
  return bytes;
}

/** Cuts messages from the data of a request. Throws GrpcError for data that is none. */
export class MessageReader {
  #pending: Buffer[] = [];
  #length = 0;
  /** So that the pieces of a big message are put together once, not at each piece. */
  #needed = PREFIX;

  constructor(private readonly take: (message: Buffer) => void) {}

  push(chunk: Buffer): void {
    this.#pending.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    let rest = this.#pending.length === 1 ? chunk : Buffer.concat(this.#pending);
    for (this.#needed = lengthOfFirst(rest); rest.length >= this.#needed; this.#needed = lengthOfFirst(rest)) {
      const message = rest.subarray(PREFIX, this.#needed);
      rest = rest.subarray(this.#needed);
      this.take(message);
    }
    this.#length = rest.length;
    this.#pending = rest.length > 0 ? [rest] : [];
  }

  end(): void {
    if (this.#length > 0) throw new GrpcError(status.internal, "the request ends within a message");
  }
}

/** The length of the message that begins the data, prefix included; that of the prefix as long as it is not whole. */
function lengthOfFirst(data: Buffer): number {
  if (data.length < PREFIX) return PREFIX;
  if (data[0] !== 0) throw new GrpcError(status.unimplemented, "compressed messages are not supported");
  return PREFIX + data.readUInt32BE(1);
}

/** Messages that wait until they are read. */
export class Inbox implements AsyncIterable<Buffer> {
  readonly #messages: Buffer[] = [];
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  push(message: Buffer): void {
    this.#messages.push(message);
    this.#wake?.();
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    while (true) {
      const message = this.#messages.shift();
      if (message) yield message;
      else if (this.#failure) throw this.#failure.error;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
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
