import { createHash } from "node:crypto";

/**
 * The ad hoc code signature of a Mach-O executable. macOS on arm64 requires a signature, and macOS on any architecture
 * kills programs with an invalid one. Bun rewrites the signature only on arm64, so it is always replaced here.
 * The structures are those of Apple's cs_blobs.h; their numbers are big-endian, those of Mach-O little-endian.
 */

const MACH_O_64 = 0xfeedfacf;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;

const EMBEDDED_SIGNATURE = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
/** The version with the executable segment. */
const DIRECTORY_VERSION = 0x20400;
const DIRECTORY_SIZE = 88;
const AD_HOC = 2;
const SHA256 = 2;
const HASH_SIZE = 32;
const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
const MAIN_BINARY = 1n;

interface Command {
  readonly type: number;
  readonly offset: number;
}

const isMachO = (program: Buffer): boolean => program.length > 32 && program.readUInt32LE(0) === MACH_O_64;

function commandsOf(program: Buffer): Command[] {
  const commands: Command[] = [];
  for (let index = 0, offset = 32; index < program.readUInt32LE(16); index++) {
    commands.push({ type: program.readUInt32LE(offset), offset });
    offset += program.readUInt32LE(offset + 4);
  }
  return commands;
}

/** Returns the position of a segment's command. Throws an Error if there is none. */
function segment(program: Buffer, name: string): number {
  const found = commandsOf(program).find(
    ({ type, offset }) =>
      type === LC_SEGMENT_64 && program.toString("latin1", offset + 8, offset + 24).replace(/\0+$/, "") === name,
  );
  if (!found) throw new Error(`the executable has no segment ${name}`);
  return found.offset;
}

function signatureCommand(program: Buffer): number {
  const found = commandsOf(program).find(({ type }) => type === LC_CODE_SIGNATURE);
  if (!found) throw new Error("the executable has no LC_CODE_SIGNATURE load command");
  return found.offset;
}

/** Returns the executable with a new ad hoc signature at its end. Programs of other formats are returned unchanged. */
export function signAdHoc(program: Buffer, identifier: string): Buffer {
  if (!isMachO(program)) return program;
  const command = signatureCommand(program);
  const limit = program.readUInt32LE(command + 8);
  const pages = Math.ceil(limit / PAGE);
  const name = Buffer.from(`${identifier}\0`);
  const hashesAt = DIRECTORY_SIZE + name.length;
  const directorySize = hashesAt + pages * HASH_SIZE;
  // A header, the index of one blob, and the blob; padded as the linker pads it.
  const size = Math.ceil((20 + directorySize) / 16) * 16;

  // The load commands are hashed too, so they are changed first.
  const signed = Buffer.concat([program.subarray(0, limit), Buffer.alloc(size)]);
  signed.writeUInt32LE(size, command + 12);
  const linkEdit = segment(signed, "__LINKEDIT");
  const fileSize = BigInt(limit + size) - signed.readBigUInt64LE(linkEdit + 40);
  signed.writeBigUInt64LE(fileSize, linkEdit + 48);
  const pageSize = 0x4000n;
  signed.writeBigUInt64LE(((fileSize + pageSize - 1n) / pageSize) * pageSize, linkEdit + 32);

  const text = segment(signed, "__TEXT");
  const directory = Buffer.alloc(directorySize);
  const fields = [CODE_DIRECTORY, directorySize, DIRECTORY_VERSION, AD_HOC, hashesAt, DIRECTORY_SIZE, 0, pages, limit];
  for (const [index, field] of fields.entries()) directory.writeUInt32BE(field, index * 4);
  directory.set([HASH_SIZE, SHA256, 0, PAGE_BITS], 36);
  directory.writeBigUInt64BE(signed.readBigUInt64LE(text + 40), 64);
  directory.writeBigUInt64BE(signed.readBigUInt64LE(text + 48), 72);
  directory.writeBigUInt64BE(MAIN_BINARY, 80);
  name.copy(directory, DIRECTORY_SIZE);
  for (let page = 0; page < pages; page++) hashOf(signed, page, limit).copy(directory, hashesAt + page * HASH_SIZE);

  const header = [EMBEDDED_SIGNATURE, 20 + directorySize, 1, 0, 20];
  for (const [index, field] of header.entries()) signed.writeUInt32BE(field, limit + index * 4);
  directory.copy(signed, limit + 20);
  return signed;
}

/** The last page is hashed up to the limit, without padding. */
const hashOf = (program: Buffer, page: number, limit: number): Buffer =>
  createHash("sha256")
    .update(program.subarray(page * PAGE, Math.min((page + 1) * PAGE, limit)))
    .digest();

/** Returns what is wrong with an executable's code signature; undefined if macOS accepts it. */
export function codeSignatureProblem(program: Buffer): string | undefined {
  const command = signatureCommand(program);
  const start = program.readUInt32LE(command + 8);
  const size = program.readUInt32LE(command + 12);
  if (start + size !== program.length) return "the signature is not at the end of the file";
  if (program.readUInt32BE(start) !== EMBEDDED_SIGNATURE) return "there is no signature";
  const directory = start + program.readUInt32BE(start + 16);
  const [hashesAt, pages, limit] = [16, 28, 32].map((offset) => program.readUInt32BE(directory + offset)) as [
    number,
    number,
    number,
  ];
  if (limit !== start) return `the signature covers ${limit} of ${start} bytes`;
  for (let page = 0; page < pages; page++) {
    const at = directory + hashesAt + page * HASH_SIZE;
    if (!hashOf(program, page, limit).equals(program.subarray(at, at + HASH_SIZE))) return `page ${page} was changed`;
  }
  return undefined;
}
