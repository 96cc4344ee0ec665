import { type FileHandle, open, readFile, rename, writeFile } from "node:fs/promises";
import type { Log } from "../log";
import { auditChain, type ChainRow, type Database, sealedEvent } from "../store";

/** Events that are written at a time. */
const PAGE = 500;

/** Where events go: the path of a file, or `-` for standard output. */
export interface AuditSinkOptions {
  readonly target: string;
  readonly db: Database;
  readonly log: Log;
  /** Told whether the sink can be written. */
  readonly onState?: (isFailing: boolean) => void;
}

/**
 * Writes every sealed event of the store as a line of JSON, in the order of the chain. A file is appended to, and the
 * sequence written last is kept beside it in `FILE.position`: after a restart it goes on there, so that events may be
 * written twice, and never not. Standard output begins with the events that are sealed from its start on. What cannot be
 * written is reported and tried again.
 */
export class AuditSink {
  #position: number | undefined;
  #file: FileHandle | undefined;
  #problem: string | undefined;
  #draining = Promise.resolve();

  constructor(private readonly options: AuditSinkOptions) {}

  /** Why the sink cannot be written; undefined while it can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Writes what is sealed and not written yet. Never rejects. */
  drain(): Promise<void> {
    this.#draining = this.#draining.then(() => this.#drainNow());
    return this.#draining;
  }

  /** Opens the file anew before the next line, since it was moved away. */
  reopen(): Promise<void> {
    this.#draining = this.#draining.then(() => this.#closeFile());
    return this.#draining;
  }

  async close(): Promise<void> {
    await this.drain();
    await this.#closeFile();
  }

  async #drainNow(): Promise<void> {
    const { db } = this.options;
    try {
      this.#position ??= await this.#start();
      let rows: readonly ChainRow[];
      do {
        rows = await auditChain.rowsAfter(db, this.#position, PAGE);
        const last = rows.at(-1);
        if (!last) break;
        await this.#write(rows.map((row) => `${JSON.stringify(sealedEvent(row))}\n`).join(""));
        await this.#keep(last.sequence);
      } while (rows.length === PAGE);
      this.#report(undefined);
    } catch (error) {
      await this.#closeFile();
      this.#report(error instanceof Error ? error.message : String(error));
    }
  }

  #report(problem: string | undefined): void {
    if (problem === this.#problem) return;
    const { log, target, onState } = this.options;
    this.#problem = problem;
    onState?.(problem !== undefined);
    log(
      problem === undefined
        ? { event: "audit sink written again", target }
        : { event: "audit sink not written", level: "error", target, error: problem },
    );
  }

  /** The sequence after which to go on. */
  async #start(): Promise<number> {
    const { target, db } = this.options;
    if (target === "-") return (await auditChain.positionOf(db, "head")).sequence;
    const kept = await readFile(`${target}.position`, "utf8").catch((error) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "0";
      throw error;
    });
    return Number.parseInt(kept, 10) || 0;
  }

  async #keep(sequence: number): Promise<void> {
    const { target } = this.options;
    if (target !== "-") {
      await writeFile(`${target}.position.tmp`, `${sequence}\n`, { mode: 0o600 });
      await rename(`${target}.position.tmp`, `${target}.position`);
    }
    this.#position = sequence;
  }

  async #write(lines: string): Promise<void> {
    const { target } = this.options;
    if (target === "-") return writeStdout(lines);
    this.#file ??= await openAtLineEnd(target);
    await this.#file.appendFile(lines);
    await this.#file.datasync();
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }
}

/** How far back the beginning of the last line is looked for, in bytes: an event is at most a few thousand long. */
const TAIL = 64 * 1024;
const LINE_FEED = 10;

/** Opens a file to append to, without the part of a line that a full disk or a crash left at its end. */
async function openAtLineEnd(target: string): Promise<FileHandle> {
  const file = await open(target, "a+", 0o600);
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, TAIL));
  await file.read(tail, 0, tail.length, size - tail.length);
  const end = size - tail.length + tail.lastIndexOf(LINE_FEED) + 1;
  if (end < size) await file.truncate(end);
  return file;
}

const writeStdout = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
