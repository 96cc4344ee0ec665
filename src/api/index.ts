/**
 * The API contract shared by client and service: errors, list parameters, bodies, masks, uids and paths. Everything
 * here is a pure function of the model; no I/O or storage belongs here.
 */
export * from "./body";
export * from "./delete-preview";
export * from "./error";
export * from "./issuer-pattern";
export * from "./list";
export * from "./mask";
export * from "./method";
export * from "./paths";
export * from "./re2";
export * from "./uid";
export * from "./v1-repo";
export * from "./v1-shape";
