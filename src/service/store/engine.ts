import type { Dialect, Kysely } from "kysely";
import type { Bytewise } from "./schema";

/** What differs between the databases that a store can be in. */
export interface Engine {
  readonly dialect: Dialect;
  /** Its type for text that compares byte by byte. */
  text(db: Kysely<unknown>): Promise<Bytewise>;
  /** How many transactions may add to an organization at once. */
  readonly lanes: number;
  /** Whether a transaction failed for what others did meanwhile, and is to run again. */
  isTransient(error: unknown): boolean;
  /** Whether a migration failed since another node did it meanwhile. */
  isMadeMeanwhile(error: unknown): boolean;
}
