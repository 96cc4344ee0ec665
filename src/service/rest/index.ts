/**
 * The service over HTTP: paths, headers, bodies and errors, independent of resource types. The operations implement the
 * requests.
 */

export { createApp, createHttp } from "./app";
