import type { Database } from "./database";
import type { KeyStore } from "./token-interfaces";

/** The keys that sign tokens. */
export function keyStore(db: Database): KeyStore {
  return {
    async list() {
      const rows = await db.query
        .selectFrom("signing_keys")
        .selectAll()
        .orderBy("create_time")
        .orderBy("kid")
        .execute();
      return rows.map((row) => ({
        kid: row.kid,
        createTime: row.create_time,
        privateJwk: JSON.parse(row.private_jwk),
      }));
    },
    async add({ kid, createTime, privateJwk }) {
      await db.query
        .insertInto("signing_keys")
        .values({ kid, create_time: createTime, private_jwk: JSON.stringify(privateJwk) })
        .execute();
    },
    async remove(kid) {
      await db.query.deleteFrom("signing_keys").where("kid", "=", kid).execute();
    },
  };
}
