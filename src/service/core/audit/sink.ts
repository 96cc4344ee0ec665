import { type FileHandle, open, readFile, rename, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { Log } from "../../net/log";
import {
  auditChain,
  auditSinks,
  type ChainPosition,
  type ChainRow,
  type Database,
  FIRST_HASH,
  sealedEvent,
} from "../../store";
import { timeOf } from "../operations/types";

/** The number of events written at a time. */
const PAGE = 500;
/** How long a write may take before the sink counts as failing. */
const STALL_MS = 5000;
/** How often an idle sink reports that it runs. */
const HEARTBEAT_MS = 10 * 60 * 1000;

/** The destination of events: the path of a file, or `-` for standard output. */
export interface AuditSinkOptions {
  readonly target: string;
  /** The port of this node, which distinguishes its standard output from that of other nodes on the same host. */
  readonly port?: number | undefined;
  readonly db: Database;
  readonly log: Log;
  readonly clock?: () => number;
  /** Called with whether the sink is failing. */
  readonly onState?: (isFailing: boolean) => void;
}

/**
 * Writes every sealed event of the store as a line of JSON, in the order of the chain. The last written position is
 * kept in the store, where retention respects it, and for a file also in `FILE.position`. After a restart the sink
 * resumes there, so events may be written twice, but are never skipped. Standard output initially starts with the
 * events sealed from then on. Failed writes are reported and retried; at most one page is held in memory.
 */
export class AuditSink {
  readonly #name: string;
  #position: ChainPosition | undefined;
  #file: FileHandle | undefined;
  #problem: string | undefined;
  #draining: { readonly settled: Promise<void>; readonly stall: () => void } | undefined;
  #isMoved = false;
  #isClosed = false;
  /** When the sink's position was last stored, by the clock. */
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AuditSinkOptions) {
    const { target, port = 0 } = options;
    this.#name = `${hostname()}:${target === "-" ? `${port}:-` : path.resolve(target)}`;
  }

  /** Why the sink cannot be written; undefined if it can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Finds the position from which to resume, and registers the sink, so that retention waits for it. Rejects if the
   * store fails.
   */
  async register(): Promise<void> {
    const { db } = this.options;
    // Earlier versions kept one position for the standard output of all nodes; the first node that starts takes it
    // over.
    const isUnknown = this.options.target === "-" && (await auditSinks.get(db, this.#name)) === undefined;
    if (isUnknown) await auditSinks.rename(db, "-", this.#name);
    const kept = await auditSinks.get(db, this.#name);
    try {
      this.#position ??= await this.#start(kept);
    } catch (error) {
      this.#report(messageOf(error));
    }
    await this.#tell(this.#position ?? kept ?? BEGINNING);
  }

  /**
   * Writes the sealed events that have not been written. Resolves once that is done, fails or stalls; never rejects.
   */
  drain(): Promise<void> {
    this.#draining ??= this.#begin();
    return this.#draining.settled;
  }

  /** Reopens the file before the next line, because it was moved. */
  reopen(): void {
    this.#isMoved = true;
  }

  async close(): Promise<void> {
    await this.drain();
    // Events sealed since the first drain began.
    await this.drain();
    this.#isClosed = true;
    if (!this.#draining) await this.#closeFile();
  }

  #begin() {
    let stall = () => {};
    const stalled = new Promise<void>((resolve) => {
      stall = resolve;
    });
    const done = this.#drainNow().finally(() => {
      this.#draining = undefined;
    });
    return { settled: Promise.race([done, stalled]), stall };
  }

  async #drainNow(): Promise<void> {
    const { db, clock = Date.now } = this.options;
    try {
      if (this.#position === undefined || clock() - this.#toldAt > HEARTBEAT_MS) await this.register();
      let rows: readonly ChainRow[] = [];
      do {
        if (this.#position === undefined) return;
        rows = await auditChain.rowsAfter(db, this.#position.sequence, PAGE);
        const last = rows.at(-1);
        if (!last) break;
        await this.#write(rows.map((row) => `${JSON.stringify(sealedEvent(row))}\n`).join(""));
        if (this.#isClosed) return;
        await this.#keep({ sequence: last.sequence, hash: last.hash });
      } while (rows.length === PAGE);
      this.#report(undefined);
    } catch (error) {
      await this.#closeFile();
      this.#report(messageOf(error));
    }
  }

  #report(problem: string | undefined): void {
    if (problem === this.#problem || this.#isClosed) return;
    const { log, target, onState } = this.options;
    this.#problem = problem;
    onState?.(problem !== undefined);
    log(
      problem === undefined
        ? { event: "audit sink written again", target }
        : { event: "audit sink not written", level: "error", target, error: problem },
    );
  }

  /** Returns the position from which to resume; `kept` is the stored one. */
  async #start(kept: ChainPosition | undefined): Promise<ChainPosition> {
    const { target, db, log } = this.options;
    const position = target === "-" ? kept : await readPosition(target);
    if (position === undefined) return target === "-" ? auditChain.positionOf(db, "head") : BEGINNING;
    if (await isInChain(db, position)) return position;
    const { sequence } = position;
    log({ level: "error", event: "audit sink begins again: the chain lacks the event written last", target, sequence });
    return BEGINNING;
  }

  async #keep(position: ChainPosition): Promise<void> {
    const { target } = this.options;
    if (target !== "-") {
      await writeFile(`${target}.position.tmp`, `${position.sequence}:${position.hash}\n`, { mode: 0o600 });
      await rename(`${target}.position.tmp`, `${target}.position`);
    }
    this.#position = position;
    await this.#tell(position);
  }

  async #tell({ sequence, hash }: ChainPosition): Promise<void> {
    const { db, clock = Date.now } = this.options;
    await auditSinks.set(db, { name: this.#name, sequence, hash }, timeOf(clock));
    this.#toldAt = clock();
  }

  async #write(lines: string): Promise<void> {
    const timer = setTimeout(() => {
      this.#report(`a write has not finished within ${STALL_MS / 1000} seconds: nothing reads, or the disk hangs`);
      this.#draining?.stall();
    }, STALL_MS).unref();
    try {
      await this.#append(lines);
    } finally {
      clearTimeout(timer);
    }
  }

  async #append(lines: string): Promise<void> {
    const { target } = this.options;
    if (target === "-") return writeStdout(lines);
    if (this.#isMoved) await this.#closeFile();
    this.#isMoved = false;
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

const BEGINNING: ChainPosition = { sequence: 0, hash: FIRST_HASH };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads the position beside a file: `SEQUENCE:HASH`; earlier versions stored only the sequence number. */
async function readPosition(target: string): Promise<ChainPosition | undefined> {
  const kept = await readFile(`${target}.position`, "utf8").catch((error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  const [sequence, hash = ""] = kept?.trim().split(":") ?? [];
  return sequence === undefined ? undefined : { sequence: Number.parseInt(sequence, 10) || 0, hash };
}

/**
 * Returns whether the chain contains an event or retention has deleted it; a store restored from a backup may lack it.
 */
async function isInChain(db: Database, { sequence, hash }: ChainPosition): Promise<boolean> {
  const { sequence: anchor } = await auditChain.positionOf(db, "anchor");
  if (sequence <= anchor) return true;
  const found = await auditChain.hashAt(db, sequence);
  return found !== undefined && (hash === "" || hash === found);
}

/** How far back to search for the start of the last line, in bytes: the longest event comes from a body of 1 MiB. */
const TAIL = 2 * 1024 * 1024;
const LINE_FEED = 10;

/** Opens a file for appending, and removes a partial last line left by a full disk or a crash. */
async function openAtLineEnd(target: string): Promise<FileHandle> {
  const file = await open(target, "a+", 0o600);
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, TAIL));
  await file.read(tail, 0, tail.length, size - tail.length);
  const end = size - tail.length + tail.lastIndexOf(LINE_FEED) + 1;
  if (end < size) await file.truncate(end);
  return file;
}

/** The error codes of a write after the reader closed the pipe; the second one from the second write on. */
const NOBODY_READS = ["EPIPE", "ERR_STREAM_DESTROYED"];

const writeStdout = (text: string): Promise<void> =>
  new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => {
      if (!error) return resolve();
      const { code = "" } = error as NodeJS.ErrnoException;
      reject(NOBODY_READS.includes(code) ? new Error("the reader of standard output has left") : error);
    }),
  );
