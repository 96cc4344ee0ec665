import type { JSONWebKeySet } from "jose";
import type { JsonObject, MethodDefinition, MethodRequest, ResourceDefinition } from "../../../model";
import type { Store } from "../../store";
import type { AccessCache, Caller } from "../access";
import type { Context } from "../rules";
import type { AssumablePermissions } from "../rules/assumable-permissions";
import type { Cursors } from "./cursor";

/** The dependencies of all operations. */
export interface Dependencies {
  readonly store: Store;
  /** Returns milliseconds since the Unix epoch. */
  readonly clock: () => number;
  readonly cursors: Cursors;
  readonly access: AccessCache;
  readonly assumablePermissions: AssumablePermissions;
  /** Returns the public keys of an organization's issuer. Rejects with a FetchError. */
  keysOf(issuer: string, organization: string): Promise<JSONWebKeySet>;
}

/** The write of a checked request, run in its transaction. */
export type Write<T> = (context: Context) => Promise<T>;

/** A singleton that is written in the same transaction as its parent. */
export interface SingletonInput {
  readonly definition: ResourceDefinition;
  readonly body: JsonObject;
}

export interface CreateOptions {
  readonly singletons?: readonly SingletonInput[];
  /** If a resource with the same unique values exists and is visible, updates these of its fields instead. */
  readonly updateExisting?: readonly string[] | undefined;
}

export interface UpdateOptions {
  /** Also writes changes only in spelling or order, which are equivalent otherwise. */
  readonly verbatim?: boolean;
  readonly singletons?: readonly SingletonInput[];
}

/** Returns the validated inputs after an update of the given fields. Throws INVALID_ARGUMENT. */
export type InputsFrom = (before: JsonObject, now: string) => JsonObject;

export interface ListResponse {
  readonly items: readonly JsonObject[];
  /** Absent on the last page. */
  readonly nextPageToken?: string;
  readonly totalCount: number;
  readonly skipped: number;
}

/** A call of a custom method. */
export interface MethodCall<M extends MethodDefinition> {
  readonly caller: Caller;
  /** The uid of the resource that the call concerns; empty if the request has none. */
  readonly scope: string;
  readonly idempotencyKey: string | undefined;
  /**
   * Returns the validated request. Throws INVALID_ARGUMENT; permissions are checked before, as for resources.
   */
  request(): MethodRequest<M>;
}

/** Returns the current time in the service's format. */
export const timeOf = (clock: () => number): string => new Date(clock()).toISOString();
