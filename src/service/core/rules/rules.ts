import type { FilterValue, PlatformError } from "../../../api";
import type { JsonObject, Violation } from "../../../model";
import type { Database, lists, StoredResource, Transaction } from "../../store";
import type { Access, Caller } from "../access";
import type { AssumablePermissions } from "./assumable-permissions";

/** The context of a write: its transaction, caller and time. */
export interface WriteContext {
  readonly tx: Transaction;
  /** RFC 3339. */
  readonly now: string;
  /** Undefined for direct access to the store, without a request. */
  readonly by?: Caller;
}

/**
 * The context of a check. Checks run twice: on the store, before the request waits for the organization's write lock,
 * and in its transaction. They write nothing.
 */
export interface CheckContext {
  readonly db: Database;
  /** RFC 3339. */
  readonly now: string;
  readonly by: Caller;
  readonly access: Access;
  readonly assumablePermissions: AssumablePermissions;
  /**
   * Whether the check may skip queries unrelated to permissions, which the transaction repeats. A tentative check that
   * fails is repeated in full.
   */
  readonly isOptimistic: boolean;
}

/** The context of a rule that may write; it runs only in the transaction. */
export interface Context extends WriteContext {
  readonly access: Access;
  /** Deletes a resource together with the one that is being deleted. */
  remove(resource: StoredResource): Promise<void>;
  /** Deletes all resources of a type directly below a resource that is being deleted. They must not have children. */
  removeChildren(type: string, parent: string): Promise<void>;
}

/** The hooks of a type. All are optional; those that reject throw a PlatformError. */
export interface Rules {
  /** The uids of resources visible to every authenticated caller. */
  readonly publicUids?: readonly string[];
  /** Returns the search index entries of a resource, by the name of the filter. */
  indexEntries?(resource: StoredResource): Readonly<Record<string, readonly string[]>>;
  /**
   * The conditions of filters that are not a plain search index lookup by their own name; undefined for no condition.
   */
  readonly conditions?: Readonly<Record<string, (value: FilterValue) => lists.Condition | undefined>>;
  /** Returns values that must be unique in the installation, in addition to the definition's. */
  unique?(resource: StoredResource): readonly { readonly value: readonly string[]; readonly problem: string }[];
  /** Returns the output-only and internal fields of a new resource; `by` creates it. */
  assign?(resource: Omit<StoredResource, "type" | "updateTime">, by?: Caller): JsonObject;
  /** Returns the output-only and internal fields that an update changes. */
  assignOnUpdate?(before: StoredResource, after: StoredResource): JsonObject;
  /** Returns violations of inputs that match the definition; an update has the stored fields too. */
  check?(inputs: JsonObject, now: string, stored?: JsonObject): Violation[];
  /** Returns why nobody can change or delete a resource. */
  readOnly?(resource: StoredResource): PlatformError | undefined;
  /** Returns whether a new resource with the same unique values replaces this one, instead of being rejected. */
  isReplaceable?(resource: StoredResource, now: string): boolean;
  /** Rejects a new resource that is invalid or not permitted. */
  checkCreate?(checking: CheckContext, resource: StoredResource): Promise<void>;
  /** Rejects an update that is invalid or not permitted. */
  checkUpdate?(checking: CheckContext, before: StoredResource, after: StoredResource): Promise<void>;
  /** Rejects an update because of other resources, or changes resources that depend on it. */
  beforeUpdate?(context: Context, before: StoredResource, after: StoredResource): Promise<void>;
  /** Rejects a deletion because of other resources, or deletes resources that depend on it. */
  beforeDelete?(context: Context, resource: StoredResource): Promise<void>;
  /**
   * Returns fields that come from other resources, for all of the resources at once, by uid. Must not reveal what the
   * caller cannot see.
   */
  hydrate?(
    db: Database,
    access: Access,
    resources: readonly StoredResource[],
  ): Promise<ReadonlyMap<string, JsonObject>>;
}
