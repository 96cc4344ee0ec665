/** One HTTP/2 stream: a request and its response. */

import { ConnectionError, errorCodes } from "./frames";

/** Receives the events of a request. */
export interface StreamListener {
  data(chunk: Buffer): void;
  /** Called when the request is complete. */
  end(): void;
  /** Called when the response has been sent or the client has disconnected. No event follows. */
  close(): void;
}

/** The connection that a stream writes to. */
export interface StreamConnection {
  /** Writes a stream's queued data as far as flow control allows. */
  pump(stream: ServerStream): void;
  writeHeaders(stream: ServerStream, block: Uint8Array): void;
}

/** The largest flow-control window, in bytes. */
export const MAX_WINDOW = 2 ** 31 - 1;

export class ServerStream {
  listener: StreamListener | undefined;
  /** Data that waits to be sent. */
  readonly queue: Uint8Array[] = [];
  /** The trailers that end the response, once it is complete. */
  trailers: Uint8Array | undefined;
  /** Whether the client has sent the whole request. */
  isRequestComplete = false;
  isClosed = false;
  /** The bytes received since the last window update. */
  received = 0;
  #drained: (() => void)[] = [];

  constructor(
    readonly id: number,
    /** The number of bytes that the client currently accepts. */
    public window: number,
    private readonly connection: StreamConnection,
  ) {}

  /** Sends the response headers. */
  begin(block: Uint8Array): void {
    if (!this.isClosed) this.connection.writeHeaders(this, block);
  }

  /** Sends a part of the response as soon as flow control allows. */
  write(chunk: Uint8Array): void {
    if (this.isClosed || this.trailers || chunk.length === 0) return;
    this.queue.push(chunk);
    this.connection.pump(this);
  }

  /** Ends the response after all queued data. */
  end(trailers: Uint8Array): void {
    if (this.isClosed || this.trailers) return;
    this.trailers = trailers;
    this.connection.pump(this);
  }

  /** Resolves once the queued data has been written or the stream is closed; undefined if nothing is queued. */
  drained(): Promise<void> | undefined {
    if (this.isClosed || this.queue.length === 0) return undefined;
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  /** Called by the connection when the queue is empty. */
  drain(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  /** Called by the connection when the stream has ended. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.queue.length = 0;
    this.drain();
    this.listener?.close();
  }

  increaseWindow(by: number): void {
    this.window += by;
    if (this.window > MAX_WINDOW) throw new ConnectionError(errorCodes.flowControl, "flow-control window too large");
  }
}
