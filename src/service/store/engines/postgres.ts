import { createHash } from "node:crypto";
import {
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import { PlatformError, retryLater } from "../../../api";
import type { Engine } from "./engine";

/** Connections of one node; what is more waits for one of them. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** No statement takes this long but where something is wrong. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a transaction of a node that does not go on is kept. */
const IDLE_TIMEOUT_MS = 30_000;

/** Statements that each connection keeps prepared; there are fewer shapes of them than this, but for lists of uids. */
const MAX_STATEMENTS = 500;

/**
 * How many writers may add to an organization at once. More than a node has connections, so that one node alone seldom
 * meets itself.
 */
const LANES = 16;

/** What is done again: serialization failures, deadlocks, and a key that another node took meanwhile. */
const TRANSIENT = ["40001", "40P01", "23505"];
/** And where nodes migrate at once: tables and types that another made meanwhile. */
const MADE_MEANWHILE = ["42P07", "42710", "XX000"];

/** PostgreSQL 13 or later, or an engine that speaks its language: CockroachDB, YugabyteDB. */
export function postgres(url: string): Engine {
  const connections = pool(url);
  return {
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool: async () => connections }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    direct: async (text, parameters) => {
      const client = await connections.connect();
      try {
        const { rows, rowCount } = await client.query<unknown>(text, parameters);
        return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
      } finally {
        client.release();
      }
    },
    text: bytewise,
    lanes: LANES,
    isTransient: (error) => TRANSIENT.includes(codeOf(error)),
    isMadeMeanwhile: (error) => MADE_MEANWHILE.includes(codeOf(error)),
  };
}

/** CockroachDB compares byte by byte always, and has no name for it. */
async function bytewise(db: Kysely<unknown>) {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  return rows[0]?.version.includes("CockroachDB") ? sql`text` : sql`text collate "C"`;
}

function pool(url: string) {
  const connections = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    keepAlive: true,
    // What is asked while an answer is awaited is sent, not kept back.
    pipeline: true,
    application_name: "platform",
    types: numbers,
  });
  // A connection that breaks while nobody uses it is replaced when somebody wants one.
  connections.on("error", () => {});
  // One that breaks between the statements of a transaction fails the next of them.
  connections.on("connect", (client) => client.on("error", () => {}));
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await connections.connect().catch(asUnavailable);
      const wrapped = known.get(client) ?? preparing(client);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => connections.end(),
  };
}

/** Counts are far below 2^53, and are numbers here. */
const numbers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(oid, format)) as CustomTypesConfig["getTypeParser"],
};

/** A connection that has statements with parameters prepared once, under names that follow from their text. */
function preparing(client: PoolClient): PostgresPoolClient {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
    names.set(text, name);
    return name;
  };
  let failure: unknown;
  // What follows a statement that failed, in the same transaction, was sent before that was known, and fails for it.
  const failed = (error: unknown): never => {
    if (codeOf(error) !== ABORTED) failure = error;
    return asUnavailable(failure ?? error);
  };
  const query = async (text: string, values: readonly unknown[]) => {
    if (values.some((value) => typeof value === "string" && value.includes("\0")))
      throw new PlatformError("INVALID_ARGUMENT", "Invalid argument: text must not contain the character NUL");
    const name = values.length > 0 ? nameOf(text) : undefined;
    return client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] }).catch(failed);
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
}

/** That an earlier statement of the transaction has failed. */
const ABORTED = "25P02";

/** Connections that cannot be had or break, servers that stop or are full, statements that were cancelled. */
const UNAVAILABLE =
  /^(08...|57P0.|53...|57014|55P03|25P03|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN))$/;

function asUnavailable(error: unknown): never {
  const code = codeOf(error);
  const isBroken = UNAVAILABLE.test(code) || (code === "" && /timeout|terminated|not queryable/i.test(String(error)));
  if (!isBroken) throw error;
  const why = code === "" ? "no connection in time, or a broken one" : code;
  throw retryLater("UNAVAILABLE", `Unavailable: the database does not answer (${why})`, 1);
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? "");
