/** The tokens of MessagePack, as far as Terraform uses them. */

/** The kinds of tokens. An array or map token carries only the length; the members follow as tokens. */
export type TokenKind = "nil" | "bool" | "int" | "float" | "str" | "bin" | "ext" | "array" | "map";

/**
 * Reads tokens in sequence. The content of a token is kept in the reader until the next one is read, so that reading
 * allocates no objects. Every method throws RangeError for truncated or invalid bytes.
 */
export class TokenReader {
  /** The value of a bool. */
  flag = false;
  /** The value of a float, or of an int of at most 32 bits. */
  number = 0;
  /** The value of a 64-bit int; undefined for smaller ones. */
  wide: bigint | undefined;
  /** The number of members of an array or map. */
  length = 0;
  #offset = 0;
  /** The start offset of a str, bin or ext. */
  #start = 0;

  constructor(private readonly bytes: Buffer) {}

  get atEnd(): boolean {
    return this.#offset === this.bytes.length;
  }

  /** Returns the content of a str or bin as text. */
  text(): string {
    return this.bytes.toString("utf8", this.#start, this.#offset);
  }

  /** Skips the given bytes if they come next; reports whether they did. */
  skipIf(expected: Uint8Array): boolean {
    const { bytes } = this;
    const from = this.#offset;
    for (let index = 0; index < expected.length; index++) {
      if (bytes[from + index] !== expected[index]) return false;
    }
    this.#offset = from + expected.length;
    return true;
  }

  next(): TokenKind {
    const code = this.#uint(1);
    if (code <= 0x7f) return this.#int(code);
    if (code <= 0x8f) return this.#announce("map", code & 0x0f);
    if (code <= 0x9f) return this.#announce("array", code & 0x0f);
    if (code <= 0xbf) return this.#span("str", code & 0x1f);
    if (code >= 0xe0) return this.#int(code - 0x100);
    switch (code) {
      case 0xc0:
        return "nil";
      case 0xc2:
      case 0xc3:
        this.flag = code === 0xc3;
        return "bool";
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#span("bin", this.#uint(1 << (code - 0xc4)));
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#span("ext", this.#uint(1 << (code - 0xc7)) + 1);
      case 0xca:
        this.number = this.bytes.readFloatBE(this.#take(4));
        return "float";
      case 0xcb:
        this.number = this.bytes.readDoubleBE(this.#take(8));
        return "float";
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#int(this.#uint(1 << (code - 0xcc)));
      case 0xcf:
        this.wide = this.bytes.readBigUInt64BE(this.#take(8));
        return "int";
      case 0xd0:
      case 0xd1:
      case 0xd2: {
        const size = 1 << (code - 0xd0);
        return this.#int(this.bytes.readIntBE(this.#take(size), size));
      }
      case 0xd3:
        this.wide = this.bytes.readBigInt64BE(this.#take(8));
        return "int";
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#span("ext", (1 << (code - 0xd4)) + 1);
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#span("str", this.#uint(1 << (code - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.#announce("array", this.#uint(code === 0xdc ? 2 : 4));
      case 0xde:
      case 0xdf:
        return this.#announce("map", this.#uint(code === 0xde ? 2 : 4));
      default:
        throw new RangeError(`0x${code.toString(16)} is not a MessagePack format byte`);
    }
  }

  #int(value: number): TokenKind {
    this.number = value;
    this.wide = undefined;
    return "int";
  }

  #announce(kind: "array" | "map", length: number): TokenKind {
    this.length = length;
    return kind;
  }

  #span(kind: "str" | "bin" | "ext", length: number): TokenKind {
    this.#start = this.#take(length);
    return kind;
  }

  #uint(size: number): number {
    const from = this.#take(size);
    return size === 1 ? this.bytes[from]! : this.bytes.readUIntBE(from, size);
  }

  /** Skips `length` bytes; returns the offset of the first. */
  #take(length: number): number {
    const from = this.#offset;
    if (length > this.bytes.length - from) throw new RangeError("unexpected end of MessagePack data");
    this.#offset = from + length;
    return from;
  }
}

/** Writes tokens in sequence. */
export class TokenWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  nil(): void {
    this.#byte(0xc0);
  }

  bool(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2);
  }

  float(value: number): void {
    this.#byte(0xcb);
    this.#bytes.writeDoubleBE(value, this.#reserve(8));
  }

  str(text: string): void {
    const length = Buffer.byteLength(text);
    if (length < 0x20) this.#byte(0xa0 | length);
    else if (length < 0x100) this.#sized(0xd9, length, 1);
    else this.#sized(0xdb, length, 4);
    const from = this.#reserve(length);
    this.#bytes.write(text, from, length, "utf8");
  }

  bin(bytes: Uint8Array): void {
    this.#sized(0xc6, bytes.length, 4);
    this.raw(bytes);
  }

  /** Writes the header of an array with `length` members. */
  array(length: number): void {
    if (length < 0x10) this.#byte(0x90 | length);
    else this.#sized(0xdd, length, 4);
  }

  /** Writes the header of a map with `length` pairs. */
  map(length: number): void {
    if (length < 0x10) this.#byte(0x80 | length);
    else this.#sized(0xdf, length, 4);
  }

  /** Writes extension type 0 with one zero byte, which stands for an unknown value. */
  ext(): void {
    this.#byte(0xd4);
    this.#byte(0);
    this.#byte(0);
  }

  /** Writes encoded tokens. */
  raw(tokens: Uint8Array): void {
    const from = this.#reserve(tokens.length);
    this.#bytes.set(tokens, from);
  }

  #byte(value: number): void {
    const from = this.#reserve(1);
    this.#bytes[from] = value;
  }

  #sized(code: number, length: number, size: number): void {
    this.#byte(code);
    const from = this.#reserve(size);
    this.#bytes.writeUIntBE(length, from, size);
  }

  /** Reserves `length` bytes; returns the offset of the first. */
  #reserve(length: number): number {
    const from = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const written = this.#bytes.subarray(0, from);
      this.#bytes = Buffer.allocUnsafe(Math.max(this.#length, 2 * this.#bytes.length));
      this.#bytes.set(written);
    }
    return from;
  }
}
