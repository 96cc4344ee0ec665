import { type ZippableFile, zipSync } from "fflate";

/** The earliest date of the zip format. Zip stores local time without a zone, as the Date constructor takes it. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/** The code for Unix in a zip's "version made by"; its file attributes contain the file mode. */
const MADE_BY_UNIX = 3;

/** A higher level takes twice as long for an executable, and saves 0.3 %. */
const LEVEL = 6;

/** A file of a plugin. */
export interface PackedFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/**
 * Returns a zip file, the same for the same files on every machine: fflate compresses in JavaScript, while the output
 * of zlib depends on the version of Node.js and on the processor.
 */
export function zipOf(files: readonly PackedFile[]): Uint8Array {
  const entries = files.map(({ name, content, executable }): [string, ZippableFile] => {
    const attrs = ((executable ? 0o100755 : 0o100644) << 16) >>> 0;
    return [name, [content, { os: MADE_BY_UNIX, attrs }]];
  });
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { level: LEVEL, mtime: ZIP_EPOCH });
}
