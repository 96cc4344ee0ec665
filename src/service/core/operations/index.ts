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
import { Reach } from "../rules/reach";
import { create } from "./create";
import { Cursors } from "./cursor";
import type { DeleteOptions } from "./delete-options";
import { forceDelete } from "./force-delete";
import { list } from "./list";
import { listAuditEvents } from "./list-audit-events";
import { callMethod } from "./methods";
import { get } from "./read";
import { getReadme, readmesOf, updateReadme } from "./readme";
import { remove } from "./remove";
import { deleteSession, listSessions } from "./sessions";
import type { CreateOptions, ListAnswer, Settings, UpdateOptions } from "./types";
import { update } from "./update";

export { checkDeleteOptions, readDeleteOptions } from "./delete-options";
export { scopeOf } from "./methods";
export { readmeSideWrite } from "./readme";
export type { ListAnswer, SideWrite } from "./types";

/** The operations of the service. All throw PlatformError. */
export interface Operations {
  get(definition: ResourceDefinition, caller: Caller, uid: string): Promise<JsonObject>;
  list(definition: ResourceDefinition, caller: Caller, request: ListRequest): Promise<ListAnswer>;
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
  /** Returns `{uid, content}` of a repo. */
  getReadme(caller: Caller, repoUid: string): Promise<JsonObject>;
  updateReadme(caller: Caller, repoUid: string, body: JsonObject, mask: readonly string[]): Promise<JsonObject>;
  /** Returns the readmes, by uid, of repos that were already shown to the caller. */
  readmesOf(repoUids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Creates the operations on a store. `cursorSecret` encrypts page tokens; all nodes that share the store share it. */
export function createOperations({
  store,
  clock,
  cursorSecret,
  authUrl,
  keysOf,
}: Omit<Settings, "cursors" | "access" | "reach"> & {
  readonly cursorSecret: string;
  /** Returns the issuer of the platform's own tokens. */
  readonly authUrl: () => string;
}): Operations {
  const settings: Settings = {
    store,
    clock,
    cursors: new Cursors(cursorSecret, clock),
    access: new AccessCache(store.db),
    reach: new Reach(authUrl),
    keysOf,
  };
  return {
    get: (...request) => get(settings, ...request),
    list: (definition, ...request) => (lists[definition.name] ?? listResources(definition))(settings, ...request),
    create: (...request) => create(settings, ...request),
    update: (...request) => update(settings, ...request),
    delete: (definition, caller, uid, { force, etag } = {}) => {
      if (force) return forceDelete(settings, caller, uid, etag);
      if (definition.name === session.name) return deleteSession(settings, caller, uid);
      return remove(settings, definition, caller, uid);
    },
    call: (...request) => callMethod(settings, ...request),
    getReadme: (...request) => getReadme(settings, ...request),
    updateReadme: (...request) => updateReadme(settings, ...request),
    readmesOf: (uids) => readmesOf(settings, uids),
  };
}

/** Lists that are not stored as resources. */
const lists: Readonly<
  Record<string, (settings: Settings, caller: Caller, request: ListRequest) => Promise<ListAnswer>>
> = { [session.name]: listSessions, [auditEvent.name]: listAuditEvents };

const listResources =
  (definition: ResourceDefinition): (typeof lists)[string] =>
  (settings, ...request) =>
    list(settings, definition, ...request);
