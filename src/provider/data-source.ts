import { MAX_PAGE_SIZE } from "../api";
import { findOne, type PlatformClient, type Selector } from "../client";
import {
  atLeastOneOf,
  atMostOneOf,
  brokenRules,
  camelCase,
  definitionNamed,
  exactlyOneOf,
  type JsonObject,
  type ResourceDefinition,
  type Rule,
  registry,
  snakeCase,
} from "../model";
import { noun, nouns, parentAttribute } from "./names";
import { type DataSource, type Diagnostic, unknown, type ValueRecord, warningDiagnostic } from "./plugin";
import type { Reader } from "./reader";
import { listParameters, listSchema, lookupSchema } from "./schema";
import type { Session } from "./session";
import { invalid, wrongUids } from "./validate";
import { foundOf } from "./values";

/** Looks up one resource of a type, by uid or by name and where to look. */
export function lookup(definition: ResourceDefinition, session: () => Session): DataSource {
  const schema = lookupSchema(definition);
  const parent = parentAttribute(definition);
  const byName = Object.hasOwn(definition.fields, "name");
  const rules = [
    exactlyOneOf("uid", "name"),
    atMostOneOf("uid", parent),
    atMostOneOf("uid", "descendants_of"),
    atMostOneOf(parent, "descendants_of"),
    // By name alone only what stands at the top is found.
    ...(definition.parent.optional ? [] : [atLeastOneOf("uid", parent, "descendants_of")]),
  ];
  return {
    schema,

    validate: (config) => [
      ...broken(byName ? rules : [], config),
      ...wrongUids(config, "uid", parent, "descendants_of"),
    ],

    read: ({ config }, { signal }) =>
      session().run(`Cannot find the ${noun(definition)}`, definition, async ({ client }) => {
        const selector = given(config, ["uid", "name", parent, "descendants_of"]) as Selector;
        const found = await findOne(client, definition, selector, { signal });
        const scope: ValueRecord = byName ? { descendants_of: config.descendants_of ?? null } : {};
        return { state: { ...foundOf(definition, found as JsonObject), ...scope } };
      }),
  };
}

/** Lists the resources of a type. */
export function listing(definition: ResourceDefinition, session: () => Session): DataSource {
  return {
    schema: listSchema(definition),

    validate: (config) => checkListing(definition, config),

    read: ({ config }, { signal }) =>
      session().run(`Cannot list ${nouns(definition)}`, definition, async ({ client, reader }) => {
        const items = await found(client, definition, config, { signal });
        const values = items.map((item) => foundOf(definition, item));
        const scope = config.children_of ?? config.descendants_of ?? null;
        const isBlind =
          items.length === 0 && scope !== null && !(await isSeen(reader, definition, String(scope), signal));
        return {
          state: { ...config, [snakeCase(definition.plural)]: values },
          diagnostics: isBlind ? [nothingSeen(definition, String(scope))] : [],
        };
      }),
  };
}

/** Whether the scope of a listing can be read: what holds such resources, or a group above. Throws PlatformError. */
async function isSeen(reader: Reader, { parent }: ResourceDefinition, scope: string, signal: AbortSignal) {
  for (const type of new Set([definitionNamed(parent.type)!, registry.groups]))
    if (await reader.read(type, scope, { signal })) return true;
  return false;
}

/** A list of what may not be seen is empty: whoever makes something for each of what it holds would unmake all of it. */
const nothingSeen = (definition: ResourceDefinition, scope: string): Diagnostic =>
  warningDiagnostic(
    `No ${nouns(definition)} were found below ${scope}, which cannot be seen`,
    "The service answers NOT_FOUND for it: it is not there, or the identity that the provider acts as may see neither " +
      "it nor what it holds. Look twice at a plan that removes something.",
  );

/** What is wrong with the scope and the filters of a listing, as far as can be told without a request. */
export const checkListing = (definition: ResourceDefinition, config: ValueRecord): Diagnostic[] => [
  ...broken([atMostOneOf("descendants_of", "children_of")], config),
  ...wrongUids(config, "descendants_of", "children_of"),
  ...wrongFilters(definition, config),
];

/** The resources that scope and filters leave, by uid; all of them unless limited. Throws PlatformError. */
export async function found(
  client: PlatformClient,
  definition: ResourceDefinition,
  config: ValueRecord,
  { signal, limit = 0 }: { readonly signal: AbortSignal; readonly limit?: number },
): Promise<JsonObject[]> {
  const parameters = Object.keys(listParameters(definition).attributes);
  const pageSize = limit > 0 ? Math.min(limit, MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
  const items: JsonObject[] = [];
  for await (const item of client
    .collection(definition)
    .list({ ...given(config, parameters), orderBy: "uid", pageSize }, { signal })) {
    items.push(item as JsonObject);
    if (items.length === limit) break;
  }
  return items;
}

/** The first broken rule: the next would say the same in other words. */
function broken(rules: readonly Rule[], config: ValueRecord): Diagnostic[] {
  const presence = (name: string) =>
    config[name] === unknown ? "unknown" : (config[name] ?? null) === null ? "unset" : "set";
  return brokenRules(rules, presence)
    .slice(0, 1)
    .map(({ field, problem }) => invalid([field], problem));
}

function wrongFilters({ filters }: ResourceDefinition, config: ValueRecord): Diagnostic[] {
  return Object.entries(filters).flatMap(([filter, { values, isUid }]) => {
    const name = snakeCase(filter);
    if (isUid) return wrongUids(config, name);
    const isWrong = (each: unknown) => typeof each === "string" && !values!.includes(each);
    const wrong = values && [config[name]].flat().find(isWrong);
    return wrong === undefined ? [] : [invalid([name], `must be one of ${values!.join(", ")}`, wrong)];
  });
}

/** What is configured of some attributes, under the names that the client has for them. */
function given(config: ValueRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => (config[name] ?? null) !== null).map((name) => [camelCase(name), config[name]]),
  );
}
