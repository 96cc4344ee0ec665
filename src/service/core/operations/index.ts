/**
 * The operations behind all APIs: one pipeline per operation, for all resource types. Bodies and responses are JSON
 * values; callers handle sockets, paths and headers.
 */
import type { ListRequest } from "../../../api";
import {
  auditEvent,
  type JsonObject,
  type MethodName,
  type MethodResponse,
  type Methods,
  type ResourceDefinition,
  session,
} from "../../../model";
import { AccessCache, type Caller } from "../access";
import { AssumablePermissions } from "../rules/assumable-permissions";
import { create } from "./create";
import { Cursors } from "./cursor";
import type { DeleteOptions } from "./delete-options";
import { forceDelete } from "./force-delete";
import { list } from "./list";
import { listAuditEvents } from "./list-audit-events";
import { callMethod } from "./methods";
import { get } from "./read";
import { remove } from "./remove";
import { deleteSession, listSessions } from "./sessions";
import { getSingleton, getSingletons, updateSingleton } from "./singletons";
import type { CreateOptions, Dependencies, ListResponse, UpdateOptions } from "./types";
import { update } from "./update";

export { checkDeleteOptions, readDeleteOptions } from "./delete-options";
export { scopeOf } from "./methods";
export type { ListResponse, SingletonInput } from "./types";

/** The operations of the service. All throw PlatformError. */
export interface Operations {
  get(definition: ResourceDefinition, caller: Caller, uid: string): Promise<JsonObject>;
  list(definition: ResourceDefinition, caller: Caller, request: ListRequest): Promise<ListResponse>;
  /** `idempotencyKey`: creates of the same caller with the same key run once within 24 hours. */
  create(
    definition: ResourceDefinition,
    caller: Caller,
    parentUid: string,
    body: JsonObject,
    idempotencyKey?: string,
    options?: CreateOptions,
  ): Promise<JsonObject>;
  /** `mask`: field paths, which may contain several separated by commas; by default, the members of the body. */
  update(
    definition: ResourceDefinition,
    caller: Caller,
    uid: string,
    body: JsonObject,
    mask: readonly string[],
    options?: UpdateOptions,
  ): Promise<JsonObject>;
  /** With `force`, deletes a group with all its descendants, in many short transactions. */
  delete(definition: ResourceDefinition, caller: Caller, uid: string, options?: DeleteOptions): Promise<void>;
  /** Runs a custom method. The request may contain invalid values and unknown fields. */
  call<M extends Methods[MethodName]>(
    method: M,
    caller: Caller,
    request: JsonObject,
    idempotencyKey?: string,
  ): Promise<MethodResponse<M>>;
  /** Returns the stored singletons, such as readmes, of parents that were already shown to the caller, by uid. */
  getSingletons(definition: ResourceDefinition, uids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
}

/** Creates the operations on a store. `cursorSecret` encrypts page tokens; all nodes that share the store share it. */
export function createOperations({
  store,
  clock,
  cursorSecret,
  authUrl,
  keysOf,
}: Omit<Dependencies, "cursors" | "access" | "assumablePermissions"> & {
  readonly cursorSecret: string;
  /** Returns the issuer of the platform's own tokens. */
  readonly authUrl: () => string;
}): Operations {
  const dependencies: Dependencies = {
    store,
    clock,
    cursors: new Cursors(cursorSecret, clock),
    access: new AccessCache(store.db, clock),
    assumablePermissions: new AssumablePermissions(authUrl),
    keysOf,
  };
  return {
    get: (definition, ...request) => (definition.singleton ? getSingleton : get)(dependencies, definition, ...request),
    list: (definition, ...request) => (lists[definition.name] ?? listResources(definition))(dependencies, ...request),
    create: (...request) => create(dependencies, ...request),
    update: (definition, ...request) =>
      (definition.singleton ? updateSingleton : update)(dependencies, definition, ...request),
    delete: (definition, caller, uid, { force, etag } = {}) => {
      if (force) return forceDelete(dependencies, caller, uid, etag);
      if (definition.name === session.name) return deleteSession(dependencies, caller, uid);
      return remove(dependencies, definition, caller, uid);
    },
    call: (...request) => callMethod(dependencies, ...request),
    getSingletons: (...request) => getSingletons(dependencies, ...request),
  };
}

/** Lists that are not stored as resources. */
const lists: Readonly<
  Record<string, (dependencies: Dependencies, caller: Caller, request: ListRequest) => Promise<ListResponse>>
> = { [session.name]: listSessions, [auditEvent.name]: listAuditEvents };

const listResources =
  (definition: ResourceDefinition): (typeof lists)[string] =>
  (dependencies, ...request) =>
    list(dependencies, definition, ...request);
