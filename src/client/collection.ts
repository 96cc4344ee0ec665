import type { Arguments, Filters, ListEnvelope, ListQuery } from "../api";
import type { CreateBody, Operation, Resource, ResourceDefinition, UpdateBody } from "../model";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it then fails with CANCELLED. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the call with all its retries, the client's unless given; then it fails with DEADLINE_EXCEEDED. */
  readonly timeoutMs?: number;
}

export interface CreateOptions extends CallOptions {
  /** Creates that carry the same key happen once within a day. A random one for each call, unless given. */
  readonly idempotencyKey?: string;
  /** Sends again only what the service refused to begin (429), not what it may have done: for services without keys. */
  readonly sendOnce?: boolean;
  /** Called when an attempt ends without telling whether the service did it. */
  readonly onUncertain?: () => void;
  /** Called when the answer says that the service remembers the key. */
  readonly onKeyKept?: () => void;
}

export interface UpdateOptions extends CallOptions {
  /** The fields to change; those that the body lacks are cleared. The fields of the body, unless given. */
  readonly updateMask?: readonly string[];
}

/** The scope, filters, order and place of a List. The parent may be given by its own name: `groupUid` for `childrenOf`. */
export type Query<D extends ResourceDefinition = ResourceDefinition> = ListQuery &
  (string extends keyof D["filters"] ? Readonly<Record<string, unknown>> : Filters<D> & Arguments<D>);

/** Everything that can be done with resources of one type. Every method throws PlatformError. */
export interface Methods<D extends ResourceDefinition = ResourceDefinition> {
  get(uid: string, options?: CallOptions): Promise<Resource<D>>;
  /** One page. */
  page(query?: Query<D>, options?: CallOptions): Promise<ListEnvelope<Resource<D>>>;
  /**
   * All that a query leads to, page after page; the options hold for each page. A service lets a listing begin anew
   * once its cursor is three days old: then, or when the first resource comes again, it stops with ABORTED.
   */
  list(query?: Query<D>, options?: CallOptions): AsyncIterableIterator<Resource<D>>;
  create(parentUid: string, body: CreateBody<D>, options?: CreateOptions): Promise<Resource<D>>;
  update(uid: string, body: UpdateBody<D>, options?: UpdateOptions): Promise<Resource<D>>;
  delete(uid: string, options?: CallOptions): Promise<void>;
}

interface MethodsOf extends Record<Operation, keyof Methods> {
  list: "list" | "page";
  get: "get";
  create: "create";
  update: "update";
  delete: "delete";
}

/** The methods for one type: those of its operations. */
export type Collection<D extends ResourceDefinition = ResourceDefinition> = Pick<
  Methods<D>,
  MethodsOf[D["operations"][number]]
>;
