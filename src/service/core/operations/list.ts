import { isRoot, type ListRequest, selfAndAncestors } from "../../../api";
import type { JsonObject, ResourceDefinition } from "../../../model";
import { lists, point, resources, type Scope, Scopes } from "../../store";
import type { Access, Caller } from "../access";
import { rulesOf } from "../rules";
import { presentAll } from "./present";
import { readCapabilities } from "./read";
import type { Dependencies, ListResponse } from "./types";

export function list(
  dependencies: Dependencies,
  definition: ResourceDefinition,
  caller: Caller,
  request: ListRequest,
): Promise<ListResponse> {
  return dependencies.access.read(caller, (access) => listVisible(dependencies, definition, access, request));
}

async function listVisible(
  { store: { db }, cursors }: Dependencies,
  definition: ResourceDefinition,
  access: Access,
  request: ListRequest,
): Promise<ListResponse> {
  const { order, pageSize, skip, pageToken } = request;
  const selection = select(definition, access, request);
  // A page token is valid only for its caller; the next page contains what the caller can see at that time.
  const query = [definition.name, access.identityUid, scopesOf(request), request.filters, order];
  const cursor = pageToken === undefined ? undefined : cursors.read(query, pageToken);

  // Counting with filters can be slow, so the first page counts, and later pages with the same scopes reuse the total.
  const isFiltered = Object.keys(request.filters).length > 0;
  const within = isFiltered ? selection.scopes.digest : undefined;
  const counted = cursor?.total?.within === within ? cursor?.total?.count : undefined;
  const [found, totalCount] = await Promise.all([
    lists.page(db, selection, { order, skip, after: cursor?.after, limit: pageSize + 1 }),
    counted ?? lists.count(db, selection),
  ]);

  const presented = await presentAll(db, access, definition, found.slice(0, pageSize));
  const items = presented.slice(0, countWithin(MAX_PAGE, presented));
  const last = found[items.length - 1];
  if (items.length === found.length || !last) return { items, totalCount, skipped: skip };
  const nextPageToken = cursors.write(query, {
    after: [resources.sortValue(last, order.key), last.uid],
    ...(within === undefined ? {} : { total: { count: totalCount, within } }),
  });
  return { items, nextPageToken, totalCount, skipped: skip };
}

/** The maximum size of a page as JSON, in bytes: resources stored by earlier versions can be as large as a request. */
const MAX_PAGE = 8 * 1024 * 1024;

/** Returns how many of the first items fit into `bytes` as JSON; at least one. */
function countWithin(bytes: number, items: readonly JsonObject[]): number {
  // Serializing the items takes much longer than estimating their size, and nearly all pages are small.
  if (maxSizeOf(items) <= bytes) return items.length;
  let left = bytes;
  const index = items.findIndex((item, at) => {
    left -= Buffer.byteLength(JSON.stringify(item));
    return left < 0 && at > 0;
  });
  return index === -1 ? items.length : index;
}

/** The maximum size of a character as JSON, in bytes, as for a control character; and of a number or a literal. */
const MAX_CHARACTER = 6;
const MAX_SCALAR = 24;

/** Returns an upper bound for the size of a value as JSON, in bytes. */
function maxSizeOf(value: unknown): number {
  if (typeof value === "string") return 2 + MAX_CHARACTER * value.length;
  if (typeof value !== "object" || value === null) return MAX_SCALAR;
  let size = 2;
  if (Array.isArray(value)) for (const each of value) size += 1 + maxSizeOf(each);
  else for (const [name, each] of Object.entries(value)) size += 4 + MAX_CHARACTER * name.length + maxSizeOf(each);
  return size;
}

/** Returns the visible part of the requested selection. */
function select(definition: ResourceDefinition, access: Access, request: ListRequest): lists.Selection {
  const { name, ...filters } = request.filters;
  const { conditions = {} } = rulesOf(definition.name);
  const all = Object.entries(filters);
  return {
    type: definition.name,
    scopes: visibleScopes(definition, access, request),
    name: name === undefined ? undefined : String(name),
    indexEntries: all.flatMap(([field, value]) =>
      Object.hasOwn(conditions, field) ? [] : [[field, [value].flat().map(String)] as const],
    ),
    conditions: all.flatMap(([filter, value]) => conditions[filter]?.(value) ?? []),
  };
}

/** Returns the visible part of the requested scopes. */
function visibleScopes(definition: ResourceDefinition, access: Access, request: ListRequest): Scopes {
  const publicScopes = (rulesOf(definition.name).publicUids ?? []).map(point);
  const visible = access.scopesWithin(readCapabilities(definition), requestedScopes(definition, request), publicScopes);
  if (!request.inRoot) return visible;
  return new Scopes(visible.list.flatMap(({ uid, self }) => (self && isRoot(uid) ? [point(uid)] : [])));
}

/** Returns each scope that the request names; their intersection is requested. */
export function requestedScopes(definition: ResourceDefinition, request: ListRequest): Scopes[] {
  const { descendantsOf, childrenOf, ancestorsOf, ids } = request;
  // A resource that shares its parent's uid still counts as its child.
  const isIn = definition.uid === "parent";
  const scopes: (Scope[] | undefined)[] = [
    descendantsOf === undefined ? undefined : [{ uid: descendantsOf, self: isIn, below: "all" }],
    childrenOf === undefined
      ? undefined
      : [isIn ? point(childrenOf) : { uid: childrenOf, self: false, below: "children" }],
    ancestorsOf === undefined ? undefined : selfAndAncestors(ancestorsOf).slice(1).map(point),
    ids && [...new Set(ids)].map(point),
  ];
  return scopes.flatMap((each) => (each ? [new Scopes(each)] : []));
}

const scopesOf = ({ descendantsOf, childrenOf, ancestorsOf, inRoot, ids }: ListRequest) => [
  descendantsOf ?? null,
  childrenOf ?? null,
  ancestorsOf ?? null,
  inRoot ?? false,
  ids ?? null,
];
