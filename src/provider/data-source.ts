import { MAX_PAGE_SIZE } from "../api";
import { findOne, type Selector } from "../client";
import { atMostOneOf, brokenRules, camelCase, exactlyOneOf, type ResourceDefinition, snakeCase } from "../model";
import { noun, parentAttribute } from "./names";
import { type DataSource, unknown, type ValueRecord } from "./plugin";
import { listSchema, lookupSchema } from "./schema";
import type { Session } from "./session";
import { invalid } from "./validate";
import { foundOf, type JsonObject } from "./values";

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
  ];
  return {
    schema,

    validate: (config) =>
      byName ? brokenRules(rules, presenceIn(config)).map(({ field, problem }) => invalid([field], problem)) : [],

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
  const schema = listSchema(definition);
  const plural = snakeCase(definition.plural);
  const parameters = Object.keys(schema.attributes).filter((name) => name !== plural);
  return {
    schema,

    validate: (config) =>
      brokenRules([atMostOneOf("descendants_of", "children_of")], presenceIn(config)).map(({ field, problem }) =>
        invalid([field], problem),
      ),

    read: ({ config }, { signal }) =>
      session().run(`Cannot list ${plural.replaceAll("_", " ")}`, definition, async ({ client }) => {
        const items: ValueRecord[] = [];
        const query = { ...given(config, parameters), orderBy: "uid", pageSize: MAX_PAGE_SIZE };
        for await (const item of client.collection(definition).list(query, { signal }))
          items.push(foundOf(definition, item as JsonObject));
        return { state: { ...config, [plural]: items } };
      }),
  };
}

const presenceIn = (config: ValueRecord) => (name: string) =>
  config[name] === unknown ? "unknown" : config[name] === null || config[name] === undefined ? "unset" : "set";

/** What is configured of some attributes, under the names that the client has for them. */
function given(config: ValueRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => (config[name] ?? null) !== null).map((name) => [camelCase(name), config[name]]),
  );
}
