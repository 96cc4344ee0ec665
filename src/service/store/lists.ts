import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { rootOf } from "../../api";
import * as counts from "./counts";
import { FIELD as KIND } from "./kinds";
import { byKinds, leftOutOf } from "./left-out";
import { plainPage } from "./plain-page";
import { fromRow } from "./resources";
import type { Database, Schema, StoredResource } from "./schema";
import { point, type Scope, subtree } from "./scope";
import type { Condition, Page, Selection, Term } from "./selection";

export type { Condition, Page, Selection } from "./selection";

/**
 * How rows are found: by the uids of the scopes, by a term, along an index that has an organization's rows in the order
 * that is asked for, or by when they were last changed. Engines choose by statistics that they may not have, and choose
 * wrong by a factor of thousands; what is to be read is known here, so the columns of the other ways are hidden from
 * their indexes.
 */
type Way = "uids" | "term" | "order" | "recent";

/**
 * One page. In the order of uids its cost depends on the page alone, however many resources there are and however far
 * in it starts. In other orders it does so where the scopes are most of an organization; at worst, in between, it
 * grows with the square root of their number.
 */
export async function page(db: Database, selection: Selection, part: Page): Promise<StoredResource[]> {
  if (selection.scopes.length === 0) return [];
  const plain = isFiltered(selection) ? undefined : plainPage(db, selection, part);
  if (plain) return (await plain).map(fromRow);
  const { key, descending } = part.order;
  const way = await wayTo(db, selection, part);
  const parts = await byKinds(db, selection);
  if (parts?.length === 1 && way !== "order") return page(db, parts[0]!, part);
  if (parts && key === "uid" && part.skip === 0)
    return merged(await Promise.all(parts.map((each) => page(db, each, part))), part);
  const [direction, beyond] = descending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const uid = sql.ref<string>(way === "term" ? "terms.uid" : "resources.uid");
  const sorting =
    key === "uid" ? uid : visibleIf(way === "order" || (way === "recent" && key === "updateTime"), columns[key]);
  const isByUid = key === "uid" && way !== "order";
  const bounds: Bounds = isByUid && part.after ? { [descending ? "below" : "above"]: part.after[1] } : {};
  let query = select(db, selection, way, bounds).selectAll("resources").limit(part.limit).offset(part.skip);
  if (key !== "uid") query = query.orderBy(sorting, direction);
  query = query.orderBy(uid, direction);
  if (part.after && !isByUid) {
    const [value, last] = part.after;
    query =
      key === "uid"
        ? query.where(uid, beyond, last)
        : query.where(sql<SqlBool>`(${sorting}, ${uid}) ${sql.raw(beyond)} (${value}, ${last})`);
  }
  return (await query.execute()).map(fromRow);
}

/** The page of pages in the order of uids, which may have resources in common. */
function merged(pages: readonly StoredResource[][], { order, limit }: Page): StoredResource[] {
  const byUid = new Map(pages.flat().map((resource) => [resource.uid, resource]));
  const uids = [...byUid.keys()].sort();
  return (order.descending ? uids.reverse() : uids).slice(0, limit).map((uid) => byUid.get(uid)!);
}

/** How many there are on all pages. */
export async function count(db: Database, selection: Selection): Promise<number> {
  if (selection.scopes.length === 0) return 0;
  if (!isFiltered(selection)) return counts.within(db, selection.type, selection.scopes);
  const left = leftOutOf(selection);
  if (left) return (await counts.within(db, selection.type, selection.scopes)) - (await countOf(db, selection, left));
  const row = await select(db, selection, await countingWay(db, selection))
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** How many of the scopes have one of the values: counted where they are few, kept where they may be most. */
async function countOf(db: Database, selection: Selection, term: Term): Promise<number> {
  const { type, scopes } = selection;
  if (term[0] !== KIND) return countThrough(db, selection, term);
  const themselves = scopes.flatMap(({ uid, self }) => (self ? [point(uid)] : []));
  const [below, found] = await Promise.all([
    counts.ofKinds(db, type, scopes, term[1]),
    themselves.length === 0 ? 0 : countThrough(db, { ...selection, scopes: themselves }, term),
  ]);
  return below + found;
}

async function countThrough(db: Database, { type, scopes }: Selection, [field, values]: Term): Promise<number> {
  const { total } = await db
    .selectFrom("terms")
    .innerJoin("resources", (join) =>
      join.onRef("resources.type", "=", "terms.type").onRef("resources.uid", "=", "terms.uid"),
    )
    .where("terms.type", "=", type)
    .where("terms.field", "=", field)
    .where("terms.value", "in", values)
    .where(within(scopes, "term", {}))
    .select(({ fn }) => fn.count("terms.uid").distinct().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whether a filter leaves a part of unknown size: what is left out of a list is little of it. */
const isSelective = (selection: Selection) => isFiltered(selection) && !leftOutOf(selection);

const isFiltered = ({ name, terms, further = [] }: Selection) =>
  name !== undefined || terms.length > 0 || further.length > 0;
const columns = { name: "name", createTime: "create_time", updateTime: "update_time" } as const;

/** Where a filter leads to few rows, its index is the way, whatever the order. */
const filterWay = (selection: Selection): Way | undefined =>
  leadingTerm(selection) ? "term" : selection.name === undefined ? undefined : "order";

const sinceOf = ({ further = [] }: Selection): string | undefined =>
  further.flatMap((each) => ("updatedSince" in each ? [each.updatedSince] : []))[0];

/** Along the index of changes no more is read than what changed, which is there without the rows. */
async function countingWay(db: Database, selection: Selection): Promise<Way> {
  const way = filterWay(selection);
  if (way || sinceOf(selection) === undefined) return way ?? "uids";
  return (await counts.within(db, selection.type, selection.scopes)) > FEW ? "recent" : "uids";
}

/** So many rows are read as quickly as it is found out whether there is a better way. */
const FEW = 100;

/** Whether fewer changed in the organizations than a walk along the uids would meet until it has found enough. */
async function isRecentShorter(db: Database, selection: Selection, since: string, enough: number): Promise<boolean> {
  const wanted = await counts.within(db, selection.type, selection.scopes);
  if (wanted <= FEW) return false;
  const most = Math.ceil(Math.sqrt(wanted * enough));
  const { changed } = await db
    .selectFrom((from) =>
      from
        .selectFrom("resources")
        .select("resources.uid")
        .where("type", "=", selection.type)
        .where("root", "in", rootsOf(selection))
        .where("update_time", ">=", since)
        .limit(most)
        .as("changed"),
    )
    .select(({ fn }) => fn.countAll().as("changed"))
    .executeTakeFirstOrThrow();
  return Number(changed) < most;
}

/** Of n resources among N, sorting reads all n, and walking the N in order meets n in every N: limit * N / n. */
async function wayTo(db: Database, selection: Selection, { order, limit, skip }: Page): Promise<Way> {
  const way = filterWay(selection);
  if (way) return way;
  const since = sinceOf(selection);
  if (since !== undefined) {
    const isShorter = order.key === "updateTime" || (await isRecentShorter(db, selection, since, limit + skip));
    return isShorter ? "recent" : "uids";
  }
  if (order.key === "uid" || isSelective(selection)) return "uids";
  const isKept = leftOutOf(selection)?.[0] === KIND;
  const wanted = isKept ? await count(db, selection) : await counts.within(db, selection.type, selection.scopes);
  const all = await counts.within(db, selection.type, rootsOf(selection).map(subtree));
  return wanted * wanted > (limit + skip) * all ? "order" : "uids";
}

type Selected = SelectQueryBuilder<Schema, "resources" | "terms", object>;

function select(db: Database, selection: Selection, way: Way, bounds: Bounds = {}): Selected {
  const { type, name, further = [] } = selection;
  let query = (db.selectFrom("resources") as Selected).where("resources.type", "=", type);
  const leading = way === "term" ? leadingTerm(selection) : undefined;
  if (leading) {
    query = query
      .innerJoin("terms", (join) =>
        join.onRef("terms.type", "=", "resources.type").onRef("terms.uid", "=", "resources.uid"),
      )
      .where("terms.type", "=", type)
      .where("terms.field", "=", leading[0])
      .where("terms.value", "=", leading[1][0]!);
  }
  for (const term of selection.terms) {
    if (term === leading) continue;
    const [field, values] = term;
    query = query.where("resources.uid", "in", having(db, type, field).where("terms.value", "in", values));
  }
  for (const condition of further) query = query.where(holding(db, type, condition, way));
  const roots = rootsOf(selection);
  // With one root it is an equality, which engines can follow with the order of the index.
  if (way === "order" || way === "recent")
    query = roots.length === 1 ? query.where("root", "=", roots[0]!) : query.where("root", "in", roots);
  if (name !== undefined) query = query.where(visibleIf(way === "order", "name"), "=", name);
  return query.where(within(selection.scopes, way, bounds));
}

/** The uids of those that have a value in the field. */
const having = (db: Database, type: string, field: string) =>
  db.selectFrom("terms").select("terms.uid").where("terms.type", "=", type).where("terms.field", "=", field);

function holding(db: Database, type: string, condition: Condition, way: Way): Expression<SqlBool> {
  const { eb } = expressionBuilder<Schema, "resources">();
  if ("updatedSince" in condition) return eb(visibleIf(way === "recent", "update_time"), ">=", condition.updatedSince);
  const values = having(db, type, condition.field);
  // Asked of each row, so that a page costs the same however many there are that it leaves out.
  if ("noneOf" in condition) {
    const own = values
      .where("terms.value", "in", condition.noneOf)
      .where("terms.uid", "=", sql.ref<string>("resources.uid"));
    return eb.not(eb.exists(own));
  }
  const pattern = `%${condition.containing.replace(/[!%_]/g, "!$&")}%`;
  return eb("resources.uid", "in", values.where(sql<SqlBool>`terms.value like ${pattern} escape '!'`));
}

/** Uids between which a page lies, these excluded. */
interface Bounds {
  readonly above?: string;
  readonly below?: string;
}

/**
 * That a resource lies in one of the scopes, within the bounds. Each range has one bound at either end, the closer one:
 * of two an engine may take the farther, and walk all that lies between.
 */
function within(scopes: readonly Scope[], way: Way, bounds: Bounds): Expression<SqlBool> {
  const { or, and, eb } = expressionBuilder<Schema, "resources" | "terms">();
  const uid = way === "term" ? sql.ref<string>("terms.uid") : visibleIf(way === "uids", "resources.uid");
  const parent = visibleIf(way === "uids", "parent");
  const isWithin = (at: string) => at > (bounds.above ?? "") && (bounds.below === undefined || at < bounds.below);
  const points = scopes.filter(({ uid: at, below }) => below === "none" && isWithin(at)).map((scope) => scope.uid);
  // A slash is less than every digit, and 0 is the least of these: from a uid to that uid and a 0 lies all that is at
  // or below it, and nothing else.
  const range = (scope: Scope, from: ">" | ">=") => {
    const [above, below] = [bounds.above ?? "", bounds.below ?? `${scope.uid}0`];
    return [
      above >= scope.uid ? eb(uid, ">", above) : eb(uid, from, scope.uid),
      eb(uid, "<", below < `${scope.uid}0` ? below : `${scope.uid}0`),
    ];
  };
  const parts = scopes.flatMap((scope) => {
    if (scope.below === "none") return [];
    if (scope.below === "all") return [and(range(scope, scope.self ? ">=" : ">"))];
    const children = and([eb(parent, "=", scope.uid), ...range(scope, ">")]);
    return [children, ...(scope.self && isWithin(scope.uid) ? [eb(uid, "=", scope.uid)] : [])];
  });
  return or([...(points.length > 0 ? [eb(uid, "in", points)] : []), ...parts]);
}

/** A column, or the same text as an expression that no index is on. */
const visibleIf = (visible: boolean, column: string): Expression<string> =>
  visible ? sql.ref<string>(column) : sql<string>`${sql.ref(column)} || ''`;

/** A term with one value: each resource has it once at most, and its rows come in the order of uids. */
const leadingTerm = (selection: Selection) => selection.terms.find(([, values]) => values.length === 1);
const rootsOf = ({ scopes }: Selection) => [...new Set(scopes.map(({ uid }) => rootOf(uid)))];
