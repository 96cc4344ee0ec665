import {
  collectionPath,
  DEFAULT_PAGE_SIZE,
  listParametersOf,
  MAX_PAGE_SIZE,
  resourcePath,
  sortNames,
} from "../../../api";
import {
  camelCase,
  methods as customMethods,
  type Filter,
  nameWithArticle,
  type Operation,
  type ResourceDefinition,
  singular,
  snakeCase,
} from "../../../model";
import { keyParameter, queryParameters, uidParameter } from "./parameters";
import { conditions, type Schemas } from "./schemas";
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

/** Returns the paths of a type: its collection and its resources. */
export function pathsOf(schemas: Schemas, definition: ResourceDefinition): Readonly<Record<string, PathItem>> {
  const collection = collectionPath(definition);
  const make = (operation: Operation) =>
    definition.operations.includes(operation)
      ? { [methods[operation]]: operations[operation](definition, schemas) }
      : {};
  const paths: [string, PathItem][] = [
    [collection, make("list")],
    [resourcePath(definition, "{uid}"), { ...make("get"), ...make("create"), ...make("update"), ...make("delete") }],
  ];
  return Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0));
}

const methods = { list: "get", get: "get", create: "post", update: "patch", delete: "delete" } as const;

const operations: Readonly<Record<Operation, (definition: ResourceDefinition, schemas: Schemas) => ApiOperation>> = {
  list: (definition) => ({
    ...common(definition, "list", `List ${definition.plural}`, ref(`${definition.name}List`)),
    parameters: listParameters(definition),
  }),

  get: (definition) => ({
    ...common(definition, "get", `Get ${nameWithArticle(definition.name)}`, ref(definition.name)),
    parameters: [uidParameter(`The uid of the ${definition.name}.`)],
  }),

  create: (definition) => ({
    ...common(definition, "create", `Create ${nameWithArticle(definition.name)}`, ref(definition.name)),
    parameters: [uidParameter(`The uid of the parent ${definition.parent.type}.`), keyParameter],
    requestBody: { required: true, content: json(createBody(definition)) },
  }),

  update: (definition) => ({
    ...common(definition, "update", `Update ${nameWithArticle(definition.name)}`, ref(definition.name)),
    parameters: [
      uidParameter(`The uid of the ${definition.name}.`),
      {
        name: "updateMask",
        in: "query",
        description:
          "The names or paths of the fields to change; fields missing from the body are cleared. Defaults to the fields of the body.",
        explode: false,
        schema: { type: "array", items: { type: "string" } },
      },
    ],
    requestBody: { required: true, content: json(ref(`${definition.name}Input`)) },
  }),

  delete: (definition, schemas) => ({
    ...common(definition, "delete", `Delete ${nameWithArticle(definition.name)}`),
    ...(definition.deleteParameters ? forcedDeletion(schemas) : {}),
    parameters: [
      uidParameter(`The uid of the ${definition.name}.`),
      ...queryParameters(schemas, definition.deleteParameters ?? {}),
    ],
  }),
};

/** Returns what differs in a delete with parameters, which only groups have. */
const forcedDeletion = (schemas: Schemas): Pick<ApiOperation, "description" | "responses"> => ({
  description:
    "Without force, only an empty group can be deleted. With force, everything below the group is deleted first, in many short transactions, so an interrupted request can be repeated. This requires the capability to delete every type of resource below the group.",
  responses: responses(
    json(schemas.object(customMethods.previewDeleteGroup.response, "response")),
    "The body is empty, except with validateOnly.",
  ),
});

function common(
  definition: ResourceDefinition,
  operation: Operation,
  summary: string,
  response?: Schema,
): ApiOperation {
  const { name, plural } = definition;
  const noun = operation === "list" ? plural : singular(definition);
  return {
    operationId: `${operation}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
    tags: [definition.singleton ? definition.parent.type : name],
    summary,
    "x-capabilities": definition.capabilities[operation] ?? [],
    responses: response ? responses(json(response)) : responses(undefined, "The body is empty."),
  };
}

export function createBody({ name, fields, rules }: ResourceDefinition): Schema {
  const required = Object.keys(fields).filter((each) => fields[each]!.required && !fields[each]!.output);
  const { allOf = [] } = conditions(rules) as { readonly allOf?: readonly Schema[] };
  return { allOf: [ref(`${name}Input`), ...(required.length > 0 ? [{ required }] : []), ...allOf] };
}

/** Returns the schema of a List's response. */
export const listSchema = ({ name, plural }: ResourceDefinition): Schema => ({
  type: "object",
  properties: {
    [plural]: { type: "array", items: ref(name) },
    nextPageToken: { type: "string", description: "The page_token of the next page; absent on the last page." },
    totalCount: { type: "string", pattern: "^[0-9]+$", description: "The number of resources on all pages." },
    skipped: { type: "integer", description: "The number of skipped resources." },
  },
  required: [plural, "totalCount", "skipped"],
});

/** The filters of a List by location in the hierarchy. */
export const places: readonly Parameter[] = [
  query("uidp.descendants_of", "Return only resources anywhere below the group with this uid.", ref("Uid")),
  query("uidp.children_of", "Return only resources directly below the group with this uid.", ref("Uid")),
  query("uidp.ancestors_of", "Return only ancestors of this uid.", ref("Uid")),
];

function listParameters(definition: ResourceDefinition): Parameter[] {
  const taken = listParametersOf(definition);
  return [
    ...places,
    query("uidp.in_root", "Return only resources without a parent.", { type: "boolean" }),
    query("uidp.ids", "Return only resources with these uids. May be repeated.", { type: "array", items: ref("Uid") }),
    ...Object.entries(definition.filters).map(([name, filter]) =>
      query(snakeCase(name), filter.description, filterSchema(filter)),
    ),
    query("page_size", "The maximum number of resources in the response.", {
      type: "integer",
      minimum: 0,
      default: DEFAULT_PAGE_SIZE,
      description: `Values over ${MAX_PAGE_SIZE} are reduced to ${MAX_PAGE_SIZE}.`,
    }),
    query("page_token", "The nextPageToken of the previous response, valid for three days."),
    query("order_by", 'A sort key, optionally followed by "asc" or "desc".', {
      type: "string",
      pattern: `^(${sortNames(definition).join("|")})( asc| desc)?$`,
      ...(definition.defaultOrder ? { default: definition.defaultOrder.replace(/^\w+/, snakeCase) } : {}),
    }),
    query("skip", "The number of resources to skip.", { type: "integer", minimum: 0, default: 0 }),
  ].filter(({ name }) => taken.includes(name.split(".").map(camelCase).join(".")));
}

function filterSchema({ kind, values }: Filter): Schema {
  const one: Schema = values ? { type: "string", enum: values } : text;
  if (kind === "boolean") return { type: "boolean" };
  if (kind === "timestamp") return { type: "string", format: "date-time" };
  return kind === "strings" || kind === "enums" ? { type: "array", items: one } : one;
}
