import { isRoot, isUid } from "../../api";
import * as resources from "./resources";
import type { Database } from "./schema";
import type { OrganizationDirectory } from "./token-ports";

/** The uid that a root group's name or uid stands for; undefined for the name of none. */
export const uidOf = async (db: Database, nameOrUid: string): Promise<string | undefined> =>
  isUid(nameOrUid) && isRoot(nameOrUid) ? nameOrUid : resources.holderOf(db, "Group", ["organization", nameOrUid]);

/** The installation's organizations, as the token service looks for them. */
export const organizationDirectory = (db: Database): OrganizationDirectory => ({
  uidOf: (nameOrUid) => uidOf(db, nameOrUid),
  async first(limit) {
    const rows = await db
      .selectFrom("resources")
      .select("uid")
      .where("type", "=", "Group")
      .where("parent", "is", null)
      .limit(limit)
      .execute();
    return rows.map(({ uid }) => uid);
  },
});
