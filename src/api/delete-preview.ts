/** The resources that deleting a group with `force` would delete. */
export interface DeletePreview {
  readonly group: { readonly uid: string; readonly name: string };
  /** The number of resources of each type, by plural and including the group itself; types with none are omitted. */
  readonly deleted: Readonly<Record<string, number>>;
  /** The number of role bindings that are in other groups, but whose identities are below this group. */
  readonly roleBindingsElsewhere: number;
  readonly totalCount: number;
  /** Changes whenever the set of resources to delete changes. */
  readonly etag: string;
}

/** The message of a forced deletion that failed after some of its transactions. */
export const PARTLY_DELETED =
  "some resources below the group were deleted; request a new preview and repeat the deletion";
