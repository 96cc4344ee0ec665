import type { Database } from "./schema";

/** What the installation remembers of itself. */
export type Setting = "baseUrl" | "authUrl" | "cursorSecret";

export async function get(db: Database, name: Setting): Promise<string | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

export async function set(db: Database, name: Setting, value: string): Promise<void> {
  await db
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** The stored value, else the given one, which is then stored: of several nodes that start at once, the first decides. */
export async function getOrSet(db: Database, name: Setting, value: string): Promise<string> {
  await db
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await get(db, name))!;
}
