import type { Arguments, Filters, ListPage, ListQuery } from "../api";
import type { CreateBody, Operation, Resource, ResourceDefinition, UpdateBody } from "../model";

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call, which then fails with CANCELLED. */
  readonly signal?: AbortSignal;
  /**
   * The timeout of the call, including retries, in milliseconds; defaults to the client's. The call then fails with
   * DEADLINE_EXCEEDED.
   */
  readonly timeoutMs?: number;
}

export interface CreateOptions extends CallOptions {
  /** Create requests with the same key are executed only once within 24 hours. Defaults to a random key per call. */
  readonly idempotencyKey?: string;
  /**
   * Retries only 429 responses, which prove that the request was not executed. For services without idempotency keys.
   */
  readonly sendOnce?: boolean;
  /** Called when an attempt ends with an unknown outcome. */
  readonly onUncertain?: () => void;
  /** Called when the response confirms that the service stores the idempotency key. */
  readonly onKeyStored?: () => void;
}

export interface UpdateOptions extends CallOptions {
  /** The fields to change; fields missing from the body are cleared. Defaults to the fields of the body. */
  readonly updateMask?: readonly string[];
}

/**
 * The scope, filters, order and page of a list request. The parent may be given under its own name: `groupUid` for
 * `childrenOf`.
 */
export type Query<D extends ResourceDefinition = ResourceDefinition> = ListQuery &
  (string extends keyof D["filters"] ? Readonly<Record<string, unknown>> : Filters<D> & Arguments<D>);

/** All methods for resources of one type. Every method throws PlatformError. */
export interface ResourceMethods<D extends ResourceDefinition = ResourceDefinition> {
  get(uid: string, options?: CallOptions): Promise<Resource<D>>;
  /** Returns one page. */
  page(query?: Query<D>, options?: CallOptions): Promise<ListPage<Resource<D>>>;
  /**
   * Returns all resources that match a query, page by page; the options apply to each page. Services restart a listing
   * whose cursor is more than three days old: after three days, or if the first resource is returned again, the
   * iteration fails with ABORTED.
   */
  list(query?: Query<D>, options?: CallOptions): AsyncIterableIterator<Resource<D>>;
  create(parentUid: string, body: CreateBody<D>, options?: CreateOptions): Promise<Resource<D>>;
  update(uid: string, body: UpdateBody<D>, options?: UpdateOptions): Promise<Resource<D>>;
  delete(uid: string, options?: CallOptions): Promise<void>;
}

interface MethodsOf extends Record<Operation, keyof ResourceMethods> {
  list: "list" | "page";
  get: "get";
  create: "create";
  update: "update";
  delete: "delete";
}

/** The methods that a type's operations allow. */
export type Collection<D extends ResourceDefinition = ResourceDefinition> = Pick<
  ResourceMethods<D>,
  MethodsOf[D["operations"][number]]
>;
