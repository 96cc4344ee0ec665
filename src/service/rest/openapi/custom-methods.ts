import { collectionPath, methodPath, parametersOf } from "../../../api";
import { customMethods, type MethodDefinition, type ResourceDefinition, registry, repoReadme } from "../../../model";
import { keyParameter, queryParameters } from "./parameters";
import type { Schemas } from "./schemas";
import { type ApiOperation, inPath, json, type PathItem, ref, responses } from "./types";

/** Returns the paths of all custom methods, derived from their definitions. */
export const customPaths = (schemas: Schemas): Readonly<Record<string, PathItem>> => ({
  ...Object.fromEntries(
    customMethods.map((method): [string, PathItem] => [
      methodPath(method, "{uid}"),
      { [method.http.toLowerCase()]: operationOf(schemas, method) },
    ]),
  ),
  ...readmePaths,
});

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

const readmeOperation = (operation: "get" | "update", summary: string): ApiOperation => {
  const { name, capabilities }: ResourceDefinition = repoReadme;
  return {
    operationId: `${operation}${name}`,
    tags: [registry.repos.name],
    summary,
    "x-capabilities": capabilities[operation] ?? [],
    parameters: [inPath("uid", "The uid of the Repo.")],
    ...(operation === "update" ? { requestBody: { required: true, content: json(ref(`${name}Input`)) } } : {}),
    responses: responses(json(ref(name))),
  };
};

const readmePaths: Readonly<Record<string, PathItem>> = {
  [`${collectionPath(registry.repos)}/{uid}/readme`]: {
    get: readmeOperation("get", "Get a repo's readme"),
    patch: readmeOperation("update", "Change a repo's readme"),
  },
};
