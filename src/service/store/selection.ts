import type { Order } from "../../api";
import type { Scope } from "./scope";

/** Which resources a List is about. */
export interface Selection {
  readonly type: string;
  /** Disjoint. */
  readonly scopes: readonly Scope[];
  readonly name?: string | undefined;
  /** Field and the values of which one must be there. */
  readonly terms: readonly IndexEntry[];
  readonly further?: readonly Condition[];
}

export type IndexEntry = readonly [field: string, values: readonly string[]];

/** What must hold of a resource beside its place, its name and its terms. */
export type Condition =
  /** It has none of the values in the field. `of`: all kinds that there are, where these are some of them. */
  | { readonly field: string; readonly noneOf: readonly string[]; readonly of?: readonly string[] }
  /** The text stands in one of its values in the field; both are in small letters. */
  | { readonly field: string; readonly containing: string }
  /** It was changed at the time (RFC 3339, UTC, milliseconds) or later. */
  | { readonly updatedSince: string };

/** Which part of them, in which order; ties stand in the order of their uids, in the same direction. */
export interface Page {
  readonly order: Order;
  /** The sort key's value and the uid of the resource that the page follows. */
  readonly after?: readonly [value: string, uid: string] | undefined;
  readonly skip: number;
  readonly limit: number;
}
