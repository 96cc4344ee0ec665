import { IDEMPOTENCY_KEY } from "../../../api";
import type { Fields } from "../../../model";
import type { Schemas } from "./schemas";
import { inPath, type Parameter } from "./types";

/** Returns the parameters of a request's fields in the query. */
export const queryParameters = (schemas: Schemas, fields: Fields): Parameter[] =>
  Object.entries(fields).map(([name, field]) => {
    const schema = schemas.value(field, "input");
    const repeated = field.element ? " May be repeated, or contain several values separated by commas." : "";
    return {
      name,
      in: "query",
      ...(field.required ? { required: true } : {}),
      description: `${field.description}${repeated}`,
      schema: typeof field.zero === "boolean" ? { ...schema, default: field.zero } : schema,
    };
  });

/** The uid of a resource in the path. */
export const uidParameter = (description: string, name = "uid"): Parameter =>
  inPath(name, `${description} Its slashes may be encoded as %2F.`);

export const keyParameter: Parameter = {
  name: IDEMPOTENCY_KEY,
  in: "header",
  description: "Requests of the same caller with the same key are executed once within 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};
