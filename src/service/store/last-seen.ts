import type { Database } from "./database";

/** How often recorded times are written, in milliseconds. A process that crashes loses at most one interval. */
const INTERVAL_MS = 60_000;
/** The maximum number of recorded identities; reaching it triggers a write. */
const MAX_RECORDED = 10_000;
/** The number of identities written per statement. */
const BATCH = 500;

export interface LastSeenOptions {
  /** One minute by default. */
  readonly intervalMs?: number;
  /** Called with the error of a failed write, which will be retried. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Records when identities last obtained tokens. Times are kept in memory and written together once a minute, so that no
 * exchange waits for a write, and an identity causes one write however often it exchanges.
 */
export class LastSeen {
  #recorded = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly options: LastSeenOptions = {},
  ) {}

  /** Records that an identity obtained a token at `time` (RFC 3339). */
  record(uid: string, time: string): void {
    this.#recorded.set(uid, time);
    if (this.#recorded.size >= MAX_RECORDED) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), this.options.intervalMs ?? INTERVAL_MS).unref();
  }

  /** Writes the recorded times. Times that cannot be written are kept for the next attempt. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const noted = this.#recorded;
    this.#recorded = new Map();
    // A fixed order prevents deadlocks between nodes.
    const rows = [...noted].map(([uid, time]) => ({ uid, time })).sort((a, b) => (a.uid < b.uid ? -1 : 1));
    try {
      for (let at = 0; at < rows.length; at += BATCH) await write(this.db, rows.slice(at, at + BATCH));
    } catch (error) {
      this.options.onFailure?.(error);
      for (const [uid, time] of noted) if (!this.#recorded.has(uid)) this.record(uid, time);
    }
  }
}

/** Skips identities that have been deleted, and never decreases a time. */
async function write(db: Database, rows: readonly { readonly uid: string; readonly time: string }[]): Promise<void> {
  const uids = rows.map(({ uid }) => uid);
  const found = await db.query
    .selectFrom("resources")
    .select("uid")
    .where("type", "=", "Identity")
    .where("uid", "in", uids)
    .execute();
  const present = new Set(found.map(({ uid }) => uid));
  const values = rows.filter(({ uid }) => present.has(uid));
  if (values.length === 0) return;
  await db.query
    .insertInto("last_seen")
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column("uid")
        .doUpdateSet({ time: (eb) => eb.ref("excluded.time") })
        .whereRef("last_seen.time", "<", "excluded.time"),
    )
    .execute();
}

/** Returns when each of the identities last obtained a token, as far as the times have been written. */
export async function timesOf(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.query.selectFrom("last_seen").selectAll().where("uid", "in", uids).execute();
  return new Map(rows.map(({ uid, time }) => [uid, time]));
}

export const remove = async (db: Database, uid: string): Promise<void> => {
  await db.query.deleteFrom("last_seen").where("uid", "=", uid).execute();
};
