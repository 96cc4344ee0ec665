import type { ApiOperation, Document, Parameter, Schema } from "./types";

/** Environment variables that hold a token in the examples, by security scheme. */
const variables: Readonly<Record<string, string>> = {
  token: "PLATFORM_TOKEN",
  identityToken: "IDENTITY_TOKEN",
  refreshToken: "REFRESH_TOKEN",
};

/** Returns the document with an example of each operation: its body, and a curl command, as `x-codeSamples`. */
export function withExamples(document: Document): Document {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      const body = bodyOf(document, operation.requestBody);
      const source = curlExample(document, method.toUpperCase(), path, operation, body);
      return [
        method,
        {
          ...operation,
          ...(body ? { requestBody: withExample(operation.requestBody ?? {}, body) } : {}),
          "x-codeSamples": [{ lang: "shell", label: "curl", source }],
        },
      ];
    });
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function curlExample(document: Document, method: string, path: string, operation: ApiOperation, body: unknown): string {
  const { parameters = [], security = document.security } = operation;
  const required = parameters.filter((each) => each.in === "query" && each.required);
  const parameter = ({ name, schema }: Parameter) => `${name}=${textOf(sample(document, schema, name))}`;
  const query = required.length > 0 ? `?${required.map(parameter).join("&")}` : "";
  const [scheme] = security.flatMap((each) => Object.keys(each));
  const url = `${baseUrlOf(document)}${path.replaceAll(/\{(\w+)\}/g, (_, name) => name.toUpperCase())}${query}`;
  return [
    method === "GET" || (method === "POST" && body) ? `curl "${url}"` : `curl -X ${method} "${url}"`,
    ...(scheme ? [`-H "Authorization: Bearer $${variables[scheme]}"`] : []),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
  ].join(" \\\n  ");
}

const withExample = (requestBody: Schema, example: unknown): Schema => ({
  ...requestBody,
  content: Object.fromEntries(
    Object.entries(requestBody.content as Schema).map(([type, content]) => [type, { ...(content as Schema), example }]),
  ),
});

/** Returns the address of the service; in a document for any service, the default of its variable. */
function baseUrlOf({ servers: [server] }: Document): string {
  const variables = (server?.variables ?? {}) as Readonly<Record<string, { readonly default: string }>>;
  return String(server?.url).replaceAll(/\{(\w+)\}/g, (_, name) => variables[name]?.default ?? "");
}

function bodyOf(document: Document, requestBody: Schema | undefined): unknown {
  const content = requestBody?.content as Readonly<Record<string, { readonly schema: Schema }>> | undefined;
  const schema = content?.["application/json"]?.schema;
  if (!schema) return undefined;
  const { properties, required } = membersOf(document, schema);
  const [first] = Object.keys(properties).filter((name) => name !== "name");
  return members(document, properties, required.length > 0 ? required : [first ?? "name"]);
}

type Properties = Readonly<Record<string, Schema>>;

/** Returns the members of an object and of the schemas that it combines; of alternatives, the first. */
function membersOf(
  document: Document,
  schema: Schema,
): { readonly properties: Properties; readonly required: string[] } {
  const { $ref, allOf = [], oneOf = [], properties = {}, required = [] } = schema;
  const parts = [
    ...($ref ? [referred(document, $ref)] : []),
    ...(allOf as Schema[]),
    ...(oneOf as Schema[]).slice(0, 1),
  ];
  const inside = parts.map((part) => membersOf(document, part));
  return {
    properties: Object.assign({}, ...inside.map((each) => each.properties), properties),
    required: [...new Set([...inside.flatMap((each) => each.required), ...(required as string[])])],
  };
}

const members = (document: Document, properties: Properties, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, sample(document, properties[name] ?? {}, name)]));

const referred = ({ components }: Document, $ref: unknown): Schema =>
  components.schemas[String($ref).slice(String($ref).lastIndexOf("/") + 1)] ?? {};

/** Members that hold a uid, by whatever name. */
const uidName = /(uid|^(id|parent|identity|role|defaultRole))$/i;

/** Returns a plausible value of a member. */
function sample(document: Document, schema: Schema, name: string): unknown {
  if (uidName.test(name) || String(schema.$ref).endsWith("/Uid")) return "UID";
  if (schema.$ref && !schema.properties) {
    const target = referred(document, schema.$ref);
    if (!target.properties && !target.allOf) return sample(document, target, name);
  }
  const { type, enum: values, items, format, default: given } = schema;
  if (given !== undefined) return given;
  if (Array.isArray(values)) return values.find((each) => !/_UNSPECIFIED$|^UNKNOWN$/.test(String(each)));
  if (type === "array") return [sample(document, (items ?? {}) as Schema, name)];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 1;
  if (type === "object" || schema.$ref || schema.allOf) {
    const { properties, required } = membersOf(document, schema);
    return members(document, properties, required);
  }
  if (name === "aud") return baseUrlOf(document);
  if (format === "date-time") return "2030-01-01T00:00:00Z";
  return /url|issuer$/i.test(name) ? "https://example.com" : "example";
}

const textOf = (value: unknown): string => encodeURIComponent(String([value].flat()[0]));
