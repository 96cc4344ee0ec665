/**
 * Imports records of an operator: repos, tags and advisories, as lines of JSON. They pass the same validation and write
 * path as requests, but without access control, because direct access to the data implies all permissions.
 */
export { type ImportCount, type ImportOptions, importLines } from "./import";
export { ImportError, type LineProblem } from "./problems";
