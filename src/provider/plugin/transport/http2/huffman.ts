/** The Huffman code of HPACK (RFC 7541, appendix B). It is canonical, so that the lengths of its codes say everything. */

/** How many bits stand for each byte, one digit in base 36 each. */
const lengths = [
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca",
  "d67777777777777777777777878djde6f56565666577666567655677777fbeds",
  "kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn",
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq",
].join("");

/** Stands for the end of a text, which is never written. */
const END = 256;
const LONGEST = 30;

interface Tables {
  /** All symbols, in the order of their codes. */
  readonly symbols: readonly number[];
  /** Of each length: the first code, how many there are, and where their symbols begin. */
  readonly first: readonly number[];
  readonly count: readonly number[];
  readonly start: readonly number[];
}

let made: Tables | undefined;

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

/** The bytes that a code stands for. Throws RangeError for what is none. */
export function decodeHuffman(bytes: Uint8Array): Buffer {
  made ??= tables();
  const { symbols, first, count, start } = made;
  const decoded: number[] = [];
  let [code, length] = [0, 0];
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      length++;
      const index = code - first[length]!;
      if (index >= 0 && index < count[length]!) {
        const symbol = symbols[start[length]! + index]!;
        if (symbol === END) throw new RangeError("a text is said to end within itself");
        decoded.push(symbol);
        code = 0;
        length = 0;
      }
    }
  }
  // What is left of the last byte is filled with ones, as the beginning of the code for the end.
  if (length > 7 || code !== 2 ** length - 1) throw new RangeError("a text ends within a code");
  return Buffer.from(decoded);
}
