import {
  invalidArgument,
  MAX_PAGE_SIZE,
  type Parameters,
  PlatformError,
  parseListQuery,
  projectedFields,
  readBody,
  type Shape,
  toV1,
  toV2,
} from "../../api";
import { type Fields, isInput, isJsonObject, type JsonObject, registry } from "../../model";
import type { Caller } from "../core/access";
import { readmeSideWrite, type SideWrite } from "../core/operations";
import { yieldToOthers } from "../net/list-queue";
import type { ResponseShare } from "../net/response-limit";
import type { Platform } from "../platform";
import { inV2, namesOf } from "./parameters";
import { type V1Type, v1Types } from "./types";
import { inWordsOfV1 } from "./violations";

export interface CreateOptions {
  readonly idempotencyKey?: string | undefined;
  /** Rejects the create if the resource exists, instead of replacing it. */
  readonly preventExisting?: boolean;
}

/** The response to a list, as far as it is limited. */
type ListAnswer = Pick<ResponseShare, "reserve" | "onRelease">;
const UNLIMITED: ListAnswer = { reserve: () => {}, onRelease: () => {} };

/** A part of a list's items. */
export interface V1Part {
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
    take: (part: V1Part) => void,
    answer?: ListAnswer,
  ): Promise<void>;
  create(type: V1Type, caller: Caller, parent: string, body: JsonObject, options?: CreateOptions): Promise<JsonObject>;
  /** Replaces the resource: fields missing from the body are cleared. */
  update(type: V1Type, caller: Caller, id: string, body: JsonObject): Promise<JsonObject>;
  delete(type: V1Type, caller: Caller, id: string): Promise<void>;
  /** Returns the identity with this issuer and subject. */
  lookupIdentity(caller: Caller, claims: { readonly issuer: string; readonly subject: string }): Promise<JsonObject>;
  /** Creates `{roleBindings}` in one group, all or none. */
  createRoleBindings(
    caller: Caller,
    parent: string,
    roleBindings: unknown,
    idempotencyKey?: string,
  ): Promise<JsonObject>;
}

/** The maximum number of resources in a list, because v1 has no pages and the response is held in memory. */
const MAX_ITEMS = 50_000;
/** The maximum size of a list as JSON, in bytes, for the same reason. */
const MAX_SIZE = 64 * 1024 * 1024;
/** The number of repos per part: each may have a readme of 256 KiB. */
const README_PART = 16;

export function v1Operations(
  { operations, listQueue }: Pick<Platform, "operations" | "listQueue">,
  { maxItems = MAX_ITEMS, maxSize = MAX_SIZE }: { readonly maxItems?: number; readonly maxSize?: number } = {},
): V1Operations {
  const answer = async ({ definition, shape }: V1Type, all: readonly JsonObject[], own: Shape = shape) => {
    const uids = hasReadme(definition.fields) ? all.map(({ uid }) => String(uid)) : [];
    const readmes = await operations.readmesOf(uids);
    return all.map((each) => toV1(definition.fields, own, { ...each, readme: readmes.get(String(each.uid)) ?? "" }));
  };
  const answerOne = async (type: V1Type, resource: JsonObject) => (await answer(type, [resource]))[0]!;

  return {
    async list(type, caller, parameters, take, held = UNLIMITED) {
      const { definition, listed } = type;
      const query = inV2(type, parameters);
      const partSize = hasReadme(definition.fields) ? README_PART : MAX_PAGE_SIZE;
      await inWordsOfV1(
        type,
        () =>
          listQueue.run(caller.identityUid, held, async () => {
            let size = 0;
            for (let pageToken: string | undefined; ; ) {
              const parsed = parseListQuery(definition, query);
              if ("violations" in parsed) throw invalidArgument(parsed.violations);
              const request = { ...parsed.request, pageSize: MAX_PAGE_SIZE, ...(pageToken ? { pageToken } : {}) };
              const page = await operations.list(definition, caller, request);
              // Checked before the first item is kept, so that a rejected list costs one page.
              if (page.totalCount > maxItems) throw tooMany(page.totalCount, maxItems);
              for (let start = 0; start < page.items.length; start += partSize) {
                const items = await answer(type, page.items.slice(start, start + partSize), listed?.shape);
                const json = JSON.stringify(items);
                size += Buffer.byteLength(json);
                if (size > maxSize) throw tooLarge(maxSize);
                held.reserve(size);
                take({ items, json });
                await yieldToOthers();
              }
              pageToken = page.nextPageToken;
              if (pageToken === undefined) return;
            }
          }),
        { names: namesOf(type, parameters) },
      );
    },
    async create(type, caller, parent, body, { idempotencyKey, preventExisting = false } = {}) {
      const { definition, created, createReplaces = false } = type;
      const isReplacing = createReplaces && !preventExisting;
      const { value, sideWrite } = split(
        readV2(type, body, created?.shape),
        isReplacing && hasReadme(definition.fields),
      );
      const replacing = isReplacing ? maskOf(type, value) : undefined;
      const names = { [definition.parent.attribute]: type.parent, content: "readme" };
      const made = await inWordsOfV1(
        type,
        () =>
          operations.create(definition, caller, parent, value, idempotencyKey, {
            sideWrite,
            replacing,
          }),
        { shape: created?.shape, names },
      );
      return answerOne(type, made);
    },
    async update(type, caller, id, body) {
      const { definition } = type;
      const { value, sideWrite } = split(readV2(type, body), hasReadme(definition.fields));
      const mask = maskOf(type, value);
      const updated = await inWordsOfV1(
        type,
        () => operations.update(definition, caller, id, value, mask, { verbatim: true, sideWrite }),
        {
          names: { content: "readme" },
        },
      );
      return answerOne(type, updated);
    },
    delete: (type, caller, id) => operations.delete(type.definition, caller, id),
    async lookupIdentity(caller, claims) {
      const { uid } = await operations.lookupIdentity(caller, claims);
      return answerOne(identities, await operations.get(identities.definition, caller, String(uid)));
    },
    async createRoleBindings(caller, parent, sent, idempotencyKey) {
      if (!Array.isArray(sent)) throw invalidArgument({ path: ["roleBindings"], problem: "must be an array" });
      const requests: JsonObject[] = [];
      for (const [index, each] of sent.entries()) {
        const path = ["roleBindings", index];
        if (!isJsonObject(each)) throw invalidArgument({ path, problem: "must be an object" });
        requests.push({ roleBinding: readV2(bindings, each, bindings.shape, path) });
      }
      const { roleBindings } = await inWordsOfV1(
        bindings,
        () => operations.batchCreateRoleBindings(caller, { parent, requests }, idempotencyKey),
        { names: { requests: "roleBindings" }, within: [/^requests(\[\d+\])\.roleBinding\./, "roleBindings$1."] },
      );
      return { roleBindings: await answer(bindings, roleBindings as readonly JsonObject[]) };
    },
  };
}

const tooMany = (found: number, most: number): PlatformError =>
  new PlatformError(
    "RESOURCE_EXHAUSTED",
    `Resource exhausted: the list has ${found} resources, more than the ${most} that v1 answers; narrow it with a filter, or use v2beta1, which has pages`,
  );

const tooLarge = (most: number): PlatformError =>
  new PlatformError(
    "RESOURCE_EXHAUSTED",
    `Resource exhausted: the list has more than the ${most} bytes of JSON that v1 answers; narrow it with a filter, or use v2beta1, which has pages`,
  );

const [identities, bindings] = [registry.identities, registry.roleBindings].map(({ name }) =>
  v1Types.find(({ definition }) => definition.name === name),
) as [V1Type, V1Type];

/** Returns whether the type has a readme, which v2 serves under a path of its own. */
const hasReadme = (fields: Fields): boolean => "readme" in fields;

/** Separates a body into the resource and its readme. A replacement always writes the readme. */
function split({ readme, ...value }: JsonObject, isReplaced = false): { value: JsonObject; sideWrite?: SideWrite } {
  return readme || isReplaced ? { value, sideWrite: readmeSideWrite(readme ?? "") } : { value };
}

/** Converts a body to v2. Throws INVALID_ARGUMENT that names unknown members. */
function readV2(
  { definition, ...type }: V1Type,
  body: JsonObject,
  shape: Shape = type.shape,
  below: readonly (string | number)[] = [],
): JsonObject {
  const read = readBody({ ...definition, fields: projectedFields(definition.fields, shape) }, body);
  if ("violations" in read)
    throw invalidArgument(read.violations.map(({ path, problem }) => ({ path: [...below, ...path], problem })));
  return toV2(definition.fields, shape, read.value);
}

/** Returns the mask of all inputs in v1; other fields of v2 are preserved. */
const maskOf = ({ definition, shape, kept = [] }: V1Type, value: JsonObject): string[] =>
  Object.entries(shape)
    .map(([name, { from = name }]) => from)
    .filter((name) => definition.fields[name] && isInput(definition.fields[name]!) && name !== "readme")
    .filter((name) => value[name] || !kept.includes(name));
