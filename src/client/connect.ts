import { PlatformError } from "../api";
import { CallerAccess } from "./caller-access";
import { type ClientOptions, createClient, type PlatformClient } from "./client";
import { IdempotentCreator } from "./idempotent-creator";
import type { ResolvedSettings, SourceSetting } from "./settings";
import { type Credentials, staticToken, type TokenOptions } from "./tokens/credentials";
import { exchangedToken } from "./tokens/exchange";
import { subjectKeyOf } from "./tokens/jwt";
import { longLivedSessionToken, sessionSource, sessionToken } from "./tokens/session-token";
import { TokenCache } from "./tokens/token-cache";
import { file, literal, type TokenSource, workload } from "./tokens/token-source";
import { type RetentionOptions, UnfinishedCreates } from "./unfinished-creates";

/** Identifies this run among others in the same directory, and controls what it stores. */
export interface RunOptions extends RetentionOptions {
  /** The Terraform workspace or Pulumi stack; each has its own state. */
  readonly workspace?: string | undefined;
}

type ConnectOptions = Omit<ClientOptions, "baseUrl" | "credentials" | "insecure">;

/** Creates a client from resolved settings. Nothing is sent before its first call. */
export function createClientFromSettings(resolved: ResolvedSettings, options: ConnectOptions = {}): PlatformClient {
  return createAuthorizedClient(resolved, credentialsFrom(resolved, options), options);
}

/** Creates a client, a creator that makes create requests idempotent within and across runs, and the caller's access. */
export function connectFromSettings(
  resolved: ResolvedSettings,
  options: ConnectOptions = {},
  { workspace, ...runOptions }: RunOptions = {},
): { readonly client: PlatformClient; readonly creator: IdempotentCreator; readonly access: CallerAccess } {
  const credentials = credentialsFrom(resolved, options);
  const client = createAuthorizedClient(resolved, credentials, options);
  const caller = async (tokenOptions: TokenOptions) => subjectKeyOf(await credentials.token(tokenOptions));
  const createContext = {
    baseUrl: resolved.baseUrl,
    caller,
    workingDirectory: [process.cwd(), ...(workspace ? [workspace] : [])].join("\0"),
  };
  const access = new CallerAccess(client, (callOptions) => credentials.token(callOptions));
  const unfinished = new UnfinishedCreates(resolved.directory, createContext, runOptions);
  return { client, creator: new IdempotentCreator(client, { unfinished, access }), access };
}

const createAuthorizedClient = (
  { baseUrl, insecure, ca }: ResolvedSettings,
  credentials: Credentials,
  options: ConnectOptions,
): PlatformClient => createClient({ ca, ...options, baseUrl, insecure, credentials });

function credentialsFrom(
  { baseUrl, insecure, ca, access, directory, tokenCacheEnabled }: ResolvedSettings,
  { hooks }: ConnectOptions,
): Credentials {
  if (access.kind === "token") return staticToken(access.token);
  if (access.kind === "session") return sessionToken(access.file, ca);
  const { kind: _, source, ...exchange } = access;
  const cache = tokenCacheEnabled ? new TokenCache(directory) : undefined;
  const onExchange = hooks?.onExchange;
  return exchangedToken({
    ...exchange,
    audience: baseUrl,
    insecure,
    ca,
    source: sourceFrom(source, ca),
    cache,
    onExchange,
  });
}

/** The audience of a token and, unless it is the configured one, its identity. */
export interface TokenRequest {
  readonly audience: string;
  readonly identity?: string | undefined;
}

/**
 * Returns new tokens that are not shared with other processes. With a static token in the settings, throws
 * PlatformError FAILED_PRECONDITION for any other audience or identity, because there is no identity token to exchange.
 */
export function tokenFor({ baseUrl, insecure, ca, access }: ResolvedSettings, request: TokenRequest): Credentials {
  const { audience, identity } = request;
  const overrides = { audience, insecure, ca, ...(identity ? { identity } : {}) };
  if (access.kind === "exchange") {
    const { kind: _, source, organization, ...exchange } = access;
    // The configured organization applies only to the configured identity.
    const own = identity === undefined && organization ? { organization } : {};
    return exchangedToken({ ...exchange, ...own, ...overrides, source: sourceFrom(source, ca) });
  }
  const isDefaultToken = audience === baseUrl && identity === undefined;
  if (access.kind === "session") {
    const { authUrl, file } = access;
    return isDefaultToken
      ? longLivedSessionToken(file, ca)
      : exchangedToken({ authUrl, ...overrides, source: sessionSource(file, ca) });
  }
  if (isDefaultToken) return staticToken(access.token);
  throw new PlatformError(
    "FAILED_PRECONDITION",
    "a token for another audience or identity needs an identity token, but only a static token is configured",
  );
}

export function sourceFrom(setting: SourceSetting, ca: string | undefined): TokenSource {
  switch (setting.kind) {
    case "literal":
      return literal(setting.token);
    case "file":
      return file(setting.path);
    case "session":
      return sessionSource(setting.file, ca);
    case "workload":
      return workload(setting.source, ca);
  }
}
