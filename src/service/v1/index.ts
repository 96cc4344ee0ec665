/**
 * API v1, the earlier version: another projection of the model onto the same operations. Lists are not paged, updates
 * replace the resource, and there is no Get. This folder contains no policy: the names and shapes of types in v1 are in
 * types.ts.
 */

export { type Shape, toV1, v1Fields } from "../../api";
export { type V1Method, v1MethodPath, v1Methods } from "./methods";
export { type V1Items as V1Part, type V1Operations, v1Operations } from "./operations";
export { flagIn } from "./parameters";
export { type V1Type, v1Types } from "./types";
