import { randomUUID } from "node:crypto";

/** The header, and the metadata key, that names a request in answers and logs. */
export const REQUEST_ID = "x-request-id";

/** What a log line and a header can carry without being taken for something else. */
const sane = /^[\w.:/+=@-]{1,128}$/;

/** The id under which a request is logged: its sender's, if there is one that is fit to be written down, else a new one. */
export const requestIdFrom = (given: unknown): string =>
  typeof given === "string" && sane.test(given) ? given : randomUUID();
