/** One request on a connection, and what is answered to it. */

import { ConnectionError, errorCodes } from "./frames";

/** What whoever answers a request is told of it. */
export interface StreamListener {
  data(chunk: Buffer): void;
  /** The request is whole. */
  end(): void;
  /** It is over: the answer has been sent, or nobody waits for it any more. Nothing follows. */
  close(): void;
}

/** How a stream reaches its connection. */
export interface Link {
  /** Writes what a stream has to send, as far as the other side takes it. */
  pump(stream: ServerStream): void;
  writeHeaders(stream: ServerStream, block: Uint8Array): void;
}

/** The most that either side can say it takes. */
export const MAX_WINDOW = 2 ** 31 - 1;

export class ServerStream {
  listener: StreamListener | undefined;
  /** What waits to be sent. */
  readonly queue: Uint8Array[] = [];
  /** The headers that end the answer, once it has been given. */
  trailers: Uint8Array | undefined;
  /** Whether the other side has sent all that it will. */
  isHeard = false;
  isClosed = false;
  /** What came of the request since the other side was last told that it may send more. */
  taken = 0;
  #drained: (() => void)[] = [];

  constructor(
    readonly id: number,
    /** How much the other side takes now. */
    public window: number,
    private readonly link: Link,
  ) {}

  /** Sends the headers that begin the answer. */
  begin(block: Uint8Array): void {
    if (!this.isClosed) this.link.writeHeaders(this, block);
  }

  /** Sends a part of the answer, as soon as the other side takes it. */
  write(chunk: Uint8Array): void {
    if (this.isClosed || this.trailers || chunk.length === 0) return;
    this.queue.push(chunk);
    this.link.pump(this);
  }

  /** Ends the answer behind what is still to be sent. */
  end(trailers: Uint8Array): void {
    if (this.isClosed || this.trailers) return;
    this.trailers = trailers;
    this.link.pump(this);
  }

  /** Resolves once all that was written is on its way, or nobody waits for it any more. */
  drained(): Promise<void> | undefined {
    if (this.isClosed || this.queue.length === 0) return undefined;
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  /** Called by the connection when nothing waits to be sent any more. */
  drain(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  /** Called by the connection when the stream is over. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.queue.length = 0;
    this.drain();
    this.listener?.close();
  }

  widen(by: number): void {
    this.window += by;
    if (this.window > MAX_WINDOW) throw new ConnectionError(errorCodes.flowControl, "a window is too large");
  }
}
