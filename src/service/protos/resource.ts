import { type ApiVersion, apiVersions, collectionPath } from "../../api";
import { type Operation, type ResourceDefinition, singular, snakeCase } from "../../model";
import { customMethodsOf, type Place } from "./custom-methods";
import { Declarations } from "./declarations";
import {
  EMPTY,
  FIELD_MASK,
  field,
  message,
  type ProtoField,
  type ProtoFile,
  type ProtoMessage,
  repeated,
} from "./file";
import { UIDP_FILTER } from "./platform";

/** Generates the messages and the service of a resource type from its definition, identically for every API version. */

const packageOf = ({ domain }: ResourceDefinition, version: ApiVersion): string => `platform.${domain}.${version}`;

const pluralName = ({ plural }: ResourceDefinition): string => plural.charAt(0).toUpperCase() + plural.slice(1);

/** Returns the full name of a type's service. */
export const serviceName = (definition: ResourceDefinition, version: ApiVersion = apiVersions[0]): string =>
  `${packageOf(definition, version)}.${pluralName(definition)}Service`;

/** Returns the name of an operation's method. */
export const methodName = (operation: Operation, definition: ResourceDefinition): string =>
  `${operation.charAt(0).toUpperCase()}${operation.slice(1)}${operation === "list" ? pluralName(definition) : definition.name}`;

export function resourceFile(definition: ResourceDefinition, version: ApiVersion): ProtoFile {
  const packageName = packageOf(definition, version);
  const declarations = new Declarations(packageName);
  declarations.message(definition.name, definition.fields, definition.description);
  const inPackage = (name: string) => (name.includes(".") ? name : `${packageName}.${name}`);
  const home = { path: collectionPath(definition, version), inPackage };
  const exchanges = definition.operations.map((operation) => ({
    operation,
    ...exchangeOf[operation]({ ...home, definition, declarations }),
  }));
  const further = customMethodsOf({ ...home, definition, declarations });
  const { messages, enums } = declarations.declared();
  return {
    path: `${packageName.replaceAll(".", "/")}/${snakeCase(definition.plural)}.proto`,
    package: packageName,
    services: [
      {
        name: `${pluralName(definition)}Service`,
        methods: [
          ...exchanges.map(({ operation, rest, request, answer }) => ({
            name: methodName(operation, definition),
            comment: `${rest}; needs ${definition.capabilities[operation]?.join(" and ") || "no capability"}.`,
            input: inPackage(request.name),
            output: inPackage(typeof answer === "string" ? answer : answer.name),
          })),
          ...further.methods,
        ],
      },
    ],
    messages: [
      ...messages,
      ...exchanges.flatMap(({ request, answer }) => (typeof answer === "string" ? [request] : [request, answer])),
      ...further.messages,
    ],
    enums,
  };
}

/** The request and response of an operation; `answer` may be the name of an existing message. */
interface Exchange {
  /** The method and path in REST. */
  readonly rest: string;
  readonly request: ProtoMessage;
  readonly answer: ProtoMessage | string;
}

const exchangeOf: Readonly<Record<Operation, (place: Place) => Exchange>> = {
  list({ definition, declarations, path, inPackage }) {
    const { plural, pageSizeNumber: first, skipNumber = first + 3 } = definition;
    const filters = Object.entries(definition.filters).map(([name, filter]) => declarations.filter(name, filter));
    const name = `List${pluralName(definition)}`;
    return {
      rest: `GET ${path}`,
      request: message(`${name}Request`, [
        field("uidp", 1, UIDP_FILTER),
        ...filters,
        field("page_size", first, "int32", {
          comment: "At most this many in one answer: 50 unless given, 200 at most.",
        }),
        field("page_token", first + 1, "string", { comment: "The answer before's next_page_token." }),
        field("order_by", first + 2, "string", { comment: "A sort key, and desc behind it for descending." }),
        field("skip", skipNumber, "int32", { comment: "How many results to pass over." }),
      ]),
      answer: message(`${name}Response`, [
        repeated(snakeCase(plural), 1, inPackage(definition.name)),
        field("next_page_token", 2, "string", { comment: "Empty on the last page." }),
        field("total_count", 3, "int64", { label: "optional", comment: "How many match across all pages." }),
        field("skipped", 4, "int32"),
      ]),
    };
  },
  get: ({ definition, path }) => ({
    rest: `GET ${path}/{uid}`,
    request: message(`Get${definition.name}Request`, [field("uid", 1, "string")]),
    answer: definition.name,
  }),
  create: ({ definition, path, inPackage }) => ({
    rest: `POST ${path}/{parent}`,
    request: message(`Create${definition.name}Request`, [
      field("parent", 1, "string", { comment: "The uid of what shall hold it." }),
      resourceField(definition, 2, inPackage),
    ]),
    answer: definition.name,
  }),
  update: ({ definition, path, inPackage }) => ({
    rest: `PATCH ${path}/{uid}`,
    request: message(`Update${definition.name}Request`, [
      resourceField(definition, 1, inPackage),
      field("update_mask", 2, FIELD_MASK, { comment: "The fields to change; without it, those that are set." }),
    ]),
    answer: definition.name,
  }),
  delete: ({ definition, path }) => ({
    rest: `DELETE ${path}/{uid}`,
    request: message(`Delete${definition.name}Request`, [field("uid", 1, "string"), ...deletionFields(definition)]),
    answer: EMPTY,
  }),
};

const resourceField = (definition: ResourceDefinition, number: number, inPackage: Place["inPackage"]) =>
  field(snakeCase(singular(definition)), number, inPackage(definition.name));

/** The request fields for deleting a group with its descendants. */
const deletionFields = ({ name }: ResourceDefinition): ProtoField[] =>
  name !== "Group"
    ? []
    : [
        field("force", 1000, "bool", { comment: "Deletes all that is below the group too." }),
        field("etag", 1001, "string", { comment: "That of a preview: nothing is deleted where it has changed." }),
      ];
