import { type AliasedRawBuilder, type Expression, PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./schema";

/**
 * Lists of texts as one parameter of a statement, whose own text then is the same however many there are: engines take no
 * more than some ten thousand parameters, and keep a statement prepared by its text.
 */

const isPostgres = (db: Database): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** How a statement takes the texts as one parameter. */
export const parameterOf = (db: Database, texts: readonly string[]): unknown =>
  isPostgres(db) ? texts : JSON.stringify(texts);

/** That a column has one of the texts, which come from `parameterOf`. */
export const isOneOf = (db: Database, column: string, texts: unknown): Expression<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${texts}))`;

/** The texts as a table of one column, `value`. */
export const rowsOf = <A extends string>(
  db: Database,
  texts: readonly string[],
  alias: A,
): AliasedRawBuilder<{ readonly value: string }, A> =>
  isPostgres(db)
    ? sql<{ readonly value: string }>`unnest(${parameterOf(db, texts)}::text[])`.as<A>(sql`${sql.id(alias)}(value)`)
    : sql<{ readonly value: string }>`json_each(${parameterOf(db, texts)})`.as(alias);

/** An aggregate: the texts of a group of rows as a list, in no particular order; `textsIn` reads it. */
export const gathered = (db: Database, text: Expression<string>): RawBuilder<unknown> =>
  isPostgres(db) ? sql`json_agg(${text})` : sql`json_group_array(${text})`;

/** The texts that `gathered` answered. */
export const textsIn = (answer: unknown): readonly string[] =>
  typeof answer === "string" ? JSON.parse(answer) : ((answer ?? []) as readonly string[]);
