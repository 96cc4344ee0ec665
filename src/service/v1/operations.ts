import { invalidArgument, MAX_PAGE_SIZE, type Parameters, parseListQuery, readBody } from "../../api";
import { isInput } from "../../model";
import type { Caller } from "../access";
import type { JsonObject } from "../operations";
import type { Platform } from "../platform";
import { projectedFields, toV1, toV2 } from "./shape";
import type { V1Type } from "./types";

/** The operations of v1: those of v2, asked and answered in other words. All throw PlatformError. */
export interface V1Operations {
  /** `items`, all of them: v1 has no pages. */
  list(type: V1Type, caller: Caller, parameters: Parameters): Promise<JsonObject>;
  create(type: V1Type, caller: Caller, parent: string, body: JsonObject, idempotencyKey?: string): Promise<JsonObject>;
  /** What the body lacks is cleared. */
  update(type: V1Type, caller: Caller, id: string, body: JsonObject): Promise<JsonObject>;
  delete(type: V1Type, caller: Caller, id: string): Promise<void>;
}

export const v1Operations = ({ operations, ignoreIdempotencyKeys = false }: Platform): V1Operations => ({
  async list(type, caller, parameters) {
    const { definition, shape, listed = { shape } } = type;
    const items: JsonObject[] = [];
    for (let pageToken: string | undefined; ; ) {
      const parsed = parseListQuery(definition, inV2(type, parameters));
      if ("violations" in parsed) throw invalidArgument(parsed.violations);
      const request = { ...parsed.request, pageSize: MAX_PAGE_SIZE, ...(pageToken ? { pageToken } : {}) };
      const page = await operations.list(definition, caller, request);
      items.push(...page.items.map((each) => toV1(definition.fields, listed.shape, each)));
      pageToken = page.nextPageToken;
      if (pageToken === undefined) return { items };
    }
  },
  async create(type, caller, parent, body, idempotencyKey) {
    const key = ignoreIdempotencyKeys ? undefined : idempotencyKey;
    const created = await operations.create(
      type.definition,
      caller,
      parent,
      readV2(type, body, type.created?.shape),
      key,
    );
    return toV1(type.definition.fields, type.shape, created);
  },
  async update(type, caller, id, body) {
    const updated = await operations.update(type.definition, caller, id, readV2(type, body), maskOf(type));
    return toV1(type.definition.fields, type.shape, updated);
  },
  delete: (type, caller, id) => operations.delete(type.definition, caller, id),
});

/** A body as v2 takes it. Throws INVALID_ARGUMENT naming members that no field has. */
function readV2({ definition, ...type }: V1Type, body: JsonObject, shape = type.shape): JsonObject {
  const read = readBody({ ...definition, fields: projectedFields(definition.fields, shape) }, body);
  if ("violations" in read) throw invalidArgument(read.violations);
  return toV2(definition.fields, shape, read.value);
}

/** Every input that v1 knows: what it does not, it leaves as it is. */
const maskOf = ({ definition, shape }: V1Type): string[] =>
  Object.entries(shape)
    .map(([name, { from = name }]) => from)
    .filter((name) => definition.fields[name] && isInput(definition.fields[name]!));

/** Parameters of v1 as those of v2. A `parent` or `group` is what v2 asks for children of; what is excluded, v2 does not include. */
const inV2 = ({ key }: V1Type, parameters: Parameters): Parameters =>
  new Map(
    [...parameters].flatMap(([name, values]): [string, readonly string[]][] => {
      if (name === (key ?? "id")) return [["uidp.ids", values]];
      if (name === "parent" || name === "group") return [["uidp.children_of", values]];
      const [, excluded] = /^exclude_?([A-Za-z]+)$/.exec(name) ?? [];
      if (!excluded) return [[name, values]];
      return values.at(-1) === "true" ? [[`include_${excluded.toLowerCase()}`, ["false"]]] : [];
    }),
  );
