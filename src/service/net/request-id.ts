import { randomUUID } from "node:crypto";

/** The header and metadata key of a request's id. */
export const REQUEST_ID = "x-request-id";

/** Ids that are safe in log lines and headers. */
const sane = /^[\w.:/+=@-]{1,128}$/;

/** Returns the id of a request: the client's if it is safe, otherwise a new one. */
export const requestIdFrom = (given: unknown): string =>
  typeof given === "string" && sane.test(given) ? given : randomUUID();
