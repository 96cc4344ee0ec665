/**
 * The server side of one HTTP/2 connection (RFC 9113), limited to what gRPC needs. Node's own implementation takes
 * several objects and several writes per stream, which is most of the cost of a small call. Here, all responses of one
 * event loop iteration are sent in one write.
 */

import type { Duplex } from "node:stream";
import {
  ConnectionError,
  errorCodes,
  type Frame,
  FrameReader,
  flags,
  frame,
  frameHeader,
  frameTypes,
  headerFrames,
  MAX_PAYLOAD,
  numberFrame,
  unpadded,
} from "./frames";
import { HeaderDecoder, type Headers } from "./hpack";
import { MAX_WINDOW, ServerStream, type StreamConnection, type StreamListener } from "./stream";

/** Accepts a request; the returned listener receives the rest of it. */
export type OnRequest = (stream: ServerStream, headers: Headers) => StreamListener;

/** Receive windows. They are large because all incoming data is consumed immediately. */
const STREAM_WINDOW = 1 << 20;
const CONNECTION_WINDOW = 1 << 24;
const INITIAL_WINDOW = 65_535;
/** The largest header block, in encoded bytes. */
const MAX_BLOCK = 65_536;

const setting = { initialWindowSize: 4 } as const;

interface HeaderBlock {
  readonly stream: number;
  readonly endsStream: boolean;
  readonly bytes: Buffer;
}

export class Http2Connection implements StreamConnection {
  readonly #frames = new FrameReader();
  readonly #headers = new HeaderDecoder();
  readonly #streams = new Map<number, ServerStream>();
  /** Streams with queued data that is blocked by flow control. */
  readonly #blocked = new Set<ServerStream>();
  /** The header block that awaits its continuation frames. */
  #headerBlock: HeaderBlock | undefined;
  #latest = 0;
  #hasSettings = false;
  #window = INITIAL_WINDOW;
  #streamWindow = INITIAL_WINDOW;
  #received = 0;
  #out: Uint8Array[] = [];
  #ended: ServerStream[] = [];
  #isFlushing = false;

  constructor(
    private readonly socket: Duplex,
    private readonly onRequest: OnRequest,
  ) {
    const settings = Buffer.alloc(6);
    settings.writeUInt16BE(setting.initialWindowSize, 0);
    settings.writeUInt32BE(STREAM_WINDOW, 2);
    this.#write(frame(frameTypes.settings, 0, 0, settings));
    this.#write(numberFrame(frameTypes.windowUpdate, 0, CONNECTION_WINDOW - INITIAL_WINDOW));
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", () => {}); // the close event follows
    socket.on("close", () => this.#closeAll());
  }

  writeHeaders({ id }: ServerStream, block: Uint8Array): void {
    this.#write(...headerFrames(0, id, block));
  }

  pump(stream: ServerStream): void {
    const { id, queue } = stream;
    for (let chunk = queue[0]; chunk; chunk = queue[0]) {
      const length = Math.min(chunk.length, stream.window, this.#window, MAX_PAYLOAD);
      if (length <= 0) {
        this.#blocked.add(stream);
        return;
      }
      if (length === chunk.length) queue.shift();
      else queue[0] = chunk.subarray(length);
      stream.window -= length;
      this.#window -= length;
      this.#write(frameHeader(frameTypes.data, 0, id, length), chunk.subarray(0, length));
    }
    this.#blocked.delete(stream);
    stream.drain();
    if (stream.trailers) this.#finish(stream, stream.trailers);
  }

  #finish(stream: ServerStream, trailers: Uint8Array): void {
    const { id } = stream;
    this.#write(...headerFrames(flags.endStream, id, trailers));
    // Tell the client that the rest of the request is not needed.
    if (!stream.isRequestComplete) this.#write(numberFrame(frameTypes.reset, id, errorCodes.none));
    this.#streams.delete(id);
    this.#ended.push(stream);
  }

  #receive(chunk: Buffer): void {
    try {
      for (const each of this.#frames.read(chunk)) this.#handleFrame(each);
    } catch (error) {
      this.#fail(error instanceof ConnectionError ? error.code : errorCodes.internal);
    }
  }

  #handleFrame(received: Frame): void {
    const { type, stream, payload } = received;
    if (!this.#hasSettings && type !== frameTypes.settings) throw protocolError("expected a settings frame first");
    if (this.#headerBlock && (type !== frameTypes.continuation || stream !== this.#headerBlock.stream))
      throw protocolError("expected a continuation frame");
    switch (type) {
      case frameTypes.data:
        this.#data(received);
        break;
      case frameTypes.headers:
        this.#beginHeaders(received);
        break;
      case frameTypes.continuation:
        this.#continueHeaders(received);
        break;
      case frameTypes.reset:
        expectLength(payload, 4);
        this.#close(this.#streamOf(stream));
        break;
      case frameTypes.settings:
        this.#settings(received);
        break;
      case frameTypes.ping:
        expectLength(payload, 8);
        if (stream !== 0) throw protocolError("ping frame on a stream");
        if (!(received.flags & flags.ack)) this.#write(frame(frameTypes.ping, flags.ack, 0, payload));
        break;
      case frameTypes.windowUpdate:
        this.#increaseWindow(received);
        break;
      case frameTypes.pushPromise:
        throw protocolError("clients must not send push promises");
      default: // priority, goaway and unknown frame types are ignored
    }
  }

  #data(received: Frame): void {
    const { stream: id, payload } = received;
    const stream = this.#streamOf(id);
    const content = unpadded(received);
    this.#received += payload.length;
    if (this.#received > CONNECTION_WINDOW / 2) {
      this.#write(numberFrame(frameTypes.windowUpdate, 0, this.#received));
      this.#received = 0;
    }
    if (!stream || stream.isRequestComplete) return; // the response has already been sent
    const isLast = (received.flags & flags.endStream) !== 0;
    stream.received += payload.length;
    if (!isLast && stream.received > STREAM_WINDOW / 2) {
      this.#write(numberFrame(frameTypes.windowUpdate, id, stream.received));
      stream.received = 0;
    }
    if (content.length > 0) stream.listener?.data(content);
    if (isLast) this.#endRequest(stream);
  }

  #endRequest(stream: ServerStream): void {
    stream.isRequestComplete = true;
    stream.listener?.end();
  }

  #beginHeaders(received: Frame): void {
    const { stream } = received;
    if (stream % 2 === 0) throw protocolError("invalid stream number");
    const endsStream = (received.flags & flags.endStream) !== 0;
    this.#addHeaders({ stream, endsStream, bytes: unpadded(received) }, received);
  }

  #continueHeaders(received: Frame): void {
    if (!this.#headerBlock) throw protocolError("unexpected continuation frame");
    const bytes = Buffer.concat([this.#headerBlock.bytes, received.payload]);
    this.#addHeaders({ ...this.#headerBlock, bytes }, received);
  }

  #addHeaders(block: HeaderBlock, received: Frame): void {
    if (block.bytes.length > MAX_BLOCK) throw new ConnectionError(errorCodes.enhanceYourCalm, "headers too large");
    if (!(received.flags & flags.endHeaders)) {
      this.#headerBlock = block;
      return;
    }
    this.#headerBlock = undefined;
    const headers = this.#headers.decode(block.bytes); // always decoded, because later blocks may refer to its entries
    if (block.stream <= this.#latest) {
      const stream = this.#streams.get(block.stream);
      if (stream && !block.endsStream) throw protocolError("trailers without the end of the stream");
      if (stream && !stream.isRequestComplete) this.#endRequest(stream);
      return;
    }
    this.#latest = block.stream;
    const stream = new ServerStream(block.stream, this.#streamWindow, this);
    this.#streams.set(block.stream, stream);
    stream.listener = this.onRequest(stream, headers);
    if (block.endsStream) this.#endRequest(stream);
  }

  #settings({ flags: set, stream, payload }: Frame): void {
    if (stream !== 0) throw protocolError("settings frame on a stream");
    if (set & flags.ack) {
      expectLength(payload, 0);
      return;
    }
    if (payload.length % 6 !== 0) throw new ConnectionError(errorCodes.frameSize, "incomplete settings frame");
    this.#hasSettings = true;
    for (let offset = 0; offset < payload.length; offset += 6) {
      if (payload.readUInt16BE(offset) !== setting.initialWindowSize) continue;
      const size = payload.readUInt32BE(offset + 2);
      if (size > MAX_WINDOW) throw new ConnectionError(errorCodes.flowControl, "flow-control window too large");
      const change = size - this.#streamWindow;
      this.#streamWindow = size;
      for (const each of this.#streams.values()) each.increaseWindow(change);
    }
    this.#write(frame(frameTypes.settings, flags.ack, 0, Buffer.alloc(0)));
    this.#pumpBlocked();
  }

  #increaseWindow({ stream: id, payload }: Frame): void {
    expectLength(payload, 4);
    const by = payload.readUInt32BE() & 0x7fff_ffff;
    if (by === 0) throw protocolError("window update of zero");
    if (id === 0) {
      this.#window += by;
      if (this.#window > MAX_WINDOW) throw new ConnectionError(errorCodes.flowControl, "flow-control window too large");
      this.#pumpBlocked();
      return;
    }
    const stream = this.#streamOf(id);
    stream?.increaseWindow(by);
    if (stream && this.#blocked.has(stream)) this.pump(stream);
  }

  #pumpBlocked(): void {
    for (const stream of [...this.#blocked]) this.pump(stream);
  }

  /** Returns the stream that a frame belongs to; undefined if it has ended. */
  #streamOf(id: number): ServerStream | undefined {
    if (id === 0 || id > this.#latest) throw protocolError("frame for an idle stream");
    return this.#streams.get(id);
  }

  #close(stream: ServerStream | undefined): void {
    if (!stream) return;
    this.#streams.delete(stream.id);
    this.#blocked.delete(stream);
    stream.close();
  }

  #closeAll(): void {
    for (const stream of [...this.#streams.values(), ...this.#ended]) this.#close(stream);
  }

  #fail(code: number): void {
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(this.#latest, 0);
    payload.writeUInt32BE(code, 4);
    this.#write(frame(frameTypes.goAway, 0, 0, payload));
    this.#flush();
    this.#closeAll(); // nothing may be written after goaway
    this.socket.removeAllListeners("data");
    this.socket.resume();
    this.socket.end(() => this.socket.destroy());
  }

  #write(...parts: readonly Uint8Array[]): void {
    for (const part of parts) this.#out.push(part);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // Flush after the pending promises, so that the responses they produce are sent together.
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    if (this.#out.length === 0 || this.socket.destroyed) return;
    const bytes = Buffer.concat(this.#out);
    const ended = this.#ended;
    this.#out = [];
    this.#ended = [];
    this.socket.write(bytes, () => {
      for (const stream of ended) stream.close();
    });
  }
}

const protocolError = (what: string) => new ConnectionError(errorCodes.protocol, what);

function expectLength(payload: Buffer, length: number): void {
  if (payload.length !== length) throw new ConnectionError(errorCodes.frameSize, "invalid frame length");
}
