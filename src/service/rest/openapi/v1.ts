import { type Filter, nameWithArticle, type Operation, type ResourceDefinition, snakeCase } from "../../../model";
import { type Shape, type V1Method, type V1Type, v1Fields, v1MethodPath, v1Methods, v1Types } from "../../v1";
import { keyParameter, queryParameters, uidParameter } from "./parameters";
import { createBody, places } from "./resources";
import type { Schemas } from "./schemas";
import {
  type ApiOperation,
  json,
  type Parameter,
  type PathItem,
  query,
  ref,
  responses,
  type Schema,
  text,
} from "./types";

/**
 * The OpenAPI document of v1, from the projection that serves it. Its schemas are named like its messages, with the
 * prefix `V1`.
 */

export const v1Tag = {
  name: "V1",
  description:
    "The earlier version: lists have no pages and return items, updates replace the resource, and a single resource is read by a list with an id.",
};

/** Returns a message as a definition with v1's names, for the schemas. */
function messageOf({ definition }: V1Type, name: string, shape: Shape): ResourceDefinition {
  const renamed = new Map(Object.entries(shape).map(([own, { from = own }]) => [from, own]));
  const rules = (definition.rules ?? []).map((rule) =>
    "fields" in rule ? { ...rule, fields: rule.fields.map((each) => renamed.get(each) ?? each) } : rule,
  );
  return { ...definition, name, fields: v1Fields(definition.fields, shape), rules };
}

const nameOf = ({ definition, message = definition.name }: V1Type): string => message;
const schemaOf = (name: string): Schema => ref(`${v1Tag.name}${name}`);
const listOf = (type: V1Type): string => `${nameOf(type)}List`;

/** Returns the schemas of all messages used in the paths. */
export function v1Schemas(schemas: Schemas): Readonly<Record<string, Schema>> {
  for (const type of v1Types) schemas.add(messageOf(type, nameOf(type), type.shape));
  for (const { created, listed, ...type } of v1Types) {
    if (listed) schemas.add({ ...messageOf(type, listed.typeName, listed.shape), operations: ["list"] });
    if (created) schemas.add(messageOf(type, created.typeName, created.shape));
  }
  const lists = v1Types.map((type) => {
    const items = { type: "array", items: schemaOf(type.listed?.typeName ?? nameOf(type)) };
    return [`${v1Tag.name}${listOf(type)}`, { type: "object", properties: { items }, required: ["items"] }] as const;
  });
  return { ...schemas.all(), ...Object.fromEntries(lists) };
}

/** Returns the paths by their templates: `/iam/v1/groups/{id}`. */
export function v1Paths(schemas: Schemas): Readonly<Record<string, PathItem>> {
  const paths = v1Types.flatMap((type): [string, PathItem][] => {
    const collection = `/${type.definition.domain}/v1/${type.path}`;
    const has = (operation: Operation) => type.definition.operations.includes(operation);
    const below: PathItem = {
      ...(has("create") ? { post: create(type) } : {}),
      ...(has("update") ? { put: replace(type) } : {}),
      ...(has("delete") ? { delete: remove(type) } : {}),
    };
    return [
      [collection, { get: list(type) }],
      [`${collection}/{id}`, below],
    ];
  });
  return { ...Object.fromEntries(paths), ...customPaths(schemas) };
}

function common(type: V1Type, operation: Operation, summary: string, response?: Schema): ApiOperation {
  return {
    operationId: `${operation}V1${nameOf(type)}`,
    tags: [v1Tag.name],
    summary,
    "x-capabilities": type.definition.capabilities[operation] ?? [],
    responses: responses(response && json(response)),
  };
}

const list = (type: V1Type): ApiOperation => ({
  ...common(type, "list", `List ${type.definition.plural}`, schemaOf(listOf(type))),
  parameters: Object.keys(type.filters).flatMap((name) => parametersFor(type, name)),
});

function create(type: V1Type): ApiOperation {
  const { definition, created } = type;
  const name = `${v1Tag.name}${created?.typeName ?? nameOf(type)}`;
  const needed = definition.capabilities.update?.join(" and ");
  const description = `Replaces an existing resource with the same name, which also requires ${needed}.`;
  return {
    ...common(type, "create", `Create ${nameWithArticle(definition.name)}`, schemaOf(nameOf(type))),
    ...(type.createReplaces ? { description } : {}),
    parameters: [
      id(`The uid of the parent ${definition.parent.type}.`),
      ...(type.flags?.preventExisting
        ? [
            query(
              "prevent_existing",
              "Whether to reject the request if a resource with this name exists, instead of replacing the resource.",
              flag,
            ),
          ]
        : []),
      keyParameter,
    ],
    requestBody: { required: true, content: json(createBody(messageOf(type, name, created?.shape ?? type.shape))) },
  };
}

const replace = (type: V1Type): ApiOperation => ({
  ...common(type, "update", `Replace ${nameWithArticle(type.definition.name)}`, schemaOf(nameOf(type))),
  description: "Fields missing from the body are cleared.",
  parameters: [id(`The uid of the ${type.definition.name}.`)],
  requestBody: { required: true, content: json(schemaOf(`${nameOf(type)}Input`)) },
});

const remove = (type: V1Type): ApiOperation => ({
  ...common(type, "delete", `Delete ${nameWithArticle(type.definition.name)}`),
  parameters: [id(`The uid of the ${type.definition.name}.`)],
});

/** Returns the paths of custom methods. */
const customPaths = (schemas: Schemas): Readonly<Record<string, PathItem>> =>
  Object.fromEntries(
    v1Methods.map((each): [string, PathItem] => [
      `${v1MethodPath(each)}${each.pathField ? "/{id}" : ""}`,
      { [each.method.http.toLowerCase()]: customOperation(schemas, each) },
    ]),
  );

function customOperation(
  schemas: Schemas,
  { method, operationId, pathField, bodyField, request: { fields }, response }: V1Method,
): ApiOperation {
  return {
    operationId,
    tags: [v1Tag.name],
    summary: method.summary,
    "x-capabilities": method.capabilities,
    parameters: [
      ...(pathField ? [id(fields[pathField]!.description)] : []),
      ...(bodyField ? [] : queryParameters(schemas, fields)),
      ...(method.idempotent ? [keyParameter] : []),
    ],
    ...(bodyField
      ? { requestBody: { required: true, content: json(schemas.value(fields[bodyField]!, "input")) } }
      : {}),
    responses: responses(
      json(response.fields ? schemas.object(response.fields, "response") : schemaOf(response.typeName)),
    ),
  };
}

const flag: Schema = { type: "boolean" };

const id = (description: string): Parameter => uidParameter(description, "id");

/** Returns the parameters of a List's filter; `uidp` stands for several. */
function parametersFor({ definition: { filters }, key }: V1Type, name: string): Parameter[] {
  if (name === "uidp") return [...places];
  if (name === (key ?? "id")) return [query(name, "Return only the resource with this uid.", ref("Uid"))];
  if (name === "parent" || name === "group")
    return [query(name, "Return only resources directly in the group with this uid.", ref("Uid"))];
  if (name.startsWith("exclude"))
    return [query(snakeCase(name), `Whether ${name.slice("exclude".length).toLowerCase()} are excluded.`, flag)];
  const { kind, description } = filters[name] as Filter;
  return [query(snakeCase(name), description, kind === "timestamp" ? { ...text, format: "date-time" } : text)];
}
