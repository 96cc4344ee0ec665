/** What deleting a group with `force` would delete. */
export interface DeletePreview {
  readonly group: { readonly uid: string; readonly name: string };
  /** How many of each type, by its plural, the group itself among them; without types of which there is none. */
  readonly deleted: Readonly<Record<string, number>>;
  /** How many of the role bindings are in groups elsewhere: their identities are below the group. */
  readonly roleBindingsElsewhere: number;
  readonly totalCount: number;
  /** Changes when what would be deleted does. */
  readonly etag: string;
}

/** What an error of a forced deletion says that broke off after its first transactions. */
export const PARTLY_DELETED =
  "part of what is below the group was deleted: request a new preview, and repeat the deletion";
