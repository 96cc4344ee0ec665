import type { SelectQueryBuilder } from "kysely";
import { alreadyExists, type Order, rootOf, type SortKey } from "../../api";
import * as counts from "./counts";
import type { Database, Schema, StoredResource } from "./schema";
import type { Scope } from "./scope";
import type { Terms } from "./terms";
import * as terms from "./terms";

/** What must be written beside a resource so that it is found and stays unique. */
export interface Index {
  readonly terms: Terms;
  /** Values that no other resource may have, and how to say so: `group … has a repo named "nginx"`. */
  readonly unique: readonly { readonly value: string; readonly problem: string }[];
}

export async function get(db: Database, type: string, uid: string): Promise<StoredResource | undefined> {
  const row = await db
    .selectFrom("resources")
    .selectAll()
    .where("type", "=", type)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Those of the uids that there are, by uid. */
export async function getMany(
  db: Database,
  type: string,
  uids: Iterable<string>,
): Promise<ReadonlyMap<string, StoredResource>> {
  const distinct = [...new Set(uids)];
  if (distinct.length === 0) return new Map();
  const rows = await db
    .selectFrom("resources")
    .selectAll()
    .where("type", "=", type)
    .where("uid", "in", distinct)
    .execute();
  return new Map(rows.map((row) => [row.uid, fromRow(row)]));
}

/** Those directly below a parent, in the order of their uids; at most `limit`. */
export async function childrenOf(
  db: Database,
  type: string,
  parent: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<StoredResource[]> {
  const rows = await db
    .selectFrom("resources")
    .selectAll()
    .where("type", "=", type)
    .where("parent", "=", parent)
    .orderBy("uid")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Adds a resource with all that belongs to it. Throws ALREADY_EXISTS, naming the one that is in the way. */
export async function insert(db: Database, resource: StoredResource, index: Index): Promise<void> {
  await claim(db, resource, index.unique);
  await db.insertInto("resources").values(toRow(resource)).execute();
  await terms.insert(db, resource.type, resource.uid, index.terms);
  await counts.add(db, resource.type, resource.uid, 1);
}

/** Replaces a resource with its next version. Throws as `insert` does. */
export async function update(db: Database, resource: StoredResource, index: Index): Promise<void> {
  const { type, uid } = resource;
  await db.deleteFrom("unique_values").where("type", "=", type).where("uid", "=", uid).execute();
  await claim(db, resource, index.unique);
  await db.updateTable("resources").set(toRow(resource)).where("type", "=", type).where("uid", "=", uid).execute();
  await terms.remove(db, type, uid);
  await terms.insert(db, type, uid, index.terms);
}

/** Removes a resource with all that belongs to it, but not what it holds. */
export async function remove(db: Database, { type, uid }: StoredResource): Promise<void> {
  await db.deleteFrom("resources").where("type", "=", type).where("uid", "=", uid).execute();
  await db.deleteFrom("unique_values").where("type", "=", type).where("uid", "=", uid).execute();
  await terms.remove(db, type, uid);
  await counts.add(db, type, uid, -1);
}

async function claim(db: Database, { type, uid }: StoredResource, unique: Index["unique"]): Promise<void> {
  for (const { value, problem } of unique) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("unique_values")
      .values({ value, type, uid })
      .onConflict((conflict) => conflict.column("value").doNothing())
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows) > 0) continue;
    const other = await db.selectFrom("unique_values").select("uid").where("value", "=", value).executeTakeFirst();
    throw alreadyExists(type, other?.uid ?? "", problem);
  }
}

/** Which resources a List is about. */
export interface Selection {
  readonly type: string;
  /** Disjoint. */
  readonly scopes: readonly Scope[];
  readonly name?: string | undefined;
  /** Field and the values of which one must be there. */
  readonly terms: readonly (readonly [field: string, values: readonly string[]])[];
}

/** Which part of them, in which order; ties stand in the order of their uids, in the same direction. */
export interface Page {
  readonly order: Order;
  /** The sort key's value and the uid of the resource that the page follows. */
  readonly after?: readonly [value: string, uid: string] | undefined;
  readonly skip: number;
  readonly limit: number;
}

/**
 * One page. In the order of uids its cost depends on the page alone, however many resources there are and however far
 * in it starts, and so it does in the other orders where the scope is all of an organization.
 */
export async function list(db: Database, selection: Selection, page: Page): Promise<StoredResource[]> {
  if (selection.scopes.length === 0) return [];
  const { key, descending } = page.order;
  const direction = descending ? "desc" : "asc";
  let query = select(db, selection, key !== "uid")
    .selectAll("resources")
    .limit(page.limit)
    .offset(page.skip);
  if (key !== "uid") query = query.orderBy(columns[key], direction);
  query = query.orderBy(uidColumn(selection), direction);
  if (page.after) {
    const [value, uid] = page.after;
    const beyond = descending ? "<" : ">";
    query =
      key === "uid"
        ? query.where(uidColumn(selection), beyond, uid)
        : query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple(columns[key], uidColumn(selection)), beyond, tuple(value, uid)),
          );
  }
  return (await query.execute()).map(fromRow);
}

/** How many there are on all pages. */
export async function count(db: Database, selection: Selection): Promise<number> {
  if (selection.scopes.length === 0) return 0;
  if (selection.name === undefined && selection.terms.length === 0)
    return counts.within(db, selection.type, selection.scopes);
  const row = await select(db, selection, true)
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

const columns = { uid: "resources.uid", name: "name", createTime: "create_time", updateTime: "update_time" } as const;

type Selected = SelectQueryBuilder<Schema, "resources" | "terms", object>;

/** With a term to look for, its rows lead: they are fewer. */
function select(db: Database, selection: Selection, withinRoots: boolean): Selected {
  const { type, scopes, name } = selection;
  const leading = leadingTerm(selection);
  const uid = uidColumn(selection);
  let query = db.selectFrom("resources") as Selected;
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
    query = query.where("resources.uid", "in", ({ selectFrom }) =>
      selectFrom("terms as others")
        .select("others.uid")
        .where("others.type", "=", type)
        .where("others.field", "=", field)
        .where("others.value", "in", values),
    );
  }
  query = query.where("resources.type", "=", type);
  if (withinRoots) query = query.where("root", "in", [...new Set(scopes.map((scope) => rootOf(scope.uid)))]);
  if (name !== undefined) query = query.where("name", "=", name);

  const points = scopes.filter(({ below }) => below === "none").map((scope) => scope.uid);
  return query.where(({ or, and, eb }) =>
    or([
      ...(points.length > 0 ? [eb(uid, "in", points)] : []),
      ...scopes.flatMap((scope) => {
        if (scope.below === "none") return [];
        const itself = scope.self ? [eb(uid, "=", scope.uid)] : [];
        if (scope.below === "children")
          return [
            ...itself,
            and([eb("parent", "=", scope.uid), eb(uid, ">", scope.uid), eb(uid, "<", `${scope.uid}0`)]),
          ];
        // A slash is less than every digit, and 0 is the least of these: from the uid to the uid and 0 lies all that is
        // at or below it, and nothing else.
        return [and([eb(uid, scope.self ? ">=" : ">", scope.uid), eb(uid, "<", `${scope.uid}0`)])];
      }),
    ]),
  );
}

/** A term with one value: each resource has it once at most, and its rows come in the order of uids. */
const leadingTerm = (selection: Selection) => selection.terms.find(([, values]) => values.length === 1);
const uidColumn = (selection: Selection) => (leadingTerm(selection) ? "terms.uid" : "resources.uid");

/** What a page is sorted by, as it stands in a cursor. */
export const sortValue = (resource: StoredResource, key: SortKey): string =>
  key === "name" ? nameOf(resource) : resource[key];

const nameOf = ({ fields }: StoredResource): string => (typeof fields.name === "string" ? fields.name : "");

function toRow(resource: StoredResource): Schema["resources"] {
  const { name: _name, ...data } = resource.fields;
  return {
    type: resource.type,
    uid: resource.uid,
    root: rootOf(resource.uid),
    parent: resource.parent,
    name: nameOf(resource),
    create_time: resource.createTime,
    update_time: resource.updateTime,
    data: JSON.stringify(data),
  };
}

function fromRow(row: Schema["resources"]): StoredResource {
  return {
    type: row.type,
    uid: row.uid,
    parent: row.parent,
    createTime: row.create_time,
    updateTime: row.update_time,
    fields: { ...(row.name === "" ? {} : { name: row.name }), ...JSON.parse(row.data) },
  };
}
