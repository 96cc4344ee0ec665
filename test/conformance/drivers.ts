import { engines } from "../engines";
import type { Driver } from "./driver";
import { grpcOnPostgres, grpcOnSqlite } from "./grpc";
import { restOnPostgres, restOnSqlite } from "./rest";

/** Every way in which the service can be run and reached. */
export const drivers: readonly Driver[] = [
  restOnSqlite,
  grpcOnSqlite,
  // test/service/store/postgres.test.ts tells of its absence.
  ...(engines.postgresql ? [restOnPostgres, grpcOnPostgres] : []),
];
