/**
 * The service over HTTP: paths, headers, bodies and errors, independent of resource types. The operations implement the
 * requests.
 */

export type { RequestInfo } from "../net/request-info";
export { createApp, createHttp } from "./app";
