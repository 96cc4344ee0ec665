/** Splits the data of a gRPC request into messages and buffers them for the method; the statuses that end a call. */

/** The gRPC status codes that the server returns. */
export const status = { ok: 0, cancelled: 1, deadlineExceeded: 4, unimplemented: 12, internal: 13 } as const;

/** Thrown by a method to end its call with a specific status. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The size of a message's prefix: one byte for compression and four for the length. */
const PREFIX = 5;

/** Frames a message as one buffer, so that a short message is one HTTP/2 frame. */
export function frameMessage(message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(PREFIX + message.length);
  bytes[0] = 0;
  bytes.writeUInt32BE(message.length, 1);
  bytes.set(message, PREFIX);
  return bytes;
}

/** Splits the data of a request into messages. Throws GrpcError for invalid data. */
export class MessageReader {
  #pending: Buffer[] = [];
  #length = 0;
  /**
   * The buffered length that completes the next message, so that the chunks of a large message are joined only once.
   */
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
    if (this.#length > 0) throw new GrpcError(status.internal, "incomplete message at the end of the request");
  }
}

/** Returns the length of the first message including its prefix, or of the prefix while it is incomplete. */
function lengthOfFirst(data: Buffer): number {
  if (data.length < PREFIX) return PREFIX;
  if (data[0] !== 0) throw new GrpcError(status.unimplemented, "compressed messages are not supported");
  return PREFIX + data.readUInt32BE(1);
}

/** A queue of messages that have not been read yet. */
export class Inbox implements AsyncIterable<Buffer> {
  readonly #messages: Buffer[] = [];
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  push(message: Buffer): void {
    this.#messages.push(message);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
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
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

/** Returns the only request message of a call that takes one. */
export async function onlyRequest(requests: AsyncIterable<Buffer>): Promise<Buffer> {
  let request: Buffer | undefined;
  for await (const message of requests) {
    if (request) throw new GrpcError(status.internal, "expected one request, got more");
    request = message;
  }
  if (!request) throw new GrpcError(status.internal, "expected one request, got none");
  return request;
}
