import type { Database } from "./schema";

/** How often what was noted is written, in milliseconds. A process that dies loses at most what it noted since. */
const INTERVAL_MS = 60_000;
/** Identities that are noted at most; more are written before their time. */
const MAX_NOTED = 10_000;
/** Identities that are written in one statement. */
const STEP = 500;

export interface LastSeenOptions {
  /** A minute by default. */
  readonly intervalMs?: number;
  /** Told what could not be written now, and will be tried again. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * When identities last obtained tokens. Times are noted in memory and written together once a minute, so that an exchange
 * waits for no write, and an identity costs one however often it exchanges.
 */
export class LastSeen {
  #noted = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly options: LastSeenOptions = {},
  ) {}

  /** Notes that an identity obtained a token at this time, which is RFC 3339. */
  note(uid: string, time: string): void {
    this.#noted.set(uid, time);
    if (this.#noted.size >= MAX_NOTED) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), this.options.intervalMs ?? INTERVAL_MS).unref();
  }

  /** Writes what was noted. What cannot be written now is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const noted = this.#noted;
    this.#noted = new Map();
    // In one order, so that nodes that write at once do not wait for each other in a circle.
    const rows = [...noted].map(([uid, time]) => ({ uid, time })).sort((a, b) => (a.uid < b.uid ? -1 : 1));
    try {
      for (let at = 0; at < rows.length; at += STEP) await write(this.db, rows.slice(at, at + STEP));
    } catch (error) {
      this.options.onFailure?.(error);
      for (const [uid, time] of noted) if (!this.#noted.has(uid)) this.note(uid, time);
    }
  }
}

/** An identity that was deleted meanwhile is not written, and no time goes back. */
async function write(db: Database, rows: readonly { readonly uid: string; readonly time: string }[]): Promise<void> {
  const uids = rows.map(({ uid }) => uid);
  const found = await db
    .selectFrom("resources")
    .select("uid")
    .where("type", "=", "Identity")
    .where("uid", "in", uids)
    .execute();
  const present = new Set(found.map(({ uid }) => uid));
  const values = rows.filter(({ uid }) => present.has(uid));
  if (values.length === 0) return;
  await db
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

/** When each of the identities last obtained a token, as far as it was written. */
export async function timesOf(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom("last_seen").selectAll().where("uid", "in", uids).execute();
  return new Map(rows.map(({ uid, time }) => [uid, time]));
}

export const forget = async (db: Database, uid: string): Promise<void> => {
  await db.deleteFrom("last_seen").where("uid", "=", uid).execute();
};
