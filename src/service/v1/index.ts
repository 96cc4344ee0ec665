/**
 * The earlier version of the API: one more projection of the model onto the same operations. Lists come whole, updates
 * replace, there is no Get. Nothing here decides anything: what a type is called and shaped like in v1 stands in types.ts.
 */

export { projectedFields, type Shape, toV1 } from "../../api";
export { type V1Operations, type V1Part, v1Operations } from "./operations";
export { flagIn } from "./parameters";
export { type V1Type, v1Types } from "./types";
