/** The protocol buffers wire format: varints and numbered fields. */

/** Wire types. No message in the table uses the fixed-width types; they are only skipped. */
export const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;

/** Reads fields in sequence. Every method throws RangeError for truncated or invalid bytes. */
export class WireReader {
  #offset = 0;

  constructor(private readonly bytes: Buffer) {}

  get atEnd(): boolean {
    return this.#offset === this.bytes.length;
  }

  /** Reads a varint. Integers beyond 2^53 lose precision; no message of the protocol carries any. */
  varint(): number {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low;
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
    throw new RangeError("a varint is longer than ten bytes");
  }

  /** Reads a length-delimited field. */
  delimited(): Buffer {
    const length = this.varint();
    if (length < 0) throw new RangeError("a field has a negative length");
    return this.#take(length);
  }

  skip(wireType: number): void {
    switch (wireType) {
      case wireTypes.varint:
        this.varint();
        break;
      case wireTypes.delimited:
        this.delimited();
        break;
      case wireTypes.fixed64:
        this.#take(8);
        break;
      case wireTypes.fixed32:
        this.#take(4);
        break;
      default:
        throw new RangeError(`wire type ${wireType} is not supported`);
    }
  }

  #byte(): number {
    if (this.#offset === this.bytes.length) throw unexpectedEnd();
    return this.bytes[this.#offset++]!;
  }

  #take(length: number): Buffer {
    if (length > this.bytes.length - this.#offset) throw unexpectedEnd();
    this.#offset += length;
    return this.bytes.subarray(this.#offset - length, this.#offset);
  }
}

const unexpectedEnd = () => new RangeError("unexpected end of message");

/**
 * Writes a message from its end to its beginning, so that the length of a nested message is known when it is written.
 */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #start = this.#bytes.length;

  /** The number of bytes written. */
  get length(): number {
    return this.#bytes.length - this.#start;
  }

  finish(): Buffer {
    return this.#bytes.subarray(this.#start);
  }

  varint(value: number): void {
    if (value >= 0 && value < 0x80) {
      this.#reserve(1);
      this.#bytes[this.#start] = value;
      return;
    }
    const groups: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 0x7fn; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80);
    groups.push(Number(rest));
    this.bytes(Buffer.from(groups));
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#start);
  }

  text(text: string): void {
    this.#reserve(Buffer.byteLength(text));
    this.#bytes.write(text, this.#start, "utf8");
  }

  /** Makes room before the bytes already written. */
  #reserve(length: number): void {
    if (length > this.#start) {
      const written = this.finish();
      const room = Math.max(this.#bytes.length, length);
      this.#bytes = Buffer.allocUnsafe(room + this.#bytes.length);
      this.#start = this.#bytes.length - written.length;
      this.#bytes.set(written, this.#start);
    }
    this.#start -= length;
  }
}
