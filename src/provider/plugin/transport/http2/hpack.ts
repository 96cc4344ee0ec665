/** HPACK header compression (RFC 7541). The decoder supports every encoding; the encoder uses only the simplest. */

import { ConnectionError, errorCodes } from "./frames";
import { decodeHuffman } from "./huffman";

export type Headers = ReadonlyMap<string, string>;
type Entry = readonly [name: string, value: string];

/** The static table of appendix A, whose indexes start at 1. An entry without a space has a name only. */
const staticTable: readonly Entry[] =
  `:authority|:method GET|:method POST|:path /|:path /index.html|:scheme http|:scheme https|:status 200|
:status 204|:status 206|:status 304|:status 400|:status 404|:status 500|accept-charset|accept-encoding gzip, deflate|accept-language|
accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control|content-disposition|content-encoding|
content-language|content-length|content-location|content-range|content-type|cookie|date|etag|expect|expires|from|host|if-match|
if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|link|location|max-forwards|proxy-authenticate|
proxy-authorization|range|referer|refresh|retry-after|server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|
via|www-authenticate`
    .replaceAll("\n", "")
    .split("|")
    .map((entry) => {
      const [name = "", ...value] = entry.split(" ");
      return [name, value.join(" ")];
    });

/** The size limit of the dynamic table, the default that clients assume; each entry counts 32 bytes plus its text. */
const TABLE_SIZE = 4096;
const ENTRY_SIZE = 32;
/** The largest size of decoded headers, in bytes. */
const MAX_HEADERS = 65_536;

/** Decodes the headers of one connection. Blocks must be decoded in order, because each may refer to earlier ones. */
export class HeaderDecoder {
  /** The dynamic table, newest entry first. */
  #table: Entry[] = [];
  #size = 0;
  #maxSize = TABLE_SIZE;
  #block: Buffer = Buffer.alloc(0);
  #offset = 0;

  /** Decodes a header block. Throws ConnectionError if it is invalid. */
  decode(block: Buffer): Headers {
    this.#block = block;
    this.#offset = 0;
    try {
      return this.#headers();
    } catch (error) {
      if (error instanceof RangeError) throw new ConnectionError(errorCodes.compression, error.message);
      throw error;
    }
  }

  #headers(): Headers {
    const headers = new Map<string, string>();
    let size = 0;
    while (this.#offset < this.#block.length) {
      const entry = this.#next();
      if (!entry) continue;
      const [name, value] = entry;
      size += ENTRY_SIZE + name.length + value.length;
      if (size > MAX_HEADERS) throw new ConnectionError(errorCodes.enhanceYourCalm, "headers too large");
      headers.set(name, value);
    }
    return headers;
  }

  /** Reads the next entry; undefined if it only resizes the table. */
  #next(): Entry | undefined {
    const first = this.#block[this.#offset]!;
    if (first & 0x80) return this.#at(this.#integer(7));
    if (first & 0x40) return this.#addToTable(this.#literal(6));
    if (first & 0x20) {
      this.#resize(this.#integer(5));
      return undefined;
    }
    return this.#literal(4);
  }

  #at(index: number): Entry {
    const entry = index <= staticTable.length ? staticTable[index - 1] : this.#table[index - staticTable.length - 1];
    if (!entry) throw new RangeError("invalid header index");
    return entry;
  }

  #literal(prefix: number): Entry {
    const index = this.#integer(prefix);
    const name = index === 0 ? this.#text() : this.#at(index)[0];
    return [name, this.#text()];
  }

  #addToTable(entry: Entry): Entry {
    this.#table.unshift(entry);
    this.#size += sizeOf(entry);
    this.#evict();
    return entry;
  }

  #resize(size: number): void {
    if (size > TABLE_SIZE) throw new RangeError("header table too large");
    this.#maxSize = size;
    this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#maxSize) this.#size -= sizeOf(this.#table.pop()!);
  }

  /** Reads an integer whose first bits share a byte with other flags. */
  #integer(prefix: number): number {
    const most = 2 ** prefix - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    for (let factor = 1; factor <= 2 ** 21; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError("header integer too large");
  }

  #text(): string {
    const isCoded = (this.#block[this.#offset]! & 0x80) !== 0;
    const length = this.#integer(7);
    const from = this.#offset;
    if (length > this.#block.length - from) throw ended();
    this.#offset = from + length;
    const bytes = this.#block.subarray(from, this.#offset);
    return (isCoded ? decodeHuffman(bytes) : bytes).toString("latin1");
  }

  #byte(): number {
    if (this.#offset === this.#block.length) throw ended();
    return this.#block[this.#offset++]!;
  }
}

const ended = () => new RangeError("incomplete header block");

const sizeOf = ([name, value]: Entry): number => ENTRY_SIZE + name.length + value.length;

/** Encodes headers as literals without indexing, so that the block can be reused on any connection. */
export function encodeHeaders(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(Object.entries(headers).flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  if (bytes.length < 0x7f) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const length: number[] = [0x7f];
  let rest = bytes.length - 0x7f;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128);
  length.push(rest);
  return Buffer.concat([Buffer.from(length), bytes]);
}
