/**
 * The service over HTTP: paths, headers, bodies and errors, and nothing that depends on a type. What requests do is said
 * in operations.
 */

export type { RequestInfo } from "../net/request-info";
export { createApp, createHttp } from "./app";
