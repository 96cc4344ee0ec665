import type { PoolClient, QueryConfig } from "pg";
import { retryLater } from "../../../api";

/**
 * Commits that were not confirmed in time. Without its synchronous standby, the server keeps a commit and its locks
 * waiting indefinitely, even after the connection closes. No transaction may begin meanwhile: each would occupy another
 * session until the server has none left.
 */
export class UnconfirmedCommits {
  readonly #processes = new Set<number>();

  /** Records a connection whose commit is not confirmed. */
  add(client: PoolClient): void {
    const { processID } = client as PoolClient & { readonly processID: number | null };
    if (processID !== null) this.#processes.add(processID);
  }

  /** Throws UNAVAILABLE while a recorded commit waits for the standby. */
  async requireAllConfirmed(client: PoolClient, timeoutMs: number): Promise<void> {
    if (this.#processes.size === 0) return;
    const text = "select pid from pg_stat_activity where pid = any($1) and wait_event = 'SyncRep'";
    const { rows } = await client.query({
      text,
      values: [[...this.#processes]],
      query_timeout: timeoutMs,
    } as QueryConfig);
    if (rows.length === 0) this.#processes.clear();
    else
      throw retryLater(
        "UNAVAILABLE",
        "Unavailable: the database accepts writes but does not confirm them: its synchronous standby is not responding",
        1,
      );
  }
}
