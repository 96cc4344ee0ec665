import type { MethodResponse, Methods } from "../model";

/** The resources that deleting a group with `force` would delete. */
export type DeletePreview = MethodResponse<Methods["previewDeleteGroup"]>;

/** The error message of a forced deletion that failed after some transactions had been committed. */
export const PARTIALLY_DELETED =
  "some resources below the group were deleted; request a new preview and repeat the deletion";
