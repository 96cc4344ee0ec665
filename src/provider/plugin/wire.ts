/** The bottom of protocol buffers: varints, and the numbered fields that every message is a sequence of. */

/** Wire types; those of fixed width occur in no message of ours and are only skipped. */
export const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;

/** One field as it stands on the wire: a number for a varint, bytes for anything else. */
export interface WireField {
  readonly number: number;
  readonly wireType: number;
  readonly value: number | Buffer;
}

/** Integers beyond 2^53 lose precision: no message of the protocol counts that far. */
export function encodeVarint(value: number): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/**
 * The fields of a message, in the order of the wire.
 * @throws RangeError if the bytes end early or are not a message.
 */
export function* wireFields(bytes: Buffer): Generator<WireField> {
  let offset = 0;

  const take = (length: number): Buffer => {
    if (length > bytes.length - offset) throw new RangeError("the message ends early");
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
  const varint = (): number => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = take(1)[0]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
    throw new RangeError("a varint is longer than ten bytes");
  };
  const read = (wireType: number): number | Buffer => {
    switch (wireType) {
      case wireTypes.varint:
        return varint();
      case wireTypes.delimited: {
        const length = varint();
        if (length < 0) throw new RangeError("a field has a negative length");
        return take(length);
      }
      case wireTypes.fixed64:
        return take(8);
      case wireTypes.fixed32:
        return take(4);
      default:
        throw new RangeError(`wire type ${wireType} is not supported`);
    }
  };

  while (offset < bytes.length) {
    const tag = varint();
    yield { number: Math.floor(tag / 8), wireType: tag & 7, value: read(tag & 7) };
  }
}
