import { authPaths } from "../../../api";
import { type ApiOperation, json, type Parameter, type PathItem, query, responses, type Schema, text } from "./types";

/** The endpoints besides resources: tokens, logins and operations endpoints. */

const texts: Schema = { type: "array", items: text };
const anything = json({ type: "object" });

export const tokenServiceTags = [
  { name: "Tokens", description: "Access tokens for workloads. These paths are relative to the service's auth URL." },
  { name: "Logins", description: "Access tokens for users, who sign in with their organization's identity provider." },
  { name: "Service", description: "Health and metrics of a running service, for operators." },
];

interface OperationOptions {
  readonly query?: readonly Parameter[];
  /** The body parameters, in a form or JSON, by name. */
  readonly form?: Readonly<Record<string, Schema>>;
  /** The required body parameters. */
  readonly required?: readonly string[];
  /** Whether the endpoint needs no token. */
  readonly open?: boolean;
  /** The kinds of bearer tokens, unless they are access tokens. */
  readonly bearer?: readonly SecurityScheme[];
  /** The media types of the response; by default, any JSON. */
  readonly content?: Schema;
}

type SecurityScheme = keyof typeof securitySchemes;

/** The kinds of tokens that requests carry. */
export const securitySchemes = {
  token: bearer("An access token issued by the token service for this API."),
  identityToken: bearer("An OIDC token of a workload, or of a user of an identity provider."),
  refreshToken: bearer("The single-use refresh token of a login session."),
};

function bearer(description: string): Schema {
  return { type: "http", scheme: "bearer", description };
}

function operation(tag: string, operationId: string, summary: string, further: OperationOptions = {}): ApiOperation {
  const { query, form, required, open, bearer, content = anything } = further;
  const body = { type: "object", properties: form, ...(required ? { required } : {}) };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(open ? { security: [] } : {}),
    ...(bearer ? { security: bearer.map((scheme) => ({ [scheme]: [] })) } : {}),
    ...(query ? { parameters: query } : {}),
    ...(form
      ? {
          requestBody: {
            ...(required ? { required: true } : {}),
            content: { "application/x-www-form-urlencoded": { schema: body }, ...json(body) },
          },
        }
      : {}),
    responses: responses(content),
  };
}

const audience = query("aud", "The audience of the token: the address of the API. May be repeated.", texts);

/** One or several values: repeated in a form or query, an array in JSON. */
const several: Schema = { type: ["string", "array"], items: text };

const restrictions = [
  query("cap", "A capability that the token is restricted to. May be repeated.", texts),
  query("scope", "The uid of a group that the token is restricted to. May be repeated.", texts),
];

const exchangeParameters: readonly Parameter[] = [
  audience,
  query(
    "identity",
    "The uid of the identity to assume. Defaults to the identity whose literal claims match the token.",
  ),
  query(
    "organization",
    "The name or uid of the identity's organization. Required without identity if the service has several organizations.",
  ),
  query("identity_provider", "The uid of the identity provider that issued the user's token."),
  ...restrictions,
];

const token = json({ type: "object", properties: { token: text, expiry: text }, required: ["token"] });

/** Returns the parameters as body parameters. */
const bodyOf = (parameters: readonly Parameter[]) =>
  Object.fromEntries(
    parameters.map(({ name, description, schema }) => [
      name,
      { ...(schema === texts ? several : schema), description },
    ]),
  );

const exchanged = "Exchange a workload's OIDC token, sent as the bearer token, for an access token valid for one hour";

export const tokenServicePaths: Readonly<Record<string, PathItem>> = {
  [authPaths.exchange]: {
    get: operation("Tokens", "exchangeToken", exchanged, {
      query: exchangeParameters.map((each) => (each === audience ? { ...each, required: true } : each)),
      bearer: ["identityToken"],
      content: token,
    }),
    post: operation("Tokens", "exchangeTokenByForm", `${exchanged}; aud is required in the query or in the body`, {
      query: exchangeParameters,
      form: bodyOf(exchangeParameters),
      bearer: ["identityToken"],
      content: token,
    }),
  },
  [authPaths.whoAmI]: { get: operation("Tokens", "whoAmI", "Describe the bearer of an access token") },
  [authPaths.discovery]: {
    get: operation("Tokens", "getDiscovery", "Get the OpenID Connect discovery document", { open: true }),
  },
  [authPaths.keys]: {
    get: operation("Tokens", "getKeys", "Get the public keys that verify tokens", { open: true }),
  },

  [authPaths.login]: {
    get: operation("Logins", "logIn", "Show the sign-in page", {
      open: true,
      query: [
        query(
          "redirect",
          "The loopback URL, with a port, at which a program receives code, or error and error_description.",
        ),
        query("code_challenge", "The base64url SHA-256 hash of the program's code_verifier."),
        query("code_challenge_method", "Must be S256."),
        query("state", "Returned with the code or the error."),
        query("user_code", "The code shown by a command line on another device."),
        query("organization", "The organization's name."),
        query("identity_provider", "The uid of the identity provider to sign in with."),
      ],
      content: { "text/html": { schema: text } },
    }),
  },
  [authPaths.redeem]: {
    post: operation("Logins", "redeemCode", "Exchange the single-use code of a login for tokens", {
      open: true,
      form: { code: text, code_verifier: text, redirect_uri: text, ...bodyOf([audience]) },
    }),
  },
  [authPaths.end]: {
    post: operation("Logins", "logOut", "End a login session", { open: true, form: { token: text } }),
  },
  [authPaths.headless]: {
    post: operation("Logins", "beginHeadlessLogin", "Begin a login with a browser on another device", {
      open: true,
      form: { organization: text },
    }),
    get: operation("Logins", "awaitHeadlessLogin", "Poll for the result of a login with a browser on another device", {
      open: true,
      query: [query("code", "The secret code of the command line."), audience],
    }),
  },
  [authPaths.refresh]: {
    post: operation(
      "Logins",
      "refreshToken",
      "Exchange a single-use refresh token, sent as the bearer token, for a new access token and refresh token",
      {
        query: [audience, ...restrictions],
        form: bodyOf([audience, ...restrictions]),
        bearer: ["refreshToken"],
      },
    ),
  },
  [authPaths.register]: {
    post: operation("Logins", "register", "Join a group with an invite code", {
      form: { code: text },
      required: ["code"],
      bearer: ["identityToken", "token"],
    }),
  },

  "/healthz": { get: operation("Service", "getHealth", "Report whether the process is running", { open: true }) },
  "/readyz": {
    get: operation("Service", "getReadiness", "Report whether the service can handle requests", { open: true }),
  },
  "/metrics": {
    get: operation("Service", "getMetrics", "Get metrics for Prometheus, unless they are served at another address", {
      open: true,
      content: { "text/plain": { schema: text } },
    }),
  },
};
