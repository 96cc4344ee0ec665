import { apiVersions, authPaths } from "../../../api";
import { collectionDefinitions, servedDefinitions, uidPattern } from "../../../model";
import { customPaths } from "./custom-methods";
import { errorResponse, errorSchemas } from "./errors";
import { withExamples } from "./examples";
import { listSchema, pathsOf } from "./resources";
import { Schemas } from "./schemas";
import { securitySchemes, tokenServicePaths, tokenServiceTags } from "./token-service";
import type { Document, Schema } from "./types";
import { v1Paths, v1Schemas, v1Tag } from "./v1";

/** Returns the OpenAPI document of the service. Without a base URL, the document has a variable for it. */
export function openApiDocument(baseUrl?: string): Document {
  const schemas = new Schemas();
  for (const definition of servedDefinitions) schemas.add(definition);
  const v1 = new Schemas(v1Tag.name);
  const v1Messages = v1Schemas(v1);
  const paths = {
    ...Object.assign({}, ...servedDefinitions.map((definition) => pathsOf(schemas, definition))),
    ...customPaths(schemas),
    ...tokenServicePaths,
    ...v1Paths(v1),
  };
  const lists = collectionDefinitions.filter(({ operations }) => operations.includes("list"));
  return withExamples({
    openapi: "3.1.0",
    info: {
      title: "Platform API",
      version: apiVersions[0],
      description,
    },
    servers: [baseUrl === undefined ? anyServer : { url: baseUrl }],
    tags: [
      ...collectionDefinitions.map(({ name, description }) => ({ name, description })),
      ...tokenServiceTags,
      v1Tag,
    ],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: {
        Uid: {
          type: "string",
          pattern: uidPattern.source.replaceAll("\\/", "/"),
          description: "The unique identifier of a resource: its path in the hierarchy of groups.",
        },
        ...schemas.all(),
        ...v1Messages,
        ...Object.fromEntries(lists.map((definition) => [`${definition.name}List`, listSchema(definition)])),
        ...errorSchemas,
      },
      responses: { Error: errorResponse },
      securitySchemes,
    },
  });
}

const description = `Identity and access management, the registry's listing, and vulnerability advisories.

## Authentication

Requests carry an access token of the platform: \`Authorization: Bearer $PLATFORM_TOKEN\`.

- **On your machine**, log in with \`platformctl login\`. Then \`platformctl token\` prints an access token.
- **A workload**, such as a CI job, exchanges its OIDC token at \`${authPaths.exchange}\` for an access token of an identity (see Tokens).

Access tokens are valid for one hour. Each operation requires capabilities on the resource or an ancestor, which role
bindings grant. Resources that the caller may not see are reported as not found.

## Conventions

Paths under \`/${apiVersions[0]}/\` are also served under \`/${apiVersions[1]}/\`, and over gRPC on the same port. Every successful
response has status 200 and contains every field, including zero values. Lists have pages of at most 200 resources:
send \`nextPageToken\` as \`page_token\` for the next page.`;

const anyServer: Schema = {
  url: "{base_url}",
  variables: { base_url: { default: "http://127.0.0.1:8787", description: "The address of the platform." } },
};
