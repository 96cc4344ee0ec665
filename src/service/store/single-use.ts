import { createHash } from "node:crypto";
import type { Database } from "./database";

/**
 * Data stored under a single-use secret, such as a login in progress or a code, until it is used or expires. The secret
 * itself is not stored, so that read access to the store reveals none. `kind` prevents a secret of one kind from being
 * used as another.
 */

/** Returns the stored form of a secret. */
export const digestOf = (kind: string, secret: string): string =>
  createHash("sha256").update(`${kind} ${secret}`).digest("hex");

interface Times {
  /** RFC 3339, like `expires`. */
  readonly now: string;
  readonly expires: string;
}

/** Stores JSON data under a secret, and deletes expired data. */
export async function put(
  db: Database,
  kind: string,
  secret: string,
  data: object,
  { now, expires }: Times,
): Promise<void> {
  await db.query.deleteFrom("single_use_secrets").where("expires", "<=", now).execute();
  await db.query
    .insertInto("single_use_secrets")
    .values({ digest: digestOf(kind, secret), data: JSON.stringify(data), expires })
    .execute();
}

/** Parses stored data. Its type follows from its kind. */
const parse = <T>(data: string): T => JSON.parse(data) as T;

/** Returns and deletes the data of a secret: only one of several concurrent calls gets it. */
export async function take<T>(db: Database, kind: string, secret: string, now: string): Promise<T | undefined> {
  const row = await db.query
    .deleteFrom("single_use_secrets")
    .where("digest", "=", digestOf(kind, secret))
    .returning(["data", "expires"])
    .executeTakeFirst();
  return row && row.expires > now ? parse<T>(row.data) : undefined;
}

/** Returns the data of a secret without deleting it. */
export async function peek<T>(db: Database, kind: string, secret: string, now: string): Promise<T | undefined> {
  const row = await db.query
    .selectFrom("single_use_secrets")
    .select("data")
    .where("digest", "=", digestOf(kind, secret))
    .where("expires", ">", now)
    .executeTakeFirst();
  return row && parse<T>(row.data);
}
