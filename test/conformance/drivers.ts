import type { Driver } from "./driver";
import { grpcOnSqlite } from "./grpc";
import { restOnSqlite } from "./rest";

/** Every way in which the service can be run and reached. */
export const drivers: readonly Driver[] = [restOnSqlite, grpcOnSqlite];
