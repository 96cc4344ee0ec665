/** The parts of an OpenAPI 3.1 document that the service uses. A schema is JSON Schema 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly explode?: boolean;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The capabilities that the caller needs on the resource or an ancestor. */
  readonly "x-capabilities"?: readonly string[];
  readonly security?: readonly Schema[];
  /** Commands that send a request. */
  readonly "x-codeSamples"?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
}

export type PathItem = Readonly<Partial<Record<"get" | "post" | "put" | "patch" | "delete", ApiOperation>>>;

export interface Document {
  readonly openapi: "3.1.0";
  readonly info: Schema & { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly Schema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Schema[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, Schema>>;
  };
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const json = (schema: Schema): Schema => ({ "application/json": { schema } });

export const text: Schema = { type: "string" };

/** Returns an operation's responses: content of these media types, if any, or an error. */
export const responses = (content?: Schema, description = "Done."): ApiOperation["responses"] => ({
  200: { description, ...(content ? { content } : {}) },
  default: { $ref: "#/components/responses/Error" },
});

export const query = (name: string, description: string, schema: Schema = text): Parameter => ({
  name,
  in: "query",
  description,
  schema,
});

/** A uid in the path. */
export const inPath = (name: string, description: string): Parameter => ({
  name,
  in: "path",
  required: true,
  description,
  schema: ref("Uid"),
});
