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
import { SinkFile } from "./sink-file";
import type { Appended, LineWriter } from "./sink-lines";
import { SinkStandardOutput } from "./sink-standard-output";

/**
 * The maximum number of events written at a time. After a failure it is 1 and doubles with every success, since a disk
 * may have space for some of the events only.
 */
const PAGE = 500;
/** How long a write may take before the sink counts as failing. */
const STALL_MS = 5000;
/** The heartbeat interval of an idle sink. */
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
 * resumes there, or after the file's last line if that is later. Events may be written twice, but are never skipped.
 * Standard output initially starts with the events sealed from then on. Failed writes are reported and retried from the
 * first event that was not written; at most one page is held in memory.
 */
export class AuditSink {
  readonly #name: string;
  readonly #file: SinkFile | undefined;
  readonly #writer: LineWriter;
  /** The last event that was written. */
  #position: ChainPosition | undefined;
  /** The position that was stored last. */
  #stored: ChainPosition | undefined;
  #page = PAGE;
  #problem: string | undefined;
  #draining: { readonly settled: Promise<void>; readonly stall: () => void } | undefined;
  #isClosed = false;
  /** When the sink's position was last stored, by the clock. */
  #storedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AuditSinkOptions) {
    const { target, port = 0 } = options;
    this.#name = `${hostname()}:${target === "-" ? `${port}:-` : path.resolve(target)}`;
    this.#file = target === "-" ? undefined : new SinkFile(target);
    this.#writer = this.#file ?? new SinkStandardOutput();
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
      this.#position ??= await this.#startPosition(kept);
    } catch (error) {
      this.#report(messageOf(error));
    }
    await this.#storePosition(this.#position ?? kept ?? BEGINNING);
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
    this.#file?.reopen();
  }

  async close(): Promise<void> {
    await this.drain();
    // Events sealed since the first drain began.
    await this.drain();
    this.#isClosed = true;
    if (!this.#draining) await this.#writer.close();
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
      if (this.#position === undefined || clock() - this.#storedAt > HEARTBEAT_MS) await this.register();
      while (this.#position !== undefined) {
        const limit = this.#page;
        const rows = await auditChain.rowsAfter(db, this.#position.sequence, limit);
        const { error } = await this.#write(rows);
        if (this.#isClosed) return;
        if (error !== undefined) throw error;
        await this.#store(this.#position);
        if (rows.length < limit) return this.#report(undefined);
      }
    } catch (error) {
      this.#page = 1;
      await this.#writer.close();
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
        : { event: "failed to write to the audit sink", level: "error", target, error: problem },
    );
  }

  /** Returns the position from which to resume; `kept` is the stored one. */
  async #startPosition(kept: ChainPosition | undefined): Promise<ChainPosition> {
    const { target, db, log } = this.options;
    const position = this.#file ? await this.#resumePosition(this.#file) : kept;
    if (position === undefined) return auditChain.positionOf(db, "head");
    if (await isInChain(db, position)) return position;
    const { sequence } = position;
    log({ level: "error", event: "audit sink restarts: the last written event is not in the chain", target, sequence });
    await this.#file?.writePosition(BEGINNING);
    return BEGINNING;
  }

  /**
   * Returns the position of a file. Its last line may be later than the stored position if the process was killed or the
   * position did not fit on the disk. Without a stored position, the lines may come from elsewhere and are ignored.
   */
  async #resumePosition(file: SinkFile): Promise<ChainPosition> {
    const position = await file.readPosition();
    if (position === undefined) {
      await file.writePosition(BEGINNING);
      return BEGINNING;
    }
    const last = await file.lastWritten();
    const isLater = last !== undefined && last.sequence > position.sequence;
    return isLater && (await isInChain(this.options.db, last)) ? last : position;
  }

  /** Stores a position if it is not stored yet. */
  async #store(position: ChainPosition): Promise<void> {
    if (position === this.#stored) return;
    await this.#file?.writePosition(position);
    await this.#storePosition(position);
    this.#stored = position;
  }

  async #storePosition({ sequence, hash }: ChainPosition): Promise<void> {
    const { db, clock = Date.now } = this.options;
    await auditSinks.set(db, { name: this.#name, sequence, hash }, timeOf(clock));
    this.#storedAt = clock();
  }

  /** Writes events and advances the position to the last one that was written. */
  async #write(rows: readonly ChainRow[]): Promise<Appended> {
    if (rows.length === 0) return { count: 0 };
    const timer = setTimeout(() => {
      this.#report(`a write did not finish within ${STALL_MS / 1000} seconds: the reader or the disk is blocked`);
      this.#draining?.stall();
    }, STALL_MS).unref();
    try {
      const appended = await this.#writer.append(rows.map((row) => `${JSON.stringify(sealedEvent(row))}\n`));
      const last = rows[appended.count - 1];
      if (last) this.#position = { sequence: last.sequence, hash: last.hash };
      if (appended.error === undefined) this.#page = Math.min(PAGE, this.#page * 2);
      return appended;
    } finally {
      clearTimeout(timer);
    }
  }
}

const BEGINNING: ChainPosition = { sequence: 0, hash: FIRST_HASH };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Returns whether the chain contains an event or retention has deleted it; a store restored from a backup may lack it.
 */
async function isInChain(db: Database, { sequence, hash }: ChainPosition): Promise<boolean> {
  const { sequence: anchor } = await auditChain.positionOf(db, "anchor");
  if (sequence <= anchor) return true;
  const found = await auditChain.hashAt(db, sequence);
  return found !== undefined && (hash === "" || hash === found);
}
