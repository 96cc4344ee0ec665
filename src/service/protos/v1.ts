import type { Operation } from "../../model";
import { singular, snakeCase } from "../../model";
import { type V1Method, type V1Type, v1Fields, v1Methods, v1Types } from "../v1";
import { Declarations } from "./declarations";
import {
  EMPTY,
  field,
  message,
  type ProtoFile,
  type ProtoMessage,
  type ProtoMethod,
  type ProtoService,
  repeated,
  TIMESTAMP,
} from "./file";
import { UIDP_FILTER } from "./platform";

/**
 * Messages and services of API v1, whose packages have no version suffix: one service per type in iam, and a single one
 * for the registry.
 */

const packageOf = ({ definition }: V1Type): string => `platform.${definition.domain}`;

const pluralName = ({ definition: { plural } }: V1Type): string => plural.charAt(0).toUpperCase() + plural.slice(1);

/** Returns the full name of a type's service. */
export const v1ServiceName = (type: V1Type): string =>
  `${packageOf(type)}.${type.definition.domain === "registry" ? "Registry" : (type.service ?? pluralName(type))}`;

/** Returns the v1 operations of a type. */
export const v1OperationsOf = ({ definition }: V1Type): readonly V1Operation[] =>
  (["create", "update", "list", "delete"] as const).filter((each) => definition.operations.includes(each));

export type V1Operation = Exclude<Operation, "get">;

/** Returns the name of an operation's method. In the registry's shared service it includes the type. */
export function v1MethodName(operation: V1Operation, type: V1Type): string {
  const verb = operation.charAt(0).toUpperCase() + operation.slice(1);
  if (type.definition.domain !== "registry") return verb;
  return `${verb}${operation === "list" ? pluralName(type) : type.definition.name}`;
}

/** One file per package. */
export const v1Files: readonly ProtoFile[] = [...new Set(v1Types.map(packageOf))].map((packageName) => {
  const types = v1Types.filter((type) => packageOf(type) === packageName);
  const declarations = new Declarations(packageName);
  for (const { definition, shape, message: name = definition.name } of types)
    declarations.message(name, v1Fields(definition.fields, shape), definition.description);
  for (const { definition, created, listed } of types)
    for (const each of [created, listed])
      if (each) declarations.message(each.typeName, v1Fields(definition.fields, each.shape), "");
  const custom = v1Methods
    .filter(({ type }) => types.includes(type))
    .flatMap((each) => customMessages(each, declarations));
  const { messages, enums } = declarations.declared();
  const requests = types.flatMap((type) => requestsOf(type, packageName));
  // Declaring a nested item type also declared an empty list message, which is replaced here by the complete one.
  const isRequest = ({ name }: ProtoMessage) => requests.some((each) => each.name === name);
  const inside = new Map(messages.map((each) => [each.name, each.messages ?? []]));
  return {
    path: `${packageName.replaceAll(".", "/")}/v1.proto`,
    package: packageName,
    services: servicesOf(types).map(({ name, methods }) => ({
      name,
      methods: [...methods, ...customMethods(types, `${packageName}.${name}`)],
    })),
    messages: [
      ...messages.filter((each) => !isRequest(each)),
      ...requests.map((each) => ({ ...each, messages: inside.get(each.name) ?? [] })),
      ...custom,
    ],
    enums,
  };
});

/** Returns the messages that a custom method adds. */
function customMessages({ request, response }: V1Method, declarations: Declarations): ProtoMessage[] {
  return [request, response].flatMap(({ typeName, fields }) =>
    fields ? [message(typeName, declarations.fields(fields))] : [],
  );
}

/** Returns the custom methods of a service. */
function customMethods(types: readonly V1Type[], service: string): ProtoMethod[] {
  return v1Methods
    .filter(({ type }) => types.includes(type) && v1ServiceName(type) === service)
    .map(({ name, type, method, request, response }) => ({
      name,
      comment: `${method.summary}.`,
      input: `${packageOf(type)}.${request.typeName}`,
      output: `${packageOf(type)}.${response.typeName}`,
    }));
}

function servicesOf(types: readonly V1Type[]): ProtoService[] {
  return [...new Set(types.map(v1ServiceName))].map((full) => ({
    name: full.slice(full.lastIndexOf(".") + 1),
    methods: types
      .filter((type) => v1ServiceName(type) === full)
      .flatMap((type) =>
        v1OperationsOf(type).map((operation) => {
          const { created, message: name = type.definition.name } = type;
          const inPackage = (message: string) => `${packageOf(type)}.${message}`;
          const inputs = {
            create: created?.typeName ?? `Create${name}Request`,
            update: name,
            list: `${name}Filter`,
            delete: `Delete${name}Request`,
          } as const;
          const outputs = {
            create: inPackage(name),
            update: inPackage(name),
            list: inPackage(`${name}List`),
            delete: EMPTY,
          };
          return {
            name: v1MethodName(operation, type),
            input: inPackage(inputs[operation]),
            output: outputs[operation],
          };
        }),
      ),
  }));
}

function requestsOf(type: V1Type, packageName: string): ProtoMessage[] {
  const { definition, parent, filters, flags = {}, key = "id", message: name = definition.name } = type;
  const item = type.listed?.typeName ?? name;
  const create = message(`Create${name}Request`, [
    field(snakeCase(parent), 1, "string", { comment: "The uid of the parent." }),
    field(snakeCase(singular(definition)), 2, `${packageName}.${name}`),
    ...Object.entries(flags).map(([flag, number]) => field(snakeCase(flag), number, "bool")),
  ]);
  return [
    ...(type.created ? [] : [create]),
    message(
      `${name}Filter`,
      Object.entries(filters).map(([filter, number]) => field(snakeCase(filter), number, typeOfFilter(filter))),
    ),
    message(`${name}List`, [repeated("items", 1, `${packageName}.${item}`)]),
    message(`Delete${name}Request`, [field(key, 1, "string")]),
  ];
}

function typeOfFilter(filter: string): string {
  if (filter === "uidp") return UIDP_FILTER;
  if (filter === "updatedSince") return TIMESTAMP;
  return filter.startsWith("exclude") ? "bool" : "string";
}
