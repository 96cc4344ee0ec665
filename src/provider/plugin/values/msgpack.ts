/** MessagePack as far as Terraform uses it: the tokens of the format, without any idea of what they mean. */

/** What kinds of tokens there are. An array or map is only announced, its members follow. */
export type TokenKind = "nil" | "bool" | "int" | "float" | "str" | "bin" | "ext" | "array" | "map";

/**
 * Reads tokens one after the other. What a token holds stands in the reader itself until the next one is read, so that
 * reading makes no objects. Every method throws RangeError where the bytes end early or make no token.
 */
export class TokenReader {
  /** Of a bool. */
  flag = false;
  /** Of an int that 32 bits hold, or a float. */
  number = 0;
  /** Of an int of 64 bits; undefined for a smaller one. */
  wide: bigint | undefined;
  /** How many members an array or a map has. */
  length = 0;
  #offset = 0;
  /** Where a str, bin or ext begins. */
  #from = 0;

  constructor(private readonly bytes: Buffer) {}

  get atEnd(): boolean {
    return this.#offset === this.bytes.length;
  }

  /** What a str or bin holds. */
  text(): string {
    return this.bytes.toString("utf8", this.#from, this.#offset);
  }

  /** Passes over the very bytes, if they come next. */
  passes(expected: Uint8Array): boolean {
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
        throw new RangeError(`0x${code.toString(16)} begins nothing in MessagePack`);
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
    this.#from = this.#take(length);
    return kind;
  }

  #uint(size: number): number {
    const from = this.#take(size);
    return size === 1 ? this.bytes[from]! : this.bytes.readUIntBE(from, size);
  }

  /** Passes over so many bytes; says where they begin. */
  #take(length: number): number {
    const from = this.#offset;
    if (length > this.bytes.length - from) throw new RangeError("the MessagePack data ends early");
    this.#offset = from + length;
    return from;
  }
}

/** Writes tokens one after the other. */
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
    this.#bytes.writeDoubleBE(value, this.#room(8));
  }

  str(text: string): void {
    const length = Buffer.byteLength(text);
    if (length < 0x20) this.#byte(0xa0 | length);
    else if (length < 0x100) this.#sized(0xd9, length, 1);
    else this.#sized(0xdb, length, 4);
    const from = this.#room(length);
    this.#bytes.write(text, from, length, "utf8");
  }

  bin(bytes: Uint8Array): void {
    this.#sized(0xc6, bytes.length, 4);
    this.raw(bytes);
  }

  /** Announces an array of so many members. */
  array(length: number): void {
    if (length < 0x10) this.#byte(0x90 | length);
    else this.#sized(0xdd, length, 4);
  }

  /** Announces a map of so many pairs. */
  map(length: number): void {
    if (length < 0x10) this.#byte(0x80 | length);
    else this.#sized(0xdf, length, 4);
  }

  /** Extension type 0 with one byte of 0. */
  ext(): void {
    this.#byte(0xd4);
    this.#byte(0);
    this.#byte(0);
  }

  /** Tokens that are written already. */
  raw(tokens: Uint8Array): void {
    const from = this.#room(tokens.length);
    this.#bytes.set(tokens, from);
  }

  #byte(value: number): void {
    const from = this.#room(1);
    this.#bytes[from] = value;
  }

  #sized(code: number, length: number, size: number): void {
    this.#byte(code);
    const from = this.#room(size);
    this.#bytes.writeUIntBE(length, from, size);
  }

  /** Where so many bytes may be written next. */
  #room(length: number): number {
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
