import { createHash } from "node:crypto";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import { errorCode, PlatformError } from "../../../api";
import type { UnconfirmedCommits } from "./postgres-commits";
import {
  ABORTED,
  asUnavailable,
  describeError,
  isLost,
  isReadOnly,
  isReadTimeout,
  outcomeUnknown,
} from "./postgres-errors";
import { type Host, requireTarget, SESSION_STATE, type SessionState } from "./postgres-host";
import type { Primary } from "./postgres-primary";

/**
 * The maximum number of prepared statements per connection. There are fewer distinct statements, except for lists of
 * uids.
 */
const MAX_STATEMENTS = 500;
/**
 * The client's timeout, longer than the server's statement timeout, so that the server's error arrives first if
 * possible.
 */
const ANSWER_TIMEOUT_MS = 35_000;
/** The timeout of a commit. The server has none: it waits for synchronous standbys indefinitely. */
const COMMIT_TIMEOUT_MS = 10_000;
/** The server function that warns when waiting for a standby was cancelled: the commit is on the primary only. */
const CANCELLED_WAIT = "SyncRepWaitForLSN";

/** A connection that prepares statements, bounds their duration and closes once it is unusable. */
export class Session {
  readonly #client: PoolClient;
  readonly #host: Host;
  readonly #primary: Primary;
  readonly #unconfirmed: UnconfirmedCommits;
  readonly #names = new Map<string, string>();
  #isInTransaction = false;
  #isWaitCancelled = false;
  #failure: unknown;
  /** The error of every further statement once the connection is unusable. */
  #discarded: unknown;

  constructor(client: PoolClient, host: Host, primary: Primary, unconfirmed: UnconfirmedCommits) {
    this.#client = client;
    this.#host = host;
    this.#primary = primary;
    this.#unconfirmed = unconfirmed;
    client.on("notice", ({ routine }) => {
      if (routine === CANCELLED_WAIT) this.#isWaitCancelled = true;
    });
  }

  async query<R>(text: string, values: readonly unknown[], timeoutMs?: number): Promise<QueryResult<R & object>> {
    if (this.#discarded) throw this.#discarded;
    if (values.flat().some((value) => typeof value === "string" && value.includes("\0")))
      throw new PlatformError("INVALID_ARGUMENT", "Invalid argument: text must not contain NUL characters");
    const commits = text === "commit" || !(this.#isInTransaction || /^(begin|rollback|select)/.test(text));
    try {
      // In a transaction, a statement is sent without any prior await, so that others can be sent right behind it.
      if (!this.#isInTransaction && (commits || text === "begin")) await this.requireConfirmed();
      if (text === "begin") this.#isInTransaction = true;
      if (text === "commit" || text === "rollback") this.#isInTransaction = false;
      const name = values.length > 0 ? this.#nameOf(text) : undefined;
      const result = await this.#client.query({
        ...(name === undefined ? {} : { name }),
        text,
        values: [...values],
        query_timeout: timeoutMs ?? (commits ? COMMIT_TIMEOUT_MS : ANSWER_TIMEOUT_MS),
      } as QueryConfig);
      if (this.#isWaitCancelled)
        throw this.#discard(
          outcomeUnknown("the primary committed it, but its synchronous standby may not have", undefined),
        );
      return result;
    } catch (error) {
      throw this.#failed(error, commits);
    }
  }

  /** Throws UNAVAILABLE unless the server accepts and confirms writes. */
  async requireWritable(timeoutMs: number): Promise<void> {
    const { rows } = await this.query<SessionState>(SESSION_STATE, [], timeoutMs);
    try {
      requireTarget(rows, "read-write");
    } catch (error) {
      throw this.#failed(error, false);
    }
    await this.requireConfirmed(timeoutMs);
  }

  /** Throws UNAVAILABLE while an earlier commit waits for a standby. */
  async requireConfirmed(timeoutMs = COMMIT_TIMEOUT_MS): Promise<void> {
    return this.#unconfirmed.requireAllConfirmed(this.#client, timeoutMs);
  }

  release(): void {
    this.#client.release(this.#discarded !== undefined);
  }

  #failed(error: unknown, commits: boolean): unknown {
    if (this.#discarded) return this.#discarded;
    // Statements sent after a failed one in the same transaction fail because of it, so the first error is the cause.
    if (errorCode(error) !== ABORTED) this.#failure = error;
    const cause = this.#failure ?? error;
    if (isReadOnly(cause)) {
      this.#primary.abandon(this.#host);
      return this.#discard(asUnavailable(cause, `${this.#host.name}: ${describeError(cause)}`));
    }
    if (!isLost(cause)) return asUnavailable(cause);
    this.#primary.suspect();
    if (!commits) return this.#discard(asUnavailable(cause));
    if (isReadTimeout(cause)) this.#unconfirmed.add(this.#client);
    const reason = isReadTimeout(cause)
      ? `the database did not confirm it within ${COMMIT_TIMEOUT_MS / 1000} seconds`
      : "the connection to the database was lost";
    return this.#discard(outcomeUnknown(reason, cause));
  }

  #discard(error: unknown): unknown {
    this.#discarded = error;
    return error;
  }

  /** Returns the name of a prepared statement, derived from its text. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_STATEMENTS) return known;
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
    this.#names.set(text, name);
    return name;
  }
}
