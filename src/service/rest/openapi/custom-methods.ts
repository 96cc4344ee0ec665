import { methodPath, parametersOf } from "../../../api";
import { customMethods, type MethodDefinition } from "../../../model";
import { keyParameter, queryParameters } from "./parameters";
import type { Schemas } from "./schemas";
import { type ApiOperation, inPath, json, type PathItem, responses } from "./types";

/** Returns the paths of all custom methods, derived from their definitions. */
export const customPaths = (schemas: Schemas): Readonly<Record<string, PathItem>> =>
  Object.fromEntries(
    customMethods.map((method): [string, PathItem] => [
      methodPath(method, "{uid}"),
      { [method.http.toLowerCase()]: operationOf(schemas, method) },
    ]),
  );

function operationOf(schemas: Schemas, method: MethodDefinition): ApiOperation {
  const { name, type, http, target, summary, description, capabilities, response, idempotent } = method;
  const fields = parametersOf(method);
  const hasBody = http === "POST" && Object.keys(fields).length > 0;
  const parameters = [
    ...(target === "resource" ? [inPath("uid", String(method.request.uid?.description))] : []),
    ...(http === "GET" ? queryParameters(schemas, fields) : []),
    ...(idempotent ? [keyParameter] : []),
  ];
  return {
    operationId: name,
    tags: [type.name],
    summary,
    ...(description ? { description } : {}),
    "x-capabilities": capabilities,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: { required: true, content: json(schemas.object(fields, "input")) } } : {}),
    responses: responses(json(schemas.object(response, "response"))),
  };
}
