import { type AliasedRawBuilder, type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./database";

/**
 * Passes a list of texts as a single parameter, so that the statement does not depend on the list's length: engines
 * limit the number of parameters to tens of thousands, and prepare statements by their text.
 */

const isPostgres = (db: Database): boolean => db.engine === "postgres";

/** Returns the texts as the value of a single parameter. */
export const parameterOf = (db: Database, texts: readonly string[]): unknown =>
  isPostgres(db) ? texts : JSON.stringify(texts);

/** Returns a condition that a column has one of the texts, given as `parameterOf` returns them. */
export const isOneOf = (db: Database, column: string, texts: unknown): Expression<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${texts}))`;

/** Returns the texts as a table with one column, `value`. */
export const asRows = <A extends string>(
  db: Database,
  texts: readonly string[],
  alias: A,
): AliasedRawBuilder<{ readonly value: string }, A> =>
  isPostgres(db)
    ? sql<{ readonly value: string }>`unnest(${parameterOf(db, texts)}::text[])`.as<A>(sql`${sql.id(alias)}(value)`)
    : sql<{ readonly value: string }>`json_each(${parameterOf(db, texts)})`.as(alias);

/** Aggregates the texts of a group of rows into a list without a defined order; `parseAggregate` parses it. */
export const aggregate = (db: Database, text: Expression<string>): RawBuilder<unknown> =>
  isPostgres(db) ? sql`json_agg(${text})` : sql`json_group_array(${text})`;

/** Parses the result of `aggregate`. */
export const parseAggregate = (result: unknown): readonly string[] =>
  typeof result === "string" ? JSON.parse(result) : ((result ?? []) as readonly string[]);
