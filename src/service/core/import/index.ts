/**
 * Records that an operator brings in from elsewhere: repos, tags and advisories, as lines of JSON. They pass the checks
 * of requests and the one place where resources are written; who may do what is not asked, since whoever holds the data
 * may do everything.
 */
export { type ImportCount, type ImportOptions, importLines } from "./import";
export { ImportError, type LineProblem } from "./problems";
