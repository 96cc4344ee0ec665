import { PlatformError } from "../api";
import { CallerAccess } from "./caller-access";
import { type ClientOptions, createClient, type PlatformClient } from "./client";
import { Creator } from "./creator";
import type { ResolvedSettings, SourceSetting } from "./settings";
import { type Credentials, staticToken, type TokenOptions } from "./tokens/credentials";
import { exchangedToken } from "./tokens/exchange";
import { holderOf } from "./tokens/jwt";
import { longLivedSessionToken, sessionSource, sessionToken } from "./tokens/session-token";
import { TokenCache } from "./tokens/token-cache";
import { file, literal, type TokenSource, workload } from "./tokens/token-source";
import { type Keeping, UnfinishedCreates } from "./unfinished-creates";

/** What tells a run from others that are started in the same directory, and what it keeps. */
export interface RunOptions extends Keeping {
  /** The name of the engine's workspace, whose state is its own. */
  readonly workspace?: string | undefined;
}

type ConnectOptions = Omit<ClientOptions, "baseUrl" | "credentials" | "insecure">;

/** A client for settings that were read. Nothing is sent before its first call. */
export function clientFrom(resolved: ResolvedSettings, options: ConnectOptions = {}): PlatformClient {
  return clientWith(resolved, credentialsFrom(resolved, options), options);
}

/** The same, with what makes its creates happen once, in this run and the next, and what tells what the caller may see. */
export function connectionFrom(
  resolved: ResolvedSettings,
  options: ConnectOptions = {},
  { workspace, ...keeping }: RunOptions = {},
): { readonly client: PlatformClient; readonly creator: Creator; readonly access: CallerAccess } {
  const credentials = credentialsFrom(resolved, options);
  const client = clientWith(resolved, credentials, options);
  const caller = async (tokenOptions: TokenOptions) => holderOf(await credentials.token(tokenOptions));
  const creating = {
    baseUrl: resolved.baseUrl,
    caller,
    workingDirectory: [process.cwd(), ...(workspace ? [workspace] : [])].join("\0"),
  };
  const access = new CallerAccess(client, (callOptions) => credentials.token(callOptions));
  const unfinished = new UnfinishedCreates(resolved.directory, creating, keeping);
  return { client, creator: new Creator(client, { unfinished, access }), access };
}

const clientWith = (
  { baseUrl, insecure, ca }: ResolvedSettings,
  credentials: Credentials,
  options: ConnectOptions,
): PlatformClient => createClient({ ca, ...options, baseUrl, insecure, credentials });

function credentialsFrom(
  { baseUrl, insecure, ca, access, directory, sharesTokens }: ResolvedSettings,
  { hooks }: ConnectOptions,
): Credentials {
  if (access.kind === "token") return staticToken(access.token);
  if (access.kind === "session") return sessionToken(access.file, ca);
  const { kind: _, source, ...exchange } = access;
  const cache = sharesTokens ? new TokenCache(directory) : undefined;
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

/** What a token is for, and whom it stands for where that is not the settings' identity. */
export interface TokenRequest {
  readonly audience: string;
  readonly identity?: string | undefined;
}

/**
 * Fresh tokens, which no other process shares. Throws PlatformError FAILED_PRECONDITION for another audience or
 * identity than those of a token that stands in the settings, since nothing proves who asks for one.
 */
export function tokenFor({ baseUrl, insecure, ca, access }: ResolvedSettings, request: TokenRequest): Credentials {
  const { audience, identity } = request;
  const asked = { audience, insecure, ca, ...(identity ? { identity } : {}) };
  if (access.kind === "exchange") {
    const { kind: _, source, organization, ...exchange } = access;
    // What the settings name is the organization of their own identity.
    const own = identity === undefined && organization ? { organization } : {};
    return exchangedToken({ ...exchange, ...own, ...asked, source: sourceFrom(source, ca) });
  }
  const isOwn = audience === baseUrl && identity === undefined;
  if (access.kind === "session") {
    const { authUrl, file } = access;
    return isOwn
      ? longLivedSessionToken(file, ca)
      : exchangedToken({ authUrl, ...asked, source: sessionSource(file, ca) });
  }
  if (isOwn) return staticToken(access.token);
  throw new PlatformError(
    "FAILED_PRECONDITION",
    "a token for another audience or identity is had in exchange for an identity token, and a token is set instead of one",
  );
}

function sourceFrom(setting: SourceSetting, ca: string | undefined): TokenSource {
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
