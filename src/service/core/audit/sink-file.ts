import { constants } from "node:fs";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { errorCode } from "../../../api";
import { objectOrEmpty } from "../../../model";
import type { ChainPosition } from "../../store";
import { type Appended, completeLines, type LineWriter, writeAll } from "./sink-lines";

/** A file of audit events, one per line, and the file `FILE.position` beside it. */
export class SinkFile implements LineWriter {
  #file: FileHandle | undefined;
  #isMoved = false;

  constructor(private readonly target: string) {}

  /** Reopens the file before the next line, because it was moved. */
  reopen(): void {
    this.#isMoved = true;
  }

  /**
   * Appends lines, and removes a partially written line. If the file cannot be synchronized, as on network file systems
   * without space, none of the lines counts as written, and all are removed.
   */
  async append(lines: readonly string[]): Promise<Appended> {
    try {
      if (this.#isMoved) await this.close();
      this.#isMoved = false;
      this.#file ??= await openAtLineEnd(this.target);
      return await appendTo(this.#file, lines);
    } catch (error) {
      return { count: 0, error };
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }

  /** Reads the position: `SEQUENCE:HASH`; earlier versions stored only the sequence number. */
  async readPosition(): Promise<ChainPosition | undefined> {
    const kept = await readFile(`${this.target}.position`, "utf8").catch(ifMissing);
    const [sequence, hash = ""] = kept?.trim().split(":") ?? [];
    return sequence === undefined ? undefined : { sequence: Number.parseInt(sequence, 10) || 0, hash };
  }

  /** Replaces the position, or leaves the stored one as it is and rejects. */
  async writePosition({ sequence, hash }: ChainPosition): Promise<void> {
    const temporary = `${this.target}.position.tmp`;
    try {
      const file = await open(temporary, "w", 0o600);
      try {
        await file.writeFile(`${sequence}:${hash}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(temporary, `${this.target}.position`);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Returns the position of the last complete line; undefined if there is none, or it is not a sealed event. */
  async lastWritten(): Promise<ChainPosition | undefined> {
    // Opening a named pipe would otherwise wait for a writer.
    const file = await open(this.target, constants.O_RDONLY | constants.O_NONBLOCK).catch(ifMissing);
    if (!file) return undefined;
    try {
      const { tail } = await readTail(file);
      const end = tail.lastIndexOf(LINE_FEED);
      const line = tail.toString("utf8", end > 0 ? tail.lastIndexOf(LINE_FEED, end - 1) + 1 : 0, Math.max(end, 0));
      return positionIn(line);
    } finally {
      await file.close();
    }
  }
}

async function appendTo(file: FileHandle, lines: readonly string[]): Promise<Appended> {
  const { size } = await file.stat();
  const data = Buffer.from(lines.join(""));
  const { bytes, error } = await writeAll(async (rest) => (await file.write(rest)).bytesWritten, data);
  const { count } = completeLines(lines, bytes);
  try {
    if (error !== undefined) await removePartialLine(file);
    await file.datasync();
    return { count, error };
  } catch (failure) {
    // The lines may be lost. Truncating keeps the next attempt from repeating those that are not.
    if ((await file.stat()).size <= size + bytes) await file.truncate(size);
    throw failure;
  }
}

/** How far back to search for the start of the last line, in bytes: the longest event comes from a body of 1 MiB. */
const TAIL = 2 * 1024 * 1024;
const LINE_FEED = 10;

/** Opens a file for appending, and removes a partial last line left by a full disk or a crash. */
async function openAtLineEnd(target: string): Promise<FileHandle> {
  const file = await open(target, "a+", 0o600);
  try {
    await removePartialLine(file);
    return file;
  } catch (error) {
    await file.close().catch(() => {});
    throw error;
  }
}

async function removePartialLine(file: FileHandle): Promise<void> {
  const { tail, size } = await readTail(file);
  const end = size - tail.length + tail.lastIndexOf(LINE_FEED) + 1;
  if (end < size) await file.truncate(end);
}

async function readTail(file: FileHandle): Promise<{ readonly tail: Buffer; readonly size: number }> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, TAIL));
  await file.read(tail, 0, tail.length, size - tail.length);
  return { tail, size };
}

function positionIn(line: string): ChainPosition | undefined {
  try {
    const { sequence, hash } = objectOrEmpty(JSON.parse(line));
    return typeof sequence === "number" && typeof hash === "string" ? { sequence, hash } : undefined;
  } catch {
    return undefined;
  }
}

function ifMissing(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
