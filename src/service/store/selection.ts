import type { Order } from "../../api";
import type { Scopes } from "./scopes";

/** The resources that a List selects. */
export interface Selection {
  readonly type: string;
  readonly scopes: Scopes;
  readonly name?: string | undefined;
  /** Search index fields, each with the values of which a resource must have one. */
  readonly indexEntries: readonly IndexEntry[];
  readonly conditions?: readonly Condition[];
}

export type IndexEntry = readonly [field: string, values: readonly string[]];

/** A condition in addition to scope, name and search index entries. */
export type Condition =
  /** The resource has none of the values in the field. `allKinds`: all existing kinds, if the values are kinds. */
  | { readonly field: string; readonly excludes: readonly string[]; readonly allKinds?: readonly string[] }
  /** One of the resource's values in the field contains the text. Both are lowercase. */
  | { readonly field: string; readonly contains: string }
  /** The resource was updated at or after the time (RFC 3339, UTC, milliseconds). */
  | { readonly updatedSince: string };

/** The order and the part of the results. Ties are ordered by uid, in the same direction. */
export interface Page {
  readonly order: Order;
  /** The sort value and uid of the resource that the page follows. */
  readonly after?: readonly [value: string, uid: string] | undefined;
  readonly skip: number;
  readonly limit: number;
}
