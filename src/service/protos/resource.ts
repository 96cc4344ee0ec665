import { type ApiVersion, apiVersions, collectionPath, resourcePath } from "../../api";
import { type Operation, type ResourceDefinition, singular, snakeCase, withSingletons } from "../../model";
import { customMethodsOf, type FileContext, methodComment } from "./custom-methods";
import { Declarations } from "./declarations";
import { EMPTY, FIELD_MASK, field, message, type ProtoFile, type ProtoMessage, repeated } from "./file";
import { UIDP_FILTER } from "./platform";

/** Generates the messages and the service of a resource type from its definition, in the first API version. */

const packageOf = ({ domain }: ResourceDefinition, version: ApiVersion = apiVersions[0]): string =>
  `platform.${domain}.${version}`;

const pluralName = ({ plural }: ResourceDefinition): string => plural.charAt(0).toUpperCase() + plural.slice(1);

/** Returns the full name of a type's service. */
export const serviceName = (definition: ResourceDefinition, version?: ApiVersion): string =>
  `${packageOf(definition, version)}.${pluralName(definition)}Service`;

/** Returns the name of an operation's method. */
export const methodName = (operation: Operation, definition: ResourceDefinition): string =>
  `${operation.charAt(0).toUpperCase()}${operation.slice(1)}${operation === "list" ? pluralName(definition) : definition.name}`;

export function resourceFile(definition: ResourceDefinition): ProtoFile {
  const packageName = packageOf(definition);
  const operations = withSingletons(definition).flatMap((type) =>
    type.operations.map((operation) => [operation, type] as const),
  );
  const requests = operations.map(([operation, type]) => `${methodName(operation, type)}Request`);
  const declarations = new Declarations(packageName, requests);
  for (const { name, fields, description } of withSingletons(definition))
    declarations.message(name, fields, description);
  const inPackage = (name: string) => (name.includes(".") ? name : `${packageName}.${name}`);
  const context = { definition, declarations, inPackage };
  const standard = operations.map(([operation, type]) => ({
    name: methodName(operation, type),
    capabilities: type.capabilities[operation],
    ...messagesOf[operation]({ ...context, definition: type }),
  }));
  const custom = customMethodsOf(context);
  const { messages, enums } = declarations.declared();
  return {
    path: `${packageName.replaceAll(".", "/")}/${snakeCase(definition.plural)}.proto`,
    package: packageName,
    services: [
      {
        name: `${pluralName(definition)}Service`,
        methods: [
          ...standard.map(({ name, capabilities, rest, request, response }) => ({
            name,
            comment: methodComment(rest, capabilities),
            input: inPackage(request.name),
            output: inPackage(typeof response === "string" ? response : response.name),
          })),
          ...custom.methods,
        ],
      },
    ],
    messages: [
      ...messages,
      ...standard.flatMap(({ request, response }) => (typeof response === "string" ? [request] : [request, response])),
      ...custom.messages,
    ],
    enums,
  };
}

/** The messages of an operation; `response` may be the name of an existing message. */
interface Messages {
  /** The method and path in REST. */
  readonly rest: string;
  readonly request: ProtoMessage;
  readonly response: ProtoMessage | string;
}

const messagesOf: Readonly<Record<Operation, (context: FileContext) => Messages>> = {
  list({ definition, declarations, inPackage }) {
    const { plural, pageSizeNumber: first, skipNumber = first + 3 } = definition;
    const filters = Object.entries(definition.filters).map(([name, filter]) => declarations.filter(name, filter));
    const name = `List${pluralName(definition)}`;
    return {
      rest: `GET ${collectionPath(definition)}`,
      request: message(`${name}Request`, [
        field("uidp", 1, UIDP_FILTER),
        ...filters,
        field("page_size", first, "int32", {
          comment: "The maximum number of resources in the response; defaults to 50, at most 200.",
        }),
        field("page_token", first + 1, "string", { comment: "The next_page_token of the previous response." }),
        field("order_by", first + 2, "string", { comment: 'A sort key, optionally followed by "asc" or "desc".' }),
        field("skip", skipNumber, "int32", { comment: "The number of results to skip." }),
      ]),
      response: message(`${name}Response`, [
        repeated(snakeCase(plural), 1, inPackage(definition.name)),
        field("next_page_token", 2, "string", { comment: "Empty on the last page." }),
        field("total_count", 3, "int64", { label: "optional", comment: "The number of matches on all pages." }),
        field("skipped", 4, "int32"),
      ]),
    };
  },
  get: ({ definition }) => ({
    rest: `GET ${resourcePath(definition, "{uid}")}`,
    request: message(`Get${definition.name}Request`, [field("uid", 1, "string")]),
    response: definition.name,
  }),
  create: ({ definition, inPackage }) => ({
    rest: `POST ${resourcePath(definition, "{parent}")}`,
    request: message(`Create${definition.name}Request`, [
      field("parent", 1, "string", { comment: "The uid of the parent." }),
      resourceField(definition, 2, inPackage),
    ]),
    response: definition.name,
  }),
  update: ({ definition, inPackage }) => ({
    rest: `PATCH ${resourcePath(definition, "{uid}")}`,
    request: message(`Update${definition.name}Request`, [
      resourceField(definition, 1, inPackage),
      field("update_mask", 2, FIELD_MASK, { comment: "The fields to change; defaults to those that are set." }),
    ]),
    response: definition.name,
  }),
  delete: ({ definition, declarations }) => ({
    rest: `DELETE ${resourcePath(definition, "{uid}")}`,
    request: message(`Delete${definition.name}Request`, [
      field("uid", 1, "string"),
      ...declarations.fields(definition.deleteParameters ?? {}),
    ]),
    response: EMPTY,
  }),
};

const resourceField = (definition: ResourceDefinition, number: number, inPackage: FileContext["inPackage"]) =>
  field(snakeCase(singular(definition)), number, inPackage(definition.name));
