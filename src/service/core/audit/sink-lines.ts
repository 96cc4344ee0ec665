/** Writes lines, and reports how many were written completely before a failure such as a full disk. */

/** Where a sink appends lines. */
export interface LineWriter {
  append(lines: readonly string[]): Promise<Appended>;
  close(): Promise<void>;
}

export interface Appended {
  /** The number of lines that were written completely; they are the first ones. */
  readonly count: number;
  /** Why the others were not; undefined if all were written. */
  readonly error?: unknown;
}

export interface Written {
  readonly bytes: number;
  readonly error?: unknown;
}

/** Calls `write`, which returns how many bytes it wrote, until all data is written or a call fails. */
export async function writeAll(write: (data: Buffer) => Promise<number>, data: Buffer): Promise<Written> {
  let bytes = 0;
  try {
    while (bytes < data.length) bytes += await write(data.subarray(bytes));
    return { bytes };
  } catch (error) {
    return { bytes, error };
  }
}

/** Returns how many lines the first `bytes` bytes contain completely, and how many bytes of the next line. */
export function completeLines(lines: readonly string[], bytes: number): { count: number; rest: number } {
  let rest = bytes;
  let count = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line);
    if (length > rest) break;
    rest -= length;
    count += 1;
  }
  return { count, rest };
}
