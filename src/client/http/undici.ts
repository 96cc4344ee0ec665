import type { Dispatcher, Pool as UndiciPool } from "undici";

/**
 * The parts of undici that requests without a proxy use, loaded with the first request. The modules are imported by
 * path, because undici's index takes three times as long to load; they are bundled, so that no other version is loaded.
 */
export const request: Dispatcher["request"] = require("undici/lib/api/api-request.js");
export const Pool: typeof UndiciPool = require("undici/lib/dispatcher/pool.js");
