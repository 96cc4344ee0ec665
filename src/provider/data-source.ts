import { MAX_PAGE_SIZE } from "../api";
import { type CallerAccess, findOne, type PlatformClient, type Selector } from "../client";
import {
  atMostOneOf,
  brokenRules,
  camelCase,
  type JsonObject,
  lookupRules,
  type ResourceDefinition,
  type Rule,
  snakeCase,
} from "../model";
import { grantAdvice, missingCapability } from "./diagnostics";
import { noun, nouns, parentAttribute } from "./names";
import {
  type DataSource,
  type Diagnostic,
  DiagnosticsError,
  errorDiagnostic,
  unknown,
  type ValueRecord,
  warningDiagnostic,
} from "./plugin";
import { deprecatedArguments, listParameters, listSchema, lookupSchema } from "./schema";
import type { Session } from "./session";
import { invalidAttribute, invalidUids } from "./validate";
import { dataSourceState } from "./values";

/** The data source that looks up one resource of a type by uid, or by name and scope. */
export function lookupDataSource(definition: ResourceDefinition, session: () => Session): DataSource {
  const schema = lookupSchema(definition);
  const parent = parentAttribute(definition);
  const byName = Object.hasOwn(definition.fields, "name");
  const keys = Object.keys(definition.lookup?.parameters ?? {});
  return {
    schema,

    validate: (config) => [
      ...firstViolation(lookupRules(definition), config),
      ...invalidUids(config, "uid", parent, "descendants_of"),
    ],

    read: ({ config }, { signal }) =>
      session().run(`Cannot find the ${noun(definition)}`, definition, async ({ client }) => {
        const selector = configuredValues(config, ["uid", "name", parent, "descendants_of", ...keys]) as Selector;
        const found = await findOne(client, definition, selector, { signal });
        const configuredKeys = [...(byName ? ["descendants_of"] : []), ...keys].map((each) => [
          each,
          config[each] ?? null,
        ]);
        return {
          state: { ...dataSourceState(definition, found as JsonObject), ...Object.fromEntries(configuredKeys) },
        };
      }),
  };
}

/** The data source that lists the resources of a type. */
export function listDataSource(definition: ResourceDefinition, session: () => Session): DataSource {
  return {
    schema: listSchema(definition),

    validate: (config) => validateListArguments(definition, config),

    read: ({ config }, { signal }) =>
      session().run(`Cannot list ${nouns(definition)}`, definition, async ({ client, access }) => {
        const items = await listMatching(client, definition, config, { signal });
        const values = items.map((item) => dataSourceState(definition, item));
        const scope = config[parentAttribute(definition)] ?? config.children_of ?? config.descendants_of ?? null;
        const isEmpty = items.length === 0 && scope !== null;
        return {
          state: { ...config, [snakeCase(definition.plural)]: values },
          diagnostics: isEmpty ? await checkEmptyList(access, definition, String(scope), signal) : [],
        };
      }),
  };
}

/**
 * Checks that an empty list is not the result of missing permissions: if the caller may not list there, this is an
 * error, since `for_each` over the result would destroy every existing instance. Throws PlatformError,
 * DiagnosticsError.
 */
async function checkEmptyList(
  access: CallerAccess,
  definition: ResourceDefinition,
  scope: string,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const visibility = await access.canList(definition, scope, { signal });
  if (visibility === "visible") return [];
  const summary = `No ${nouns(definition)} are visible below ${scope}`;
  const detail = `The list is empty, ${missingCapability(definition, visibility)} at ${scope}.`;
  const advice = grantAdvice(definition, scope);
  if (visibility === "hidden")
    throw new DiagnosticsError([
      errorDiagnostic(summary, `${detail} Hidden ${nouns(definition)} may exist.\n\n${advice}`),
    ]);
  return [
    warningDiagnostic(
      summary,
      `${detail} Before you apply, check that the plan destroys nothing unexpectedly.\n\n${advice}`,
    ),
  ];
}

/** Validates the scope and filters of a list without a request. */
export function validateListArguments(definition: ResourceDefinition, config: ValueRecord): Diagnostic[] {
  const parent = parentAttribute(definition);
  const renamed = Object.entries(deprecatedArguments(definition));
  const rules = [
    atMostOneOf("descendants_of", parent),
    atMostOneOf("descendants_of", "children_of"),
    ...renamed.map(([earlier, name]) => atMostOneOf(name, earlier)),
  ];
  return [
    ...firstViolation(rules, config),
    ...invalidUids(config, "descendants_of", parent, "children_of"),
    ...invalidFilters(definition, config),
    ...renamed
      .filter(([earlier]) => (config[earlier] ?? null) !== null)
      .map(([earlier, name]) => deprecationWarning(name, earlier)),
  ];
}

const deprecationWarning = (name: string, earlier: string): Diagnostic =>
  warningDiagnostic(
    `${earlier} is deprecated`,
    `Use ${name} instead, with the same value: ${earlier} will be removed in the next version.`,
    [earlier],
  );

/**
 * Returns the resources that match scope and filters, ordered by uid, up to `limit` unless it is 0. Throws
 * PlatformError.
 */
export async function listMatching(
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
    .list({ ...configuredValues(config, parameters), orderBy: "uid", pageSize }, { signal })) {
    items.push(item as JsonObject);
    if (items.length === limit) break;
  }
  return items;
}

/** Reports only the first violated rule, since the others would repeat it in other words. */
function firstViolation(rules: readonly Rule[], config: ValueRecord): Diagnostic[] {
  const presence = (name: string) => {
    const value = config[snakeCase(name)] ?? null;
    return value === unknown ? "unknown" : value === null ? "unset" : "set";
  };
  return brokenRules(rules, presence, snakeCase)
    .slice(0, 1)
    .map(({ field, problem }) => invalidAttribute([snakeCase(field)], problem));
}

function invalidFilters({ filters }: ResourceDefinition, config: ValueRecord): Diagnostic[] {
  return Object.entries(filters).flatMap(([filter, { values, refersTo, argument = filter }]) => {
    const name = snakeCase(filter);
    if (refersTo) return invalidUids(config, ...new Set([snakeCase(argument), name]));
    const isInvalid = (each: unknown) => typeof each === "string" && !values!.includes(each);
    const invalidValue = values && [config[name]].flat().find(isInvalid);
    return invalidValue === undefined
      ? []
      : [invalidAttribute([name], `must be one of ${values!.join(", ")}`, invalidValue)];
  });
}

/** Returns the configured values among the named attributes, under the client's names. */
function configuredValues(config: ValueRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => (config[name] ?? null) !== null).map((name) => [camelCase(name), config[name]]),
  );
}
