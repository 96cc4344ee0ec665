import type { Database } from "./database";
import { preparedRows } from "./prepared-queries";
import type { Schema } from "./schema";
import type { Page, Selection } from "./selection";

/**
 * Returns one of the most frequent pages: resources in one scope, unfiltered, ordered by uid. Undefined for other
 * pages.
 */
export function plainPage(
  db: Database,
  { type, scopes }: Selection,
  { order, after, skip, limit }: Page,
): Promise<readonly Schema["resources"][]> | undefined {
  const [scope] = scopes.list;
  if (!scope || scopes.size > 1 || order.key !== "uid" || order.descending) return undefined;
  const { uid, self, below } = scope;
  const end = `${uid}0`;
  const isContinued = after !== undefined && after[1] >= uid;
  const start = isContinued ? after[1] : uid;
  if (below === "children" && !self) return children(db, type, uid, start, end, limit, skip);
  if (below !== "all") return undefined;
  const rows = self && !isContinued ? pageFrom : pageAfter;
  return rows(db, type, start, end, limit, skip);
}

const page = (db: Database, type: string) => db.query.selectFrom("resources").selectAll().where("type", "=", type);

const pageAfter = preparedRows((db, type: string, uid: string, end: string, limit: number, skip: number) =>
  page(db, type).where("uid", ">", uid).where("uid", "<", end).orderBy("uid").limit(limit).offset(skip),
);

const pageFrom = preparedRows((db, type: string, uid: string, end: string, limit: number, skip: number) =>
  page(db, type).where("uid", ">=", uid).where("uid", "<", end).orderBy("uid").limit(limit).offset(skip),
);

const children = preparedRows(
  (db, type: string, parent: string, uid: string, end: string, limit: number, skip: number) =>
    page(db, type)
      .where("parent", "=", parent)
      .where("uid", ">", uid)
      .where("uid", "<", end)
      .orderBy("uid")
      .limit(limit)
      .offset(skip),
);
