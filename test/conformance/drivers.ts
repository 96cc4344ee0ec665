import { engines } from "../engines";
import type { Driver } from "./driver";
import { grpcOnPostgres, grpcOnSqlite } from "./grpc";
import { restOnPostgres, restOnSqlite } from "./rest";

/** All combinations of protocol and store. */
export const drivers: readonly Driver[] = [
  restOnSqlite,
  grpcOnSqlite,
  // test/service/store/postgres.test.ts reports if PostgreSQL is missing.
  ...(engines.postgresql ? [restOnPostgres, grpcOnPostgres] : []),
];
