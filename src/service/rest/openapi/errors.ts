import { codes } from "../../../api";
import { json, ref, type Schema, text } from "./types";

/** Errors as in AIP-193. */

const detail = (name: string, properties: Readonly<Record<string, Schema>>, description: string): Schema => ({
  type: "object",
  title: name,
  description,
  properties: { "@type": { const: `type.googleapis.com/google.rpc.${name}` }, ...properties },
  required: ["@type"],
});

const listOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "array",
  items: { type: "object", properties },
});

const known = Object.entries(codes).map(([name, { number, http }]) => `${number} ${name} (HTTP ${http})`);

export const errorSchemas: Readonly<Record<string, Schema>> = {
  Error: {
    type: "object",
    description: "The body of every failed response.",
    properties: {
      code: {
        type: "integer",
        enum: Object.values(codes).map(({ number }) => number),
        description: `The google.rpc code: ${known.join(", ")}.`,
      },
      message: { type: "string", description: "A human-readable error message." },
      details: { type: "array", items: ref("ErrorDetail"), description: "Machine-readable error details." },
    },
    required: ["code", "message", "details"],
  },
  ErrorDetail: {
    description: "A detail of an error, whose type is in @type.",
    anyOf: [
      detail(
        "ErrorInfo",
        { reason: text, domain: text, metadata: { type: "object", additionalProperties: text } },
        "The reason, as a constant, and the domain of the service. Present in every error.",
      ),
      detail(
        "BadRequest",
        { fieldViolations: listOf({ field: text, description: text }) },
        "The invalid parts of the request.",
      ),
      detail(
        "PreconditionFailure",
        { violations: listOf({ type: text, subject: text, description: text }) },
        "What must change before the request can succeed.",
      ),
      detail(
        "ResourceInfo",
        { resourceType: text, resourceName: text },
        "The resource that is missing or conflicts with the request.",
      ),
      detail("RetryInfo", { retryDelay: text }, "The delay before the request should be retried."),
      detail("RequestInfo", { requestId: text }, "The id of the request in the service's log."),
    ],
  },
};

export const errorResponse: Schema = {
  description: "The request failed.",
  headers: {
    "x-request-id": { schema: text, description: "The request's id, as sent or as assigned by the service." },
    "retry-after": {
      schema: { type: "integer" },
      description: "The number of seconds before a retry, if the request can be retried.",
    },
  },
  content: json(ref("Error")),
};
