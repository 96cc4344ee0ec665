/**
 * What client and service agree on: errors, list parameters, bodies, masks, uids, paths. Everything here is a pure
 * function of the model; neither sockets nor storage belong here.
 */
export * from "./body";
export * from "./delete-preview";
export * from "./error";
export * from "./issuer-pattern";
export * from "./list";
export * from "./mask";
export * from "./paths";
export * from "./re2";
export * from "./uid";
export * from "./v1-repo";
export * from "./v1-shape";
