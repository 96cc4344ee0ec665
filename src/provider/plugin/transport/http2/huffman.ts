/**
 * The Huffman code of HPACK (RFC 7541, appendix B). The code is canonical, so the code lengths define it completely.
 */

/** The code length of each byte, as one base-36 digit. */
const lengths = [
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca",
  "d67777777777777777777777878djde6f56565666577666567655677777fbeds",
  "kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn",
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq",
].join("");

/** The end-of-string symbol, which must not be encoded. */
const END = 256;
const LONGEST = 30;

interface Tables {
  /** All symbols in the order of their codes. */
  readonly symbols: readonly number[];
  /** By code length: the first code, the number of codes, and the index of the first symbol. */
  readonly first: readonly number[];
  readonly count: readonly number[];
  readonly start: readonly number[];
}

let cachedTables: Tables | undefined;

function tables(): Tables {
  const byLength: number[][] = Array.from({ length: LONGEST + 1 }, () => []);
  for (let symbol = 0; symbol < END; symbol++) byLength[Number.parseInt(lengths[symbol]!, 36)]!.push(symbol);
  byLength[LONGEST]!.push(END);
  const first: number[] = [];
  const start: number[] = [];
  let [code, before] = [0, 0];
  for (const symbols of byLength) {
    code *= 2;
    first.push(code);
    start.push(before);
    code += symbols.length;
    before += symbols.length;
  }
  return { symbols: byLength.flat(), first, count: byLength.map(({ length }) => length), start };
}

/** Decodes Huffman-coded bytes. Throws RangeError for invalid input. */
export function decodeHuffman(bytes: Uint8Array): Buffer {
  cachedTables ??= tables();
  const { symbols, first, count, start } = cachedTables;
  const decoded: number[] = [];
  let [code, length] = [0, 0];
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      length++;
      const index = code - first[length]!;
      if (index >= 0 && index < count[length]!) {
        const symbol = symbols[start[length]! + index]!;
        if (symbol === END) throw new RangeError("end-of-string symbol in text");
        decoded.push(symbol);
        code = 0;
        length = 0;
      }
    }
  }
  // The last byte is padded with ones, a prefix of the end-of-string code.
  if (length > 7 || code !== 2 ** length - 1) throw new RangeError("invalid padding");
  return Buffer.from(decoded);
}
