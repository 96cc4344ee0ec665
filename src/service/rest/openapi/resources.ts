import {
  collectionPath,
  DEFAULT_PAGE_SIZE,
  IDEMPOTENCY_KEY,
  MAX_PAGE_SIZE,
  parametersOfList,
  sortNames,
} from "../../../api";
import { camelCase, type Filter, type Operation, type ResourceDefinition, singular, snakeCase } from "../../../model";
import { forcedDeletion } from "./force-delete";
import { conditions } from "./schemas";
import {
  type ApiOperation,
  inPath,
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
export function pathsOf(definition: ResourceDefinition): Readonly<Record<string, PathItem>> {
  const collection = collectionPath(definition);
  const make = (operation: Operation) =>
    definition.operations.includes(operation) ? { [methods[operation]]: operations[operation](definition) } : {};
  const paths: [string, PathItem][] = [
    [collection, make("list")],
    [`${collection}/{uid}`, { ...make("get"), ...make("create"), ...make("update"), ...make("delete") }],
  ];
  return Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0));
}

const methods = { list: "get", get: "get", create: "post", update: "patch", delete: "delete" } as const;

const operations: Readonly<Record<Operation, (definition: ResourceDefinition) => ApiOperation>> = {
  list: (definition) => ({
    ...common(definition, "list", `List ${definition.plural}`, ref(`${definition.name}List`)),
    parameters: listParameters(definition),
  }),

  get: (definition) => ({
    ...common(definition, "get", `Get one of the ${definition.plural}`, ref(definition.name)),
    parameters: [uid(`The uid of the ${definition.name}.`)],
  }),

  create: (definition) => ({
    ...common(definition, "create", `Create one of the ${definition.plural}`, ref(definition.name)),
    parameters: [uid(`The uid of the ${definition.parent.type} that is to hold the ${definition.name}.`), keyParameter],
    requestBody: { required: true, content: json(createBody(definition)) },
  }),

  update: (definition) => ({
    ...common(definition, "update", `Change one of the ${definition.plural}`, ref(definition.name)),
    parameters: [
      uid(`The uid of the ${definition.name}.`),
      {
        name: "updateMask",
        in: "query",
        description:
          "The fields that change, by their names or paths; those that the body lacks are cleared. Without it, those that the body has.",
        explode: false,
        schema: { type: "array", items: { type: "string" } },
      },
    ],
    requestBody: { required: true, content: json(ref(`${definition.name}Input`)) },
  }),

  delete: (definition) => ({
    ...common(definition, "delete", `Delete one of the ${definition.plural}`),
    parameters: [uid(`The uid of the ${definition.name}.`)],
    ...(definition.name === "Group" ? forcedDeletion(uid(`The uid of the ${definition.name}.`)) : {}),
  }),
};

function common(definition: ResourceDefinition, operation: Operation, summary: string, answer?: Schema): ApiOperation {
  const { name, plural } = definition;
  const noun = operation === "list" ? plural : singular(definition);
  return {
    operationId: `${operation}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
    tags: [name],
    summary,
    "x-capabilities": definition.capabilities[operation] ?? [],
    responses: answer ? responses(json(answer)) : responses(undefined, "Done; the body is empty."),
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
    nextPageToken: { type: "string", description: "Where the next page begins; absent on the last." },
    totalCount: { type: "string", pattern: "^[0-9]+$", description: "How many there are across all pages." },
    skipped: { type: "integer", description: "How many were passed over." },
  },
  required: [plural, "totalCount", "skipped"],
});

export const uid = (description: string, name = "uid"): Parameter =>
  inPath(name, `${description} Its slashes may stand as they are or as %2F.`);

export const keyParameter: Parameter = {
  name: IDEMPOTENCY_KEY,
  in: "header",
  description: "The same caller's creates with the same key happen once within 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** The filters of a List by location in the hierarchy. */
export const places: readonly Parameter[] = [
  query("uidp.descendants_of", "Only those anywhere below this uid.", ref("Uid")),
  query("uidp.children_of", "Only those directly below it.", ref("Uid")),
  query("uidp.ancestors_of", "Only those above it.", ref("Uid")),
];

function listParameters(definition: ResourceDefinition): Parameter[] {
  const taken = parametersOfList(definition);
  return [
    ...places,
    query("uidp.in_root", "Only those without a parent.", { type: "boolean" }),
    query("uidp.ids", "Only these; the parameter may be repeated.", { type: "array", items: ref("Uid") }),
    ...Object.entries(definition.filters).map(([name, filter]) =>
      query(snakeCase(name), filter.description, filterSchema(filter)),
    ),
    query("page_size", "The most that one answer has.", {
      type: "integer",
      minimum: 0,
      default: DEFAULT_PAGE_SIZE,
      description: `Over ${MAX_PAGE_SIZE} is taken as ${MAX_PAGE_SIZE}.`,
    }),
    query("page_token", "The nextPageToken of the answer before; it holds for three days."),
    query("order_by", "A sort key, and desc behind it for descending.", {
      type: "string",
      pattern: `^(${sortNames(definition).join("|")})( asc| desc)?$`,
      ...(definition.defaultOrder ? { default: definition.defaultOrder.replace(/^\w+/, snakeCase) } : {}),
    }),
    query("skip", "How many to pass over.", { type: "integer", minimum: 0, default: 0 }),
  ].filter(({ name }) => taken.includes(name.split(".").map(camelCase).join(".")));
}

function filterSchema({ kind, values }: Filter): Schema {
  const one: Schema = values ? { type: "string", enum: values } : text;
  if (kind === "boolean") return { type: "boolean" };
  if (kind === "timestamp") return { type: "string", format: "date-time" };
  return kind === "strings" || kind === "enums" ? { type: "array", items: one } : one;
}
