import {
  camelCase,
  canonicalTimestamp,
  didYouMean,
  type Filter,
  listParameters,
  type ResourceDefinition,
  snakeCase,
  unsetValue,
  type Violation,
} from "../model";
import { invalidArgument } from "./error";
import { isUid } from "./uid";

/** The parameters and the response of list requests, shared by client and service. */

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** The maximum number of values of a parameter. */
const MAX_VALUES = 1000;
const tooManyValues = `must be given at most ${MAX_VALUES} times`;

/** The parameters common to all list requests. Without a scope, a list covers everything that the caller can see. */
export interface ListQuery {
  /** Return only resources anywhere below the group with this uid. */
  readonly descendantsOf?: string;
  /** Return only direct children of the group with this uid. */
  readonly childrenOf?: string;
  /** Return only ancestors of this uid. */
  readonly ancestorsOf?: string;
  /** Return only resources without a parent. */
  readonly inRoot?: boolean;
  /** Return only resources with these uids. */
  readonly ids?: readonly string[];
  /** The maximum number of items per page; defaults to 50, at most 200. */
  readonly pageSize?: number;
  /** The nextPageToken of the previous page. */
  readonly pageToken?: string;
  /** A sort key, optionally followed by ` desc`: `name desc`. */
  readonly orderBy?: string;
  /** The number of results to skip, counted from the page token. */
  readonly skip?: number;
}

/**
 * List parameters named after fields: the parent's uid (`groupUid` for `childrenOf`) and uid filters (`roleUid` for
 * `role`). Lookups, data sources and resources use the same names.
 */
export type Arguments<D extends ResourceDefinition> = {
  readonly [A in D["parent"]["attribute"] | ArgumentOf<D["filters"][keyof D["filters"]]>]?: string;
};

type ArgumentOf<F> = F extends { readonly argument: infer A extends string } ? A : never;

/** Returns the API name of each argument named after a field: `groupUid` is `childrenOf`. */
const listArgumentsOf = ({ parent, filters }: ResourceDefinition): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([name, { argument }]) => (argument ? [[argument, name]] : [])),
  ),
  [parent.attribute]: "childrenOf",
});

/** The value of a filter. */
export type FilterValue = string | readonly string[] | boolean;

type ValueOf<F extends Filter> = F extends { readonly kind: "strings" | "enums" }
  ? readonly string[]
  : F extends { readonly kind: "boolean" }
    ? boolean
    : string;

/** The filters of one type, in addition to the common parameters. */
export type Filters<D extends ResourceDefinition> = {
  readonly [K in keyof D["filters"]]?: ValueOf<D["filters"][K]>;
};

export type SortKey = "uid" | "name" | "createTime" | "updateTime";

export interface Order {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** A validated list request. */
export interface ListRequest extends Omit<ListQuery, "orderBy" | "pageSize" | "skip"> {
  readonly pageSize: number;
  readonly skip: number;
  readonly order: Order;
  readonly filters: Readonly<Record<string, FilterValue>>;
}

const scopes = { descendantsOf: "one", childrenOf: "one", ancestorsOf: "one", inRoot: "flag", ids: "many" } as const;

/** Returns the list options of a type: scopes, paging, order and filters. */
export const listOptions = (definition: ResourceDefinition): readonly string[] => [
  ...Object.keys(scopes),
  ...["pageSize", "pageToken", "orderBy", "skip"],
  ...Object.keys(definition.filters),
  ...Object.keys(listArgumentsOf(definition)),
];

/** Returns the fields by which a type can be sorted. */
export const sortKeys = (definition: ResourceDefinition): SortKey[] =>
  (["uid", "name", "createTime", "updateTime"] as const).filter((key) => Object.hasOwn(definition.fields, key));

const sortAliases: Readonly<Record<string, SortKey>> = { createdAt: "createTime", updatedAt: "updateTime" };

/** Parses an order such as `name desc`; an empty string means the type's default order. */
function parseOrder(definition: ResourceDefinition, text: string): Order | Violation {
  const words = (text.trim() || definition.defaultOrder || "uid").split(/\s+/);
  const [field = "", direction = "asc", ...rest] = words;
  const camel = camelCase(field);
  const allowed = sortKeys(definition);
  const key = allowed.find((each) => each === (sortAliases[camel] ?? camel));
  if (key === undefined || (direction !== "asc" && direction !== "desc") || rest.length > 0) {
    return {
      path: ["order_by"],
      problem: `must be one of ${allowed.map(snakeCase).join(", ")}, optionally followed by "asc" or "desc"`,
    };
  }
  return { key, descending: direction === "desc" };
}

/** Returns all accepted spellings of a type's sort keys. */
export const sortNames = (definition: ResourceDefinition): string[] => {
  const keys = sortKeys(definition);
  const others = Object.entries(sortAliases).flatMap(([name, key]) => (keys.includes(key) ? [name] : []));
  return [...new Set([...keys, ...others].flatMap((name) => [snakeCase(name), name]))];
};

/** Query parameters with all their values, verbatim. */
export type Parameters = ReadonlyMap<string, readonly string[]>;

/** Converts a parameter name to its documented form: `uidp.in_root`. */
const inSnakeCase = (name: string): string => name.split(".").map(snakeCase).join(".");

/** Returns the list parameters of a type, in camelCase. */
export const listParametersOf = (definition: ResourceDefinition): string[] => [
  ...Object.keys(definition.filters),
  ...(definition.listParameters ?? listParameters),
];

/** Returns the unknown parameters of a type that rejects them: a response without the intended filter would mislead. */
function unknownParameters(definition: ResourceDefinition, parameters: Parameters): Violation[] {
  if (!definition.listParameters) return [];
  const known = listParametersOf(definition);
  const allowed = known.map(inSnakeCase);
  return [...parameters.keys()]
    .filter((name) => !known.includes(inCamelCase(name)))
    .map((name) => ({
      path: [name],
      problem: `is not a list parameter of ${definition.plural}; supported parameters are ${allowed.join(", ")}${didYouMean(inSnakeCase(name), allowed)}`,
    }));
}

const inCamelCase = (name: string): string => name.split(".").map(camelCase).join(".");

/** Merges the values of parameters whose names differ only in case style. */
function byCamelCase(parameters: Parameters): Map<string, readonly string[]> {
  const byName = new Map<string, readonly string[]>();
  for (const [name, values] of parameters) {
    const key = inCamelCase(name);
    byName.set(key, [...(byName.get(key) ?? []), ...values]);
  }
  return byName;
}

/**
 * Parses the query of a list request. Names may be in snake_case or camelCase. Unknown names are ignored, or rejected
 * if the type lists its parameters. Several values for a single-value parameter are rejected, because the intended one
 * is unclear.
 * Returns the request, or all violations.
 */
export function parseListQuery(
  definition: ResourceDefinition,
  parameters: Parameters,
): { request: ListRequest } | { violations: Violation[] } {
  const byName = byCamelCase(parameters);
  const violations = unknownParameters(definition, parameters);
  const one = (name: string, values: readonly string[] | undefined): string | undefined => {
    const given = nonEmptyValues(values);
    if (given && given.length > 1) violations.push({ path: [inSnakeCase(name)], problem: "must be given only once" });
    return given?.[0];
  };
  const single = (name: string) => one(name, byName.get(name));
  const integer = (name: string): number => {
    const text = single(name) ?? "";
    const value = Number(text || 0);
    if (/^[0-9]*$/.test(text) && Number.isSafeInteger(value)) return value;
    violations.push({
      path: [snakeCase(name)],
      problem: "must be a non-negative integer",
    });
    return 0;
  };
  const flag = (name: string): boolean | undefined => {
    const text = single(name);
    const value = text === undefined ? undefined : parseBoolean(text);
    if (text !== undefined && value === undefined) violations.push({ path: [inSnakeCase(name)], problem: flagProblem });
    return value;
  };

  const scope: Record<string, unknown> = {};
  for (const [name, arity] of Object.entries(scopes)) {
    const key = `uidp.${name}`;
    const value = arity === "flag" ? flag(key) : arity === "many" ? nonEmptyValues(byName.get(key)) : single(key);
    if (value === undefined) continue;
    const uids = typeof value === "boolean" ? [] : [value].flat();
    const problem = uids.length > MAX_VALUES ? tooManyValues : uids.every(isUid) ? undefined : "must be a uid";
    if (problem) violations.push({ path: [`uidp.${snakeCase(name)}`], problem });
    scope[name] = value;
  }

  const filters: Record<string, FilterValue> = {};
  for (const [name, filter] of Object.entries(definition.filters)) {
    const given = withoutUnset(filter, byName.get(name));
    const value =
      filter.kind === "boolean"
        ? (flag(name) ?? false)
        : isRepeatable(filter)
          ? nonEmptyValues(given)
          : one(name, given);
    if (value === undefined) continue;
    const problem = filterError(filter, value);
    if (problem) violations.push({ path: [snakeCase(name)], problem });
    filters[name] = value;
  }

  const order = parseOrder(definition, single("orderBy") ?? "");
  if ("problem" in order) violations.push(order);
  const pageSize = Math.min(integer("pageSize") || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const skip = integer("skip");
  if (violations.length > 0 || "problem" in order) return { violations };
  const pageToken = single("pageToken");
  return { request: { ...scope, filters, order, pageSize, skip, ...(pageToken ? { pageToken } : {}) } };
}

/** Parses a flag in common spellings (`true`, `True`, `1`); undefined for any other string. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(?:true|t|1)$/i.test(text)) return true;
  return /^(?:false|f|0)$/i.test(text) ? false : undefined;
}

/** The error message for an invalid flag, without the parameter's name. */
export const flagProblem = "must be true or false";

/** Returns the query that turns all filtering off: boolean filters add resources to a list and default to false. */
export const unfilteredQuery = ({ filters }: ResourceDefinition): Readonly<Record<string, true>> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, { kind }]) => (kind === "boolean" ? [[name, true]] : [])));

/** Reports whether a filter's parameter may be repeated. */
const isRepeatable = ({ kind }: Filter): boolean => kind === "strings" || kind === "enums";

/** Removes the unset value of an enum filter. */
const withoutUnset = ({ typeName }: Filter, values: readonly string[] | undefined) =>
  typeName ? values?.filter((value) => value !== unsetValue(typeName)) : values;

const nonEmptyValues = (values: readonly string[] | undefined): string[] | undefined => {
  const given = values?.filter((value) => value !== "") ?? [];
  return given.length > 0 ? given : undefined;
};

function filterError(filter: Filter, value: FilterValue): string | undefined {
  if (Array.isArray(value) && value.length > MAX_VALUES) return tooManyValues;
  if (String(value).includes("\0")) return "must not contain NUL characters";
  const { values } = filter;
  if (values && ![value].flat().every((each) => values.includes(String(each))))
    return `must be one of ${values.join(", ")}`;
  if (filter.kind === "timestamp" && canonicalTimestamp(String(value)) === undefined)
    return "must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z";
  return undefined;
}

/** Formats the query of a list request with the API's snake_case names; unset options are omitted. */
export function formatListQuery(
  definition: ResourceDefinition,
  query: ListQuery & Readonly<Record<string, unknown>>,
): URLSearchParams {
  const parameters = new URLSearchParams();
  const apiNames = listArgumentsOf(definition);
  for (const [given, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const name = apiNames[given] ?? given;
    if (name !== given && ((query as Readonly<Record<string, unknown>>)[name] ?? null) !== null)
      throw invalidArgument({ path: [given], problem: `conflicts with ${name}: only one may be set` });
    const key = Object.hasOwn(scopes, name) ? `uidp.${snakeCase(name)}` : snakeCase(name);
    for (const each of [value].flat()) parameters.append(key, String(each));
  }
  return parameters;
}

/** A page of a list; on the wire, the items are under the type's plural. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string;
  /** The number of matches on all pages. */
  readonly totalCount: number;
  readonly skipped: number;
}
