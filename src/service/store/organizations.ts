import { isRoot, isUid } from "../../api";
import type { Database } from "./database";
import * as resources from "./resources";
import type { OrganizationDirectory } from "./token-interfaces";

/** Returns the uid of the root group with this name or uid; undefined if no root group has the name. */
export const uidOf = async (db: Database, nameOrUid: string): Promise<string | undefined> =>
  isUid(nameOrUid) && isRoot(nameOrUid)
    ? nameOrUid
    : resources.uidByUniqueValue(db, "Group", ["organization", nameOrUid]);

/** Implements the token service's directory of organizations. */
export const organizationDirectory = (db: Database): OrganizationDirectory => ({
  uidOf: (nameOrUid) => uidOf(db, nameOrUid),
  async first(limit) {
    const rows = await db.query
      .selectFrom("resources")
      .select("uid")
      .where("type", "=", "Group")
      .where("parent", "is", null)
      .limit(limit)
      .execute();
    return rows.map(({ uid }) => uid);
  },
});
