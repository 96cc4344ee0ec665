import { capabilitiesFor, type Filter, type Operation, type ResourceDefinition, snakeCase } from "../../../model";
import { projectedFields, type Shape, type V1Type, v1Types } from "../../v1";
import { claim } from "./custom-methods";
import { createBody, keyParameter, places, uid } from "./resources";
import { Schemas } from "./schemas";
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
    "The version before: lists are whole and answer items, an update replaces, and there is no Get but a List with an id.",
};

/** Returns a message as a definition with v1's names, for the schemas. */
function messageOf({ definition }: V1Type, name: string, shape: Shape): ResourceDefinition {
  const renamed = new Map(Object.entries(shape).map(([own, { from = own }]) => [from, own]));
  const rules = (definition.rules ?? []).map((rule) =>
    "fields" in rule ? { ...rule, fields: rule.fields.map((each) => renamed.get(each) ?? each) } : rule,
  );
  return { ...definition, name, fields: projectedFields(definition.fields, shape), rules };
}

const nameOf = ({ definition, message = definition.name }: V1Type): string => message;
const schemaOf = (name: string): Schema => ref(`${v1Tag.name}${name}`);
const listOf = (type: V1Type): string => `${nameOf(type)}List`;

/** Returns the schemas of all messages used in the paths. */
export function v1Schemas(): Readonly<Record<string, Schema>> {
  const schemas = new Schemas(v1Tag.name);
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
export function v1Paths(): Readonly<Record<string, PathItem>> {
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
  return { ...Object.fromEntries(paths), ...further() };
}

function common(type: V1Type, operation: Operation, summary: string, answer?: Schema): ApiOperation {
  return {
    operationId: `${operation}V1${nameOf(type)}`,
    tags: [v1Tag.name],
    summary,
    "x-capabilities": type.definition.capabilities[operation] ?? [],
    responses: responses(answer && json(answer)),
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
  const description = `One that has this name already is replaced, which needs ${needed} too.`;
  return {
    ...common(type, "create", `Create one of the ${definition.plural}`, schemaOf(nameOf(type))),
    ...(type.createReplaces ? { description } : {}),
    parameters: [
      id(`The uid of the ${definition.parent.type} that is to hold the ${definition.name}.`),
      ...(type.flags?.preventExisting
        ? [query("prevent_existing", "Whether one of this name is left as it is, and the request refused.", flag)]
        : []),
      keyParameter,
    ],
    requestBody: { required: true, content: json(createBody(messageOf(type, name, created?.shape ?? type.shape))) },
  };
}

const replace = (type: V1Type): ApiOperation => ({
  ...common(type, "update", `Replace one of the ${type.definition.plural}`, schemaOf(nameOf(type))),
  description: "What the body lacks is cleared.",
  parameters: [id(`The uid of the ${type.definition.name}.`)],
  requestBody: { required: true, content: json(schemaOf(`${nameOf(type)}Input`)) },
});

const remove = (type: V1Type): ApiOperation => ({
  ...common(type, "delete", `Delete one of the ${type.definition.plural}`),
  parameters: [id(`The uid of the ${type.definition.name}.`)],
});

const further = (): Readonly<Record<string, PathItem>> => ({
  "/iam/v1/identities/lookup": {
    get: {
      operationId: "lookupV1Identity",
      tags: [v1Tag.name],
      summary: "Get the identity that trusts these claims, if it is one",
      "x-capabilities": capabilitiesFor("identity").get,
      parameters: [claim("issuer"), claim("subject")],
      responses: responses(json(schemaOf("Identity"))),
    },
  },
  "/iam/v1/rolebindings/batch/{id}": {
    post: {
      operationId: "createV1RoleBindingBatch",
      tags: [v1Tag.name],
      summary: "Create several roleBindings in one group, all or none",
      "x-capabilities": capabilitiesFor("role_bindings").create,
      parameters: [id("The uid of the Group."), keyParameter],
      requestBody: {
        required: true,
        content: json({ type: "array", minItems: 1, maxItems: 25, items: schemaOf("RoleBindingInput") }),
      },
      responses: responses(
        json({
          type: "object",
          properties: { roleBindings: { type: "array", items: schemaOf("RoleBinding") } },
          required: ["roleBindings"],
        }),
      ),
    },
  },
});

const flag: Schema = { type: "boolean" };

const id = (description: string): Parameter => uid(description, "id");

/** Returns the parameters of a List's filter; `uidp` stands for several. */
function parametersFor({ definition: { filters }, key }: V1Type, name: string): Parameter[] {
  if (name === "uidp") return [...places];
  if (name === (key ?? "id")) return [query(name, "Only the one with this uid.", ref("Uid"))];
  if (name === "parent" || name === "group") return [query(name, "Only those directly in this group.", ref("Uid"))];
  if (name.startsWith("exclude"))
    return [query(snakeCase(name), `Whether ${name.slice("exclude".length).toLowerCase()} are left out.`, flag)];
  const { kind, description } = filters[name] as Filter;
  return [query(snakeCase(name), description, kind === "timestamp" ? { ...text, format: "date-time" } : text)];
}
