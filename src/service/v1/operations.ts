import {
  invalidArgument,
  MAX_PAGE_SIZE,
  type Parameters,
  PlatformError,
  parseListQuery,
  parseRequest,
  readBody,
  type Shape,
  toV1,
  toV2,
  v1Fields,
} from "../../api";
import { type Fields, isInput, type JsonObject, methods, repoReadme } from "../../model";
import type { Caller } from "../core/access";
import type { SingletonInput } from "../core/operations";
import { yieldToOthers } from "../net/list-queue";
import type { ResponseShare } from "../net/response-limit";
import type { Platform } from "../platform";
import type { V1Method } from "./methods";
import { inV2, namesOf } from "./parameters";
import type { V1Type } from "./types";
import { withV1Names } from "./violations";

export interface CreateOptions {
  readonly idempotencyKey?: string | undefined;
  /** Rejects the create if the resource exists, instead of replacing it. */
  readonly preventExisting?: boolean;
}

/** A list response's share of the memory limit. */
type ListResponseShare = Pick<ResponseShare, "reserve" | "onRelease">;
const UNLIMITED: ListResponseShare = { reserve: () => {}, onRelease: () => {} };

/** A part of a list's items. */
export interface V1Items {
  readonly items: readonly JsonObject[];
  /** The items as JSON. */
  readonly json: string;
}

/** The operations of v1, translated to and from those of v2. All throw PlatformError. */
export interface V1Operations {
  /** Passes all items to `take` in parts, because v1 has no pages; other requests are handled between parts. */
  list(
    type: V1Type,
    caller: Caller,
    parameters: Parameters,
    take: (part: V1Items) => void,
    share?: ListResponseShare,
  ): Promise<void>;
  create(type: V1Type, caller: Caller, parent: string, body: JsonObject, options?: CreateOptions): Promise<JsonObject>;
  /** Replaces the resource: fields missing from the body are cleared. */
  update(type: V1Type, caller: Caller, id: string, body: JsonObject): Promise<JsonObject>;
  delete(type: V1Type, caller: Caller, id: string): Promise<void>;
  /** Runs a custom method. The request may contain invalid values and unknown fields. */
  call(method: V1Method, caller: Caller, request: JsonObject, idempotencyKey?: string): Promise<JsonObject>;
}

/** The maximum number of resources in a list, because v1 has no pages and the response is held in memory. */
const MAX_ITEMS = 50_000;
/** The maximum size of a list as JSON, in bytes, for the same reason. */
const MAX_SIZE = 64 * 1024 * 1024;
/** The number of repos per part: each may have a readme of 256 KiB. */
const README_PART = 16;

/** Longer than 80 lines because it lists the operations. */
export function v1Operations(
  { operations, listQueue }: Pick<Platform, "operations" | "listQueue">,
  { maxItems = MAX_ITEMS, maxSize = MAX_SIZE }: { readonly maxItems?: number; readonly maxSize?: number } = {},
): V1Operations {
  const toV1Resources = async ({ definition, shape }: V1Type, all: readonly JsonObject[], own: Shape = shape) => {
    const uids = hasReadme(definition.fields) ? all.map(({ uid }) => String(uid)) : [];
    const readmes = await operations.getSingletons(repoReadme, uids);
    return all.map((each) =>
      toV1(definition.fields, own, { ...each, readme: readmes.get(String(each.uid))?.content ?? "" }),
    );
  };
  const toV1Resource = async (type: V1Type, resource: JsonObject) => (await toV1Resources(type, [resource]))[0] ?? {};

  const implementations: Readonly<Record<V1Method["name"], V1Operations["call"]>> = {
    async Lookup({ type }, caller, claims) {
      const { uid } = await operations.call(methods.lookupIdentity, caller, claims);
      return toV1Resource(type, await operations.get(type.definition, caller, uid));
    },
    async CreateBatch({ type }, caller, { parent, roleBindings }, idempotencyKey) {
      const { fields } = type.definition;
      // A valid request has an array of objects.
      const requests = (roleBindings as readonly JsonObject[]).map((each) => ({
        roleBinding: toV2(fields, type.shape, each),
      }));
      const created = await withV1Names(
        type,
        () => operations.call(methods.batchCreateRoleBindings, caller, { parent, requests }, idempotencyKey),
        { names: { requests: "roleBindings" }, within: [/^requests(\[\d+\])\.roleBinding\./, "roleBindings$1."] },
      );
      return { roleBindings: await toV1Resources(type, created.roleBindings) };
    },
  };

  /** Reads all pages of a list. */
  const listAll: V1Operations["list"] = async (type, caller, parameters, take, share = UNLIMITED) => {
    const { definition, listed } = type;
    const query = inV2(type, parameters);
    const partSize = hasReadme(definition.fields) ? README_PART : MAX_PAGE_SIZE;
    let size = 0;
    for (let pageToken: string | undefined; ; ) {
      const parsed = parseListQuery(definition, query);
      if ("violations" in parsed) throw invalidArgument(parsed.violations);
      const request = { ...parsed.request, pageSize: MAX_PAGE_SIZE, ...(pageToken ? { pageToken } : {}) };
      const page = await operations.list(definition, caller, request);
      // Checked before the first item is kept, so that a rejected list costs one page.
      if (page.totalCount > maxItems) throw tooMany(page.totalCount, maxItems);
      for (let start = 0; start < page.items.length; start += partSize) {
        const items = await toV1Resources(type, page.items.slice(start, start + partSize), listed?.shape);
        const json = JSON.stringify(items);
        size += Buffer.byteLength(json);
        if (size > maxSize) throw tooLarge(maxSize);
        share.reserve(size);
        take({ items, json });
        await yieldToOthers();
      }
      pageToken = page.nextPageToken;
      if (pageToken === undefined) return;
    }
  };

  return {
    list: (type, caller, parameters, take, share = UNLIMITED) =>
      withV1Names(
        type,
        () => listQueue.run(caller.identityUid, share, () => listAll(type, caller, parameters, take, share)),
        { names: namesOf(type, parameters) },
      ),
    async create(type, caller, parent, body, { idempotencyKey, preventExisting = false } = {}) {
      const { definition, created, createReplaces = false } = type;
      const isReplacing = createReplaces && !preventExisting;
      const { value, singletons } = split(
        readV2(type, body, created?.shape),
        isReplacing && hasReadme(definition.fields),
      );
      const updateExisting = isReplacing ? maskOf(type, value) : undefined;
      const names = { [definition.parent.attribute]: type.parent, content: "readme" };
      const made = await withV1Names(
        type,
        () =>
          operations.create(definition, caller, parent, value, idempotencyKey, {
            singletons,
            updateExisting,
          }),
        { shape: created?.shape, names },
      );
      return toV1Resource(type, made);
    },
    async update(type, caller, id, body) {
      const { definition } = type;
      const { value, singletons } = split(readV2(type, body), hasReadme(definition.fields));
      const mask = maskOf(type, value);
      const updated = await withV1Names(
        type,
        () => operations.update(definition, caller, id, value, mask, { verbatim: true, singletons }),
        {
          names: { content: "readme" },
        },
      );
      return toV1Resource(type, updated);
    },
    delete: (type, caller, id) => operations.delete(type.definition, caller, id),
    call: (method, caller, request, idempotencyKey) =>
      implementations[method.name](method, caller, parseRequest(method.request.fields, request), idempotencyKey),
  };
}

const tooMany = (found: number, most: number): PlatformError =>
  new PlatformError(
    "RESOURCE_EXHAUSTED",
    `Resource exhausted: the list has ${found} resources, more than v1's maximum of ${most}; narrow it with a filter, or use v2beta1, which has pages`,
  );

const tooLarge = (most: number): PlatformError =>
  new PlatformError(
    "RESOURCE_EXHAUSTED",
    `Resource exhausted: the list has more than v1's maximum of ${most} bytes of JSON; narrow it with a filter, or use v2beta1, which has pages`,
  );

/** Returns whether the type has a readme, which v2 serves under a path of its own. */
const hasReadme = (fields: Fields): boolean => "readme" in fields;

/** Separates a body into the resource and its readme. A replacement always writes the readme. */
function split({ readme, ...value }: JsonObject, isReplaced = false) {
  const singletons: SingletonInput[] =
    readme || isReplaced ? [{ definition: repoReadme, body: { content: readme ?? "" } }] : [];
  return { value, singletons };
}

/** Converts a body to v2. Throws INVALID_ARGUMENT that names unknown members. */
function readV2({ definition, ...type }: V1Type, body: JsonObject, shape: Shape = type.shape): JsonObject {
  const read = readBody({ ...definition, fields: v1Fields(definition.fields, shape) }, body);
  if ("violations" in read) throw invalidArgument(read.violations);
  return toV2(definition.fields, shape, read.value);
}

/** Returns the mask of all inputs in v1; other fields of v2 are preserved. */
const maskOf = ({ definition, shape, kept = [] }: V1Type, value: JsonObject): string[] =>
  Object.entries(shape)
    .map(([name, { from = name }]) => from)
    .filter((name) => {
      const field = definition.fields[name];
      return field !== undefined && isInput(field) && name !== "readme";
    })
    .filter((name) => value[name] || !kept.includes(name));
