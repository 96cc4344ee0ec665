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

/** Events that are written at a time. */
const PAGE = 500;
/** How long a write may take before the sink counts as failing. */
const STALL_MS = 5000;
/** How often a sink that has nothing to write says that it runs. */
const HEARTBEAT_MS = 10 * 60 * 1000;

/** Where events go: the path of a file, or `-` for standard output. */
export interface AuditSinkOptions {
  readonly target: string;
  /** What tells this node from others of its host that write to standard output too: its port. */
  readonly port?: number | undefined;
  readonly db: Database;
  readonly log: Log;
  readonly clock?: () => number;
  /** Told whether the sink can be written. */
  readonly onState?: (isFailing: boolean) => void;
}

/**
 * Writes every sealed event of the store as a line of JSON, in the order of the chain. The position written last is kept
 * in the store, where retention respects it, and for a file beside it in `FILE.position`: after a restart the sink goes
 * on there, so that events may be written twice, and never not. Standard output begins, the first time, with the events
 * that are sealed from then on. What cannot be written is reported and tried again; at most one page waits in memory.
 */
export class AuditSink {
  readonly #name: string;
  #position: ChainPosition | undefined;
  #file: FileHandle | undefined;
  #problem: string | undefined;
  #draining: { readonly settled: Promise<void>; readonly stall: () => void } | undefined;
  #isMoved = false;
  #isClosed = false;
  /** When the store was last told of the sink, by the clock. */
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AuditSinkOptions) {
    const { target, port = 0 } = options;
    this.#name = `${hostname()}:${target === "-" ? `${port}:-` : path.resolve(target)}`;
  }

  /** Why the sink cannot be written; undefined while it can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Finds where to go on, and stores that the sink runs: from here on retention waits for it. Rejects as the store does. */
  async register(): Promise<void> {
    const { db } = this.options;
    // Earlier versions had one position for the standard output of all nodes: the first node that starts takes it over.
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

  /** Writes what is sealed and not written yet. Resolves once that is done, fails or stalls; never rejects. */
  drain(): Promise<void> {
    this.#draining ??= this.#begin();
    return this.#draining.settled;
  }

  /** Opens the file anew before the next line, since it was moved away. */
  reopen(): void {
    this.#isMoved = true;
  }

  async close(): Promise<void> {
    await this.drain();
    // What was sealed since the one under way began.
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

  /** The position after which to go on, which `kept` is as the store has it. */
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

/** The position beside a file: `SEQUENCE:HASH`; versions before kept the sequence alone. */
async function readPosition(target: string): Promise<ChainPosition | undefined> {
  const kept = await readFile(`${target}.position`, "utf8").catch((error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  const [sequence, hash = ""] = kept?.trim().split(":") ?? [];
  return sequence === undefined ? undefined : { sequence: Number.parseInt(sequence, 10) || 0, hash };
}

/** Whether the chain still has, or retention has deleted, an event: a store that a backup restored may lack it. */
async function isInChain(db: Database, { sequence, hash }: ChainPosition): Promise<boolean> {
  const { sequence: anchor } = await auditChain.positionOf(db, "anchor");
  if (sequence <= anchor) return true;
  const found = await auditChain.hashAt(db, sequence);
  return found !== undefined && (hash === "" || hash === found);
}

/** How far back the beginning of the last line is looked for, in bytes: the longest event is of a body of 1 MiB. */
const TAIL = 2 * 1024 * 1024;
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

/** What a write fails with once the other end of a pipe is closed; the second, from the second write on. */
const NOBODY_READS = ["EPIPE", "ERR_STREAM_DESTROYED"];

const writeStdout = (text: string): Promise<void> =>
  new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => {
      if (!error) return resolve();
      const { code = "" } = error as NodeJS.ErrnoException;
      reject(NOBODY_READS.includes(code) ? new Error("the reader of standard output has left") : error);
    }),
  );
