import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { rootOf } from "../../api";
import type { Database } from "./database";
import type { Schema } from "./schema";
import type { Scope } from "./scope";
import type { Condition, Page, Selection } from "./selection";

/**
 * The index by which rows are found: their uids, a search index entry, an organization's rows in the list's order, or
 * the times of their last change. Engines choose by statistics that they may lack, and can be wrong by a factor of
 * thousands. The right choice is known here, so the columns of the other indexes are hidden from the engine.
 */
export type AccessPath = "uid" | "search" | "order" | "updateTime";

type Selected = SelectQueryBuilder<Schema, "resources" | "search_index", object>;

/** The part of the tree in which a query finds its rows. */
export interface Location {
  /** The root groups, required by the indexes per organization. */
  readonly roots: readonly string[];
  readonly condition: Expression<SqlBool>;
  /**
   * Whether the query runs once per scope: other search index entries are then looked up per row, not repeatedly for
   * all rows.
   */
  readonly isRepeated?: boolean;
}

/** Selects the rows of a selection in a location, ignoring the selection's scopes. */
export function select(db: Database, selection: Selection, accessPath: AccessPath, location: Location): Selected {
  const { type, name, conditions = [] } = selection;
  let query = (db.query.selectFrom("resources") as Selected).where("resources.type", "=", type);
  const leading = accessPath === "search" ? leadingEntry(selection) : undefined;
  if (leading) {
    query = query
      .innerJoin("search_index", (join) =>
        join.onRef("search_index.type", "=", "resources.type").onRef("search_index.uid", "=", "resources.uid"),
      )
      .where("search_index.type", "=", type)
      .where("search_index.field", "=", leading[0])
      .where("search_index.value", "=", leading[1][0]!);
  }
  const { eb } = expressionBuilder<Schema, "resources">();
  for (const entry of selection.indexEntries) {
    if (entry === leading) continue;
    const found = uidsByValue(db, type, entry[0]).where("own.value", "in", entry[1]);
    query = query.where(location.isRepeated ? eb.exists(correlated(found)) : eb("resources.uid", "in", found));
  }
  for (const condition of conditions) query = query.where(conditionOf(db, type, condition, accessPath, location));
  const { roots } = location;
  // With a single root it is an equality, which lets engines use the index's order.
  if (accessPath === "order" || accessPath === "updateTime")
    query = roots.length === 1 ? query.where("root", "=", roots[0]!) : query.where("root", "in", roots);
  if (name !== undefined) query = query.where(indexedIf(accessPath === "order", "name"), "=", name);
  return query.where(location.condition);
}

/** Selects the uids of resources with a value in the field. */
const uidsByValue = (db: Database, type: string, field: string) =>
  db.query
    .selectFrom("search_index as own")
    .select("own.uid")
    .where("own.type", "=", type)
    .where("own.field", "=", field);

const correlated = (query: ReturnType<typeof uidsByValue>) =>
  query.where("own.uid", "=", sql.ref<string>("resources.uid"));

function conditionOf(
  db: Database,
  type: string,
  condition: Condition,
  accessPath: AccessPath,
  { isRepeated }: Location,
): Expression<SqlBool> {
  const { eb } = expressionBuilder<Schema, "resources">();
  if ("updatedSince" in condition)
    return eb(indexedIf(accessPath === "updateTime", "update_time"), ">=", condition.updatedSince);
  const values = uidsByValue(db, type, condition.field);
  // Looked up per row, so that a page's cost does not depend on the number of excluded rows.
  if ("excludes" in condition)
    return eb.not(eb.exists(correlated(values.where("own.value", "in", condition.excludes))));
  const pattern = `%${condition.contains.replace(/[!%_]/g, "!$&")}%`;
  const found = values.where(sql<SqlBool>`own.value like ${pattern} escape '!'`);
  return isRepeated ? eb.exists(correlated(found)) : eb("resources.uid", "in", found);
}

const columns = { name: "name", createTime: "create_time", updateTime: "update_time" } as const;

/** Returns the uid column and the sort column. */
export function sortColumns(accessPath: AccessPath, key: Page["order"]["key"]) {
  const uid = sql.ref<string>(accessPath === "search" ? "search_index.uid" : "resources.uid");
  const isIndexed = accessPath === "order" || (accessPath === "updateTime" && key === "updateTime");
  return { uid, sorting: key === "uid" ? uid : indexedIf(isIndexed, columns[key]) };
}

/** Selects the rows of one scope in a page's order, from the page's start. */
export function selectPage(
  db: Database,
  selection: Selection,
  scope: Scope,
  part: Omit<Page, "skip">,
  accessPath: AccessPath,
) {
  const { key, descending } = part.order;
  const [direction, beyond] = descending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const { uid, sorting } = sortColumns(accessPath, key);
  const isByUid = key === "uid" && accessPath !== "order";
  const bounds: Bounds = isByUid && part.after ? { [descending ? "below" : "above"]: part.after[1] } : {};
  let query = select(db, selection, accessPath, locationOf(scope, accessPath, bounds)).limit(part.limit);
  if (key !== "uid") query = query.orderBy(sorting, direction);
  query = query.orderBy(uid, direction);
  if (!part.after || isByUid) return query;
  const [value, last] = part.after;
  return key === "uid"
    ? query.where(uid, beyond, last)
    : query.where(sql<SqlBool>`(${sorting}, ${uid}) ${sql.raw(beyond)} (${value}, ${last})`);
}

/** Exclusive bounds of a page's uids. */
export interface Bounds {
  readonly above?: string;
  readonly below?: string;
}

/**
 * Returns the location of one scope within the bounds. Its range has a single bound at either end, the tighter one: given
 * two, an engine may use the looser one and read all rows in between.
 */
export function locationOf(scope: Scope, accessPath: AccessPath, { above = "", below: until }: Bounds = {}): Location {
  const { and, or, eb } = expressionBuilder<Schema, "resources" | "search_index">();
  const uid =
    accessPath === "search" ? sql.ref<string>("search_index.uid") : indexedIf(accessPath === "uid", "resources.uid");
  const parent = indexedIf(accessPath === "uid", "parent");
  const itself = eb(uid, "=", scope.uid);
  const roots = [rootOf(scope.uid)];
  const isItselfWithin = scope.self && scope.uid > above && (until === undefined || scope.uid < until);
  // Outside the bounds the location is empty.
  if (scope.below === "none") return { roots, condition: isItselfWithin ? itself : sql<SqlBool>`1 = 0` };
  // "/" sorts before every digit, and "0" is the lowest digit: the range from a uid to the uid plus "0" contains
  // exactly the resource and its descendants.
  const end = `${scope.uid}0`;
  const range = (from: ">" | ">=") => [
    above >= scope.uid ? eb(uid, ">", above) : eb(uid, from, scope.uid),
    eb(uid, "<", until !== undefined && until < end ? until : end),
  ];
  if (scope.below === "all") return { roots, condition: and(range(scope.self ? ">=" : ">")) };
  const children = and([eb(parent, "=", scope.uid), ...range(">")]);
  return { roots, condition: isItselfWithin ? or([children, itself]) : children };
}

/** Returns a column, or an expression of the same value that no index matches. */
const indexedIf = (isIndexed: boolean, column: string): Expression<string> =>
  isIndexed ? sql.ref<string>(column) : sql<string>`${sql.ref(column)} || ''`;

/** Returns an entry with a single value: each resource has it at most once, and its rows are sorted by uid. */
export const leadingEntry = (selection: Selection) => selection.indexEntries.find(([, values]) => values.length === 1);
