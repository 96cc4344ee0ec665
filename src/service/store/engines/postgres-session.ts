import { createHash } from "node:crypto";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import { PlatformError } from "../../../api";
import type { UnconfirmedCommits } from "./postgres-commits";
import {
  ABORTED,
  asUnavailable,
  codeOf,
  isLost,
  isOverdue,
  isReadOnly,
  outcomeUnknown,
  reasonOf,
} from "./postgres-errors";
import { type Host, requireTarget, SESSION_STATE, type SessionState } from "./postgres-host";
import type { Primary } from "./postgres-primary";

/** Statements that each connection keeps prepared; there are fewer shapes of them than this, but for lists of uids. */
const MAX_STATEMENTS = 500;
/** How long an answer is waited for: longer than the server lets a statement run, so that it answers first if it can. */
const ANSWER_TIMEOUT_MS = 35_000;
/** How long a commit may take. The server has no limit of its own: it waits for synchronous standbys for ever. */
const COMMIT_TIMEOUT_MS = 10_000;
/** The function of the server that warns where a wait for a standby was broken off: the commit is on the primary alone. */
const BROKEN_OFF = "SyncRepWaitForLSN";

/** One connection: has statements prepared, bounds how long they take, and is closed once it is of no use. */
export class Session {
  readonly #client: PoolClient;
  readonly #host: Host;
  readonly #primary: Primary;
  readonly #unconfirmed: UnconfirmedCommits;
  readonly #names = new Map<string, string>();
  #isInTransaction = false;
  #isBrokenOff = false;
  #failure: unknown;
  /** What every further statement fails with, once the connection is of no use. */
  #lost: unknown;

  constructor(client: PoolClient, host: Host, primary: Primary, unconfirmed: UnconfirmedCommits) {
    this.#client = client;
    this.#host = host;
    this.#primary = primary;
    this.#unconfirmed = unconfirmed;
    client.on("notice", ({ routine }) => {
      if (routine === BROKEN_OFF) this.#isBrokenOff = true;
    });
  }

  async query<R>(text: string, values: readonly unknown[], timeoutMs?: number): Promise<QueryResult<R & object>> {
    if (this.#lost) throw this.#lost;
    if (values.flat().some((value) => typeof value === "string" && value.includes("\0")))
      throw new PlatformError("INVALID_ARGUMENT", "Invalid argument: text must not contain the character NUL");
    const commits = text === "commit" || !(this.#isInTransaction || /^(begin|rollback|select)/.test(text));
    try {
      // In a transaction nothing may be waited for before a statement is sent: others are sent right behind it.
      if (!this.#isInTransaction && (commits || text === "begin")) await this.confirmed();
      if (text === "begin") this.#isInTransaction = true;
      if (text === "commit" || text === "rollback") this.#isInTransaction = false;
      const name = values.length > 0 ? this.#nameOf(text) : undefined;
      const result = await this.#client.query({
        ...(name === undefined ? {} : { name }),
        text,
        values: [...values],
        query_timeout: timeoutMs ?? (commits ? COMMIT_TIMEOUT_MS : ANSWER_TIMEOUT_MS),
      } as QueryConfig);
      if (this.#isBrokenOff)
        throw this.#lose(
          outcomeUnknown("the primary committed it, but its synchronous standby may not have", undefined),
        );
      return result;
    } catch (error) {
      throw this.#failed(error, commits);
    }
  }

  /** Throws UNAVAILABLE unless the server accepts writes and confirms them. */
  async requireWritable(timeoutMs: number): Promise<void> {
    const { rows } = await this.query<SessionState>(SESSION_STATE, [], timeoutMs);
    try {
      requireTarget(rows[0]!, "read-write");
    } catch (error) {
      throw this.#failed(error, false);
    }
    await this.confirmed(timeoutMs);
  }

  /** Throws UNAVAILABLE while an earlier commit waits for a standby. */
  async confirmed(timeoutMs = COMMIT_TIMEOUT_MS): Promise<void> {
    return this.#unconfirmed.requireNone(this.#client, timeoutMs);
  }

  release(): void {
    this.#client.release(this.#lost !== undefined);
  }

  #failed(error: unknown, commits: boolean): unknown {
    if (this.#lost) return this.#lost;
    // What follows a statement that failed, in the same transaction, was sent before that was known, and fails for it.
    if (codeOf(error) !== ABORTED) this.#failure = error;
    const cause = this.#failure ?? error;
    if (isReadOnly(cause)) {
      this.#primary.abandon(this.#host);
      return this.#lose(asUnavailable(cause, `${this.#host.name}: ${reasonOf(cause)}`));
    }
    if (!isLost(cause)) return asUnavailable(cause);
    this.#primary.doubt();
    if (!commits) return this.#lose(asUnavailable(cause));
    if (isOverdue(cause)) this.#unconfirmed.add(this.#client);
    const reason = isOverdue(cause)
      ? `the database did not confirm it within ${COMMIT_TIMEOUT_MS / 1000} seconds`
      : "the connection to the database broke";
    return this.#lose(outcomeUnknown(reason, cause));
  }

  #lose(error: unknown): unknown {
    this.#lost = error;
    return error;
  }

  /** The name under which a statement is prepared once; it follows from the text. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_STATEMENTS) return known;
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
    this.#names.set(text, name);
    return name;
  }
}
