import type { Database } from "./schema";
import type { KeyStore } from "./token-ports";

/** The keys that sign tokens. */
export function keyStore(db: Database): KeyStore {
  return {
    async list() {
      const rows = await db.selectFrom("signing_keys").selectAll().orderBy("create_time").orderBy("kid").execute();
      return rows.map((row) => ({
        kid: row.kid,
        createTime: row.create_time,
        privateJwk: JSON.parse(row.private_jwk),
      }));
    },
    async add({ kid, createTime, privateJwk }) {
      await db
        .insertInto("signing_keys")
        .values({ kid, create_time: createTime, private_jwk: JSON.stringify(privateJwk) })
        .execute();
    },
    async remove(kid) {
      await db.deleteFrom("signing_keys").where("kid", "=", kid).execute();
    },
  };
}
