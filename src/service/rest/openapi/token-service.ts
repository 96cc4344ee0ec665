import { authPaths } from "../../../api";
import { type ApiOperation, json, type Parameter, type PathItem, query, responses, type Schema, text } from "./types";

/** The endpoints besides resources: tokens, logins and operations endpoints. */

const texts: Schema = { type: "array", items: text };
const anything = json({ type: "object" });

export const tokenServiceTags = [
  { name: "Tokens", description: "Tokens of the API, for workloads. They are had at the service's auth URL." },
  { name: "Logins", description: "Tokens of the API, for people, by way of their organization's identity provider." },
  { name: "Service", description: "What operators ask of a service that runs." },
];

interface Further {
  readonly query?: readonly Parameter[];
  /** The body parameters, in a form or JSON, by name. */
  readonly form?: Readonly<Record<string, Schema>>;
  /** The required body parameters. */
  readonly required?: readonly string[];
  /** Whether the endpoint needs no token. */
  readonly open?: boolean;
  /** The media types of the response; by default, any JSON. */
  readonly content?: Schema;
}

function operation(tag: string, operationId: string, summary: string, further: Further = {}): ApiOperation {
  const { query, form, required, open, content = anything } = further;
  const body = { type: "object", properties: form, ...(required ? { required } : {}) };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(open ? { security: [] } : {}),
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

const audience = query("aud", "What the token is to be for: the address of the API; may be repeated.", texts);

/** One or several values: repeated in a form or query, an array in JSON. */
const several: Schema = { type: ["string", "array"], items: text };

const narrowings = [
  query("cap", "A capability that the token is to be narrowed to; may be repeated.", texts),
  query("scope", "A group that the token is to be narrowed to; may be repeated.", texts),
];

const exchangeParameters: readonly Parameter[] = [
  audience,
  query("identity", "The uid of the identity to assume; without it, the one that names the token's claims literally."),
  query(
    "organization",
    "The name or the uid of the identity's organization. Required without identity where the installation has several.",
  ),
  query("identity_provider", "The uid of the identity provider whose token of a person this is."),
  ...narrowings,
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

const exchanged =
  "Exchange a workload's OIDC token, sent as bearer token, for a token of the API that is good for one hour";

export const tokenServicePaths: Readonly<Record<string, PathItem>> = {
  [authPaths.exchange]: {
    get: operation("Tokens", "exchangeToken", exchanged, {
      query: exchangeParameters.map((each) => (each === audience ? { ...each, required: true } : each)),
      content: token,
    }),
    post: operation("Tokens", "exchangeTokenByForm", `${exchanged}; aud must stand in the query or in the body`, {
      query: exchangeParameters,
      form: bodyOf(exchangeParameters),
      content: token,
    }),
  },
  [authPaths.whoAmI]: { get: operation("Tokens", "whoAmI", "Tell who the bearer of a token is") },
  [authPaths.discovery]: {
    get: operation("Tokens", "getDiscovery", "Give the discovery document of the tokens' issuer", { open: true }),
  },
  [authPaths.keys]: {
    get: operation("Tokens", "getKeys", "Give the keys that verify tokens", { open: true }),
  },

  [authPaths.login]: {
    get: operation("Logins", "logIn", "Let a person log in: a page", {
      open: true,
      query: [
        query(
          "redirect",
          "Where a program of the same computer waits for code, or for error and error_description: an http URL with a port.",
        ),
        query("code_challenge", "The SHA-256 of the program's code_verifier, in base64url."),
        query("code_challenge_method", "S256."),
        query("state", "Comes back with the code or the error."),
        query("user_code", "The code of a command line that waits elsewhere."),
        query("organization", "The organization's name."),
        query("identity_provider", "The uid of the identity provider to go to."),
      ],
      content: { "text/html": { schema: text } },
    }),
  },
  [authPaths.redeem]: {
    post: operation("Logins", "redeemCode", "Exchange the code of a login for tokens, once", {
      open: true,
      form: { code: text, code_verifier: text, redirect_uri: text, ...bodyOf([audience]) },
    }),
  },
  [authPaths.end]: {
    post: operation("Logins", "logOut", "End a login", { open: true, form: { token: text } }),
  },
  [authPaths.headless]: {
    post: operation("Logins", "beginHeadlessLogin", "Begin a login with a browser elsewhere", {
      open: true,
      form: { organization: text },
    }),
    get: operation("Logins", "awaitHeadlessLogin", "Ask for the outcome of a login with a browser elsewhere", {
      open: true,
      query: [query("code", "The code that only the command line knows."), audience],
    }),
  },
  [authPaths.refresh]: {
    post: operation("Logins", "refreshToken", "Exchange a refresh token, sent as bearer token, for tokens, once", {
      query: [audience, ...narrowings],
      form: bodyOf([audience, ...narrowings]),
    }),
  },
  [authPaths.register]: {
    post: operation("Logins", "register", "Join a group with the code of an invite", {
      form: { code: text },
      required: ["code"],
    }),
  },

  "/healthz": { get: operation("Service", "getHealth", "Tell whether the process is up", { open: true }) },
  "/readyz": { get: operation("Service", "getReadiness", "Tell whether the service can do its work", { open: true }) },
  "/metrics": {
    get: operation("Service", "getMetrics", "Give figures for Prometheus, unless they are served elsewhere", {
      open: true,
      content: { "text/plain": { schema: text } },
    }),
  },
};
