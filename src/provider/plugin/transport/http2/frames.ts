/** HTTP/2 frames (RFC 9113): constants, encoding and decoding. */

export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/**
 * Frame flags. Their meaning depends on the frame type: 1 acknowledges settings and pings, and ends the stream
 * elsewhere.
 */
export const flags = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

export const errorCodes = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  frameSize: 6,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** An error that ends the connection; its code is sent to the peer. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  /** 0 for frames that concern the whole connection. */
  readonly stream: number;
  readonly payload: Buffer;
}

/** The largest payload, in bytes: the protocol's default, which neither side changes. */
export const MAX_PAYLOAD = 16_384;

const HEADER = 9;

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Splits received data into frames. */
export class FrameReader {
  #rest: Buffer | undefined;
  #isOpened = false;

  /** Yields the frames completed by `chunk`. Throws ConnectionError for data that is not HTTP/2. */
  *read(chunk: Buffer): Generator<Frame> {
    const data = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let offset = this.#open(data);
    while (this.#isOpened && data.length - offset >= HEADER) {
      const length = data.readUIntBE(offset, 3);
      if (length > MAX_PAYLOAD) throw new ConnectionError(errorCodes.frameSize, "frame too large");
      const end = offset + HEADER + length;
      if (end > data.length) break;
      yield {
        type: data[offset + 3]!,
        flags: data[offset + 4]!,
        stream: data.readUInt32BE(offset + 5) & 0x7fff_ffff,
        payload: data.subarray(offset + HEADER, end),
      };
      offset = end;
    }
    this.#rest = offset < data.length ? data.subarray(offset) : undefined;
  }

  /** Checks the connection preface and returns the offset of the first frame. */
  #open(data: Buffer): number {
    if (this.#isOpened) return 0;
    const length = Math.min(data.length, preface.length);
    if (data.compare(preface, 0, length, 0, length) !== 0)
      throw new ConnectionError(errorCodes.protocol, "invalid connection preface");
    this.#isOpened = length === preface.length;
    return this.#isOpened ? length : 0;
  }
}

/** Returns the header of a frame whose payload is written separately. */
export function frameHeader(type: number, flags: number, stream: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER);
  fillHeader(header, type, flags, stream, length);
  return header;
}

export function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER + payload.length);
  fillHeader(bytes, type, flags, stream, payload.length);
  bytes.set(payload, HEADER);
  return bytes;
}

/** Returns a headers frame, followed by continuation frames if the block exceeds one payload. */
export function headerFrames(set: number, stream: number, block: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let [type, own]: [number, number] = [frameTypes.headers, set];
  let rest = block;
  do {
    const part = rest.subarray(0, MAX_PAYLOAD);
    rest = rest.subarray(part.length);
    parts.push(frameHeader(type, rest.length > 0 ? own : own | flags.endHeaders, stream, part.length), part);
    [type, own] = [frameTypes.continuation, 0];
  } while (rest.length > 0);
  return parts;
}

/** Returns a frame whose payload is one 32-bit number. */
export function numberFrame(type: number, stream: number, value: number): Buffer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(value);
  return frame(type, 0, stream, payload);
}

function fillHeader(bytes: Buffer, type: number, flags: number, stream: number, length: number): void {
  bytes.writeUIntBE(length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
}

/** Returns a payload without padding and without the deprecated priority fields. */
export function unpadded({ type, flags: set, payload }: Frame): Buffer {
  const isPadded = (set & flags.padded) !== 0;
  const padding = isPadded ? (payload[0] ?? 0) : 0;
  const from = (isPadded ? 1 : 0) + (type === frameTypes.headers && set & flags.priority ? 5 : 0);
  if (from + padding > payload.length) throw new ConnectionError(errorCodes.protocol, "padding longer than the frame");
  return payload.subarray(from, payload.length - padding);
}
