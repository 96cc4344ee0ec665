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
    description: "What every request is answered that fails.",
    properties: {
      code: {
        type: "integer",
        enum: Object.values(codes).map(({ number }) => number),
        description: `The code of google.rpc: ${known.join(", ")}.`,
      },
      message: { type: "string", description: "What is wrong, for people." },
      details: { type: "array", items: ref("ErrorDetail"), description: "What is wrong, for programs." },
    },
    required: ["code", "message", "details"],
  },
  ErrorDetail: {
    description: "A typed detail of an error; its @type says which.",
    anyOf: [
      detail(
        "ErrorInfo",
        { reason: text, domain: text, metadata: { type: "object", additionalProperties: text } },
        "Why, as a constant, and which part of the service says so. Every error has it.",
      ),
      detail(
        "BadRequest",
        { fieldViolations: listOf({ field: text, description: text }) },
        "The parts of the request that are wrong.",
      ),
      detail(
        "PreconditionFailure",
        { violations: listOf({ type: text, subject: text, description: text }) },
        "What must change before the request can succeed.",
      ),
      detail("ResourceInfo", { resourceType: text, resourceName: text }, "The resource that is missing or in the way."),
      detail("RetryInfo", { retryDelay: text }, "How long to wait before the request is worth sending again."),
      detail("RequestInfo", { requestId: text }, "The id under which the service logged the request."),
    ],
  },
};

export const errorResponse: Schema = {
  description: "The request failed.",
  headers: {
    "x-request-id": { schema: text, description: "The request's id, as sent or as the service gave it." },
    "retry-after": { schema: { type: "integer" }, description: "Seconds to wait, where waiting helps." },
  },
  content: json(ref("Error")),
};
