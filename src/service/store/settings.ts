import type { Database } from "./database";

/** Stored settings of the installation. */
export type Setting = "baseUrl" | "authUrl" | "cursorSecret";

export async function get(db: Database, name: Setting): Promise<string | undefined> {
  const row = await db.query.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

export async function set(db: Database, name: Setting, value: string): Promise<void> {
  await db.query
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/**
 * Returns the stored value; stores the given one if there is none. If several nodes start concurrently, the first
 * decides.
 */
export async function getOrSet(db: Database, name: Setting, value: string): Promise<string> {
  await db.query
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await get(db, name)) ?? value;
}
