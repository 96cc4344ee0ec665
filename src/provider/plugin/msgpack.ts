/** MessagePack as far as Terraform uses it: the tokens of the format, without any idea of what they mean. */

/** What stands at one place; an array or map is only announced, its members follow. */
export type Token =
  | { readonly kind: "nil" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "int"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "str" | "bin" | "ext"; readonly value: Buffer }
  | { readonly kind: "array" | "map"; readonly length: number };

/** Reads tokens one after the other. Every method throws RangeError where the bytes end early or make no token. */
export class TokenReader {
  private offset = 0;

  constructor(private readonly bytes: Buffer) {}

  get atEnd(): boolean {
    return this.offset === this.bytes.length;
  }

  next(): Token {
    const code = this.uint(1);
    if (code <= 0x7f) return { kind: "int", value: BigInt(code) };
    if (code <= 0x8f) return { kind: "map", length: code & 0x0f };
    if (code <= 0x9f) return { kind: "array", length: code & 0x0f };
    if (code <= 0xbf) return { kind: "str", value: this.take(code & 0x1f) };
    if (code >= 0xe0) return { kind: "int", value: BigInt(code - 0x100) };
    switch (code) {
      case 0xc0:
        return { kind: "nil" };
      case 0xc2:
      case 0xc3:
        return { kind: "bool", value: code === 0xc3 };
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return { kind: "bin", value: this.take(this.uint(1 << (code - 0xc4))) };
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return { kind: "ext", value: this.take(this.uint(1 << (code - 0xc7)) + 1).subarray(1) };
      case 0xca:
        return { kind: "float", value: this.take(4).readFloatBE() };
      case 0xcb:
        return { kind: "float", value: this.take(8).readDoubleBE() };
      case 0xcc:
      case 0xcd:
      case 0xce:
        return { kind: "int", value: BigInt(this.uint(1 << (code - 0xcc))) };
      case 0xcf:
        return { kind: "int", value: this.take(8).readBigUInt64BE() };
      case 0xd0:
      case 0xd1:
      case 0xd2: {
        const size = 1 << (code - 0xd0);
        return { kind: "int", value: BigInt(this.take(size).readIntBE(0, size)) };
      }
      case 0xd3:
        return { kind: "int", value: this.take(8).readBigInt64BE() };
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return { kind: "ext", value: this.take((1 << (code - 0xd4)) + 1).subarray(1) };
      case 0xd9:
      case 0xda:
      case 0xdb:
        return { kind: "str", value: this.take(this.uint(1 << (code - 0xd9))) };
      case 0xdc:
      case 0xdd:
        return { kind: "array", length: this.uint(code === 0xdc ? 2 : 4) };
      case 0xde:
      case 0xdf:
        return { kind: "map", length: this.uint(code === 0xde ? 2 : 4) };
      default:
        throw new RangeError(`0x${code.toString(16)} begins nothing in MessagePack`);
    }
  }

  private uint(size: number): number {
    return this.take(size).readUIntBE(0, size);
  }

  private take(length: number): Buffer {
    if (length > this.bytes.length - this.offset) throw new RangeError("the MessagePack data ends early");
    this.offset += length;
    return this.bytes.subarray(this.offset - length, this.offset);
  }
}

/** Writes tokens one after the other. */
export class TokenWriter {
  private readonly parts: Uint8Array[] = [];

  finish(): Buffer {
    return Buffer.concat(this.parts);
  }

  nil(): void {
    this.byte(0xc0);
  }

  bool(value: boolean): void {
    this.byte(value ? 0xc3 : 0xc2);
  }

  float(value: number): void {
    const bytes = Buffer.alloc(9, 0xcb);
    bytes.writeDoubleBE(value, 1);
    this.parts.push(bytes);
  }

  str(text: string): void {
    const bytes = Buffer.from(text, "utf8");
    if (bytes.length < 0x20) this.byte(0xa0 | bytes.length);
    else this.sized(0xdb, bytes.length);
    this.parts.push(bytes);
  }

  bin(bytes: Uint8Array): void {
    this.sized(0xc6, bytes.length);
    this.parts.push(bytes);
  }

  /** Announces an array of so many members. */
  array(length: number): void {
    if (length < 0x10) this.byte(0x90 | length);
    else this.sized(0xdd, length);
  }

  /** Announces a map of so many pairs. */
  map(length: number): void {
    if (length < 0x10) this.byte(0x80 | length);
    else this.sized(0xdf, length);
  }

  /** Extension type 0 with one byte of 0. */
  ext(): void {
    this.parts.push(Buffer.from([0xd4, 0, 0]));
  }

  private byte(value: number): void {
    this.parts.push(Buffer.from([value]));
  }

  private sized(code: number, length: number): void {
    const bytes = Buffer.alloc(5, code);
    bytes.writeUInt32BE(length, 1);
    this.parts.push(bytes);
  }
}
