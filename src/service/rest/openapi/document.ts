import { apiVersions } from "../../../api";
import { servedDefinitions as definitions, repoReadme, uidPattern } from "../../../model";
import { customPaths } from "./custom-methods";
import { errorResponse, errorSchemas } from "./errors";
import { listSchema, pathsOf } from "./resources";
import { Schemas } from "./schemas";
import { tokenServicePaths, tokenServiceTags } from "./token-service";
import type { Document, Schema } from "./types";
import { v1Paths, v1Schemas, v1Tag } from "./v1";

/** Returns the OpenAPI document of the service. Without a base URL, the document has a variable for it. */
export function openApiDocument(baseUrl?: string): Document {
  const schemas = new Schemas();
  for (const definition of [...definitions, repoReadme]) schemas.add(definition);
  const lists = definitions.filter(({ operations }) => operations.includes("list"));
  return {
    openapi: "3.1.0",
    info: {
      title: "Platform API",
      version: apiVersions[0],
      description: [
        "Identity and access management, the registry's listing, and vulnerability advisories.",
        `What stands under /${apiVersions[0]}/ is answered under /${apiVersions[1]}/ too, and over gRPC on the same port.`,
        "Every success is 200, and an answer has every field, those with zero values too.",
        "x-capabilities names what a caller needs at the resource or at a group above it.",
      ].join(" "),
    },
    servers: [baseUrl === undefined ? anyServer : { url: baseUrl }],
    tags: [...definitions.map(({ name, description }) => ({ name, description })), ...tokenServiceTags, v1Tag],
    security: [{ token: [] }],
    paths: { ...Object.assign({}, ...definitions.map(pathsOf)), ...customPaths, ...tokenServicePaths, ...v1Paths() },
    components: {
      schemas: {
        Uid: {
          type: "string",
          pattern: uidPattern.source.replaceAll("\\/", "/"),
          description: "The path of a resource in the hierarchy of groups.",
        },
        ...schemas.all(),
        ...v1Schemas(),
        ...Object.fromEntries(lists.map((definition) => [`${definition.name}List`, listSchema(definition)])),
        ...errorSchemas,
      },
      responses: { Error: errorResponse },
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "A token that the token service gave for this API.",
        },
      },
    },
  };
}

const anyServer: Schema = {
  url: "{base_url}",
  variables: { base_url: { default: "http://127.0.0.1:8787", description: "Where the platform is." } },
};
