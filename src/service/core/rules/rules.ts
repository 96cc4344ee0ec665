import type { PlatformError } from "../../../api";
import type { JsonObject, Violation } from "../../../model";
import type { Database, lists, StoredResource } from "../../store";
import type { Access, Caller } from "../access";

/** What writes: the transaction of a request, who makes it, when. */
export interface Writing {
  readonly tx: Database;
  /** RFC 3339. */
  readonly now: string;
  /** Undefined where no request does it, but whoever holds the data. */
  readonly by?: Caller;
}

/**
 * What a check reads to refuse a request. Checks run twice: before the request waits for the organization's write lock,
 * on the store, and in its transaction, on what holds then. They write nothing.
 */
export interface Checking {
  readonly db: Database;
  /** RFC 3339. */
  readonly now: string;
  readonly by: Caller;
  readonly access: Access;
  /** The issuer of the platform's own tokens. */
  readonly authUrl: string;
  /** Whether what costs a query and no permission may be left to the transaction: a failure is repeated without this. */
  readonly isTentative: boolean;
}

/** What a rule works with that may write: it runs in the transaction alone. */
export interface Context extends Writing {
  readonly access: Access;
  /** Deletes a resource that goes along with the one that is deleted. */
  remove(resource: StoredResource): Promise<void>;
  /** Deletes all resources of a type directly below one that is deleted; they must hold nothing themselves. */
  removeChildren(type: string, parent: string): Promise<void>;
}

/** What a List's request says of a filter. */
export type FilterValue = string | readonly string[] | boolean;

/** What a type does at each step. All hooks are optional; those that refuse throw a PlatformError. */
export interface Rules {
  /** The uids of those that everyone may see who is authenticated. */
  readonly public?: readonly string[];
  /** The values by which filters and other rules find a resource, by the filter's name. */
  terms?(resource: StoredResource): Readonly<Record<string, readonly string[]>>;
  /** What filters mean that look for more than a term of their name, or of another; undefined for no condition. */
  readonly conditions?: Readonly<Record<string, (value: FilterValue) => lists.Condition | undefined>>;
  /** Values that may stand only once on the installation, beside what the definition calls unique. */
  unique?(resource: StoredResource): readonly { readonly value: readonly string[]; readonly problem: string }[];
  /** The values of output-only fields of a new resource, and of further ones that are only kept; `by` makes it. */
  assign?(resource: Omit<StoredResource, "type" | "updateTime">, by?: Caller): JsonObject;
  /** The values of output-only fields, and of further ones that are only kept, that an update changes. */
  revise?(before: StoredResource, after: StoredResource): JsonObject;
  /** What is wrong with inputs that fit the definition. */
  check?(inputs: JsonObject, now: string): Violation[];
  /** Why a resource can be neither changed nor deleted, whoever asks. */
  fixed?(resource: StoredResource): PlatformError | undefined;
  /** Refuses a new resource for what it says, or for what the caller may not do. */
  checkCreate?(checking: Checking, resource: StoredResource): Promise<void>;
  /** Refuses an update likewise. */
  checkUpdate?(checking: Checking, before: StoredResource, after: StoredResource): Promise<void>;
  /** Refuses an update for the state of others, or changes what goes with the resource. */
  beforeUpdate?(context: Context, before: StoredResource, after: StoredResource): Promise<void>;
  /** Refuses, or removes what goes with the resource. */
  beforeDelete?(context: Context, resource: StoredResource): Promise<void>;
  /** Fields that are filled from elsewhere, for all of the resources at once, by uid: nothing that the caller may not see. */
  hydrate?(
    db: Database,
    access: Access,
    resources: readonly StoredResource[],
  ): Promise<ReadonlyMap<string, JsonObject>>;
}
