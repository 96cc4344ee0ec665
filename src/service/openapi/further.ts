import { EXCHANGE_PATH } from "../../api";
import { type ApiOperation, json, type Parameter, type PathItem, type Schema } from "./types";

/** What the service answers beside the API: tokens, and what operators ask. */

const text: Schema = { type: "string" };

const answer = (description: string, content?: Schema): ApiOperation["responses"] => ({
  200: { description, ...(content ? { content } : {}) },
  default: { $ref: "#/components/responses/Error" },
});

const exchangeParameters: readonly Parameter[] = [
  {
    name: "aud",
    in: "query",
    required: true,
    description: "What the token is to be for: the address of the API; may be repeated.",
    schema: { type: "array", items: text },
  },
  {
    name: "identity",
    in: "query",
    description: "The uid of the identity to assume; without it, the one that the token fits.",
    schema: { type: "string" },
  },
  {
    name: "cap",
    in: "query",
    description: "A capability that the token is to be narrowed to; may be repeated.",
    schema: { type: "array", items: text },
  },
];

const exchange = (operationId: string): ApiOperation => ({
  operationId,
  tags: ["Tokens"],
  summary: "Exchange a workload's OIDC token for a token of the API",
  description: "The workload's token is the bearer token of the request. The answer's is good for one hour.",
  parameters: exchangeParameters,
  responses: answer("A token.", json({ type: "object", properties: { token: text }, required: ["token"] })),
});

const open = (operationId: string, tag: string, summary: string, content?: Schema): PathItem => ({
  get: { operationId, tags: [tag], summary, security: [], responses: answer("Done.", content) },
});

export const furtherTags = [
  { name: "Tokens", description: "Tokens of the API, for workloads. They are exchanged at the service's auth URL." },
  { name: "Service", description: "What operators ask of a service that runs." },
];

export const furtherPaths: Readonly<Record<string, PathItem>> = {
  [EXCHANGE_PATH]: { get: exchange("exchangeToken"), post: exchange("exchangeTokenByPost") },
  "/.well-known/openid-configuration": open(
    "getDiscovery",
    "Tokens",
    "The discovery document",
    json({ type: "object" }),
  ),
  "/.well-known/jwks.json": open("getKeys", "Tokens", "The keys that verify tokens", json({ type: "object" })),
  "/healthz": open("getHealth", "Service", "Whether the process is up", json({ type: "object" })),
  "/readyz": open("getReadiness", "Service", "Whether the service can do its work", json({ type: "object" })),
  "/metrics": open("getMetrics", "Service", "Figures for Prometheus, unless they are served elsewhere", {
    "text/plain": { schema: text },
  }),
};
