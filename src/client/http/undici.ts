import type { Dispatcher, Pool as UndiciPool } from "undici";

/**
 * What requests without a proxy need of undici, loaded at the first request. The modules are named by their paths,
 * because undici's index takes three times as long to load; they are bundled, so that no other version is loaded.
 */
export const request: Dispatcher["request"] = require("undici/lib/api/api-request.js");
export const Pool: typeof UndiciPool = require("undici/lib/dispatcher/pool.js");
