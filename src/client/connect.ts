import { type ClientOptions, createClient, type PlatformClient } from "./client";
import { type Credentials, staticToken } from "./credentials";
import { exchangedToken } from "./exchange";
import type { ResolvedSettings, SourceSetting } from "./settings";
import { TokenCache } from "./token-cache";
import { file, literal, type TokenSource, workload } from "./token-source";

/** A client for settings that were read. Nothing is sent before its first call. */
export function clientFrom(
  resolved: ResolvedSettings,
  options: Omit<ClientOptions, "baseUrl" | "credentials" | "insecure"> = {},
): PlatformClient {
  const { baseUrl, insecure } = resolved;
  return createClient({ ...options, baseUrl, insecure, credentials: credentialsFrom(resolved) });
}

function credentialsFrom({ baseUrl, insecure, access, tokenCache }: ResolvedSettings): Credentials {
  if (access.kind === "token") return staticToken(access.token);
  const { kind: _, source, ...exchange } = access;
  const cache = tokenCache === undefined ? undefined : new TokenCache(tokenCache);
  return exchangedToken({ ...exchange, audience: baseUrl, insecure, source: sourceFrom(source), cache });
}

function sourceFrom(setting: SourceSetting): TokenSource {
  switch (setting.kind) {
    case "literal":
      return literal(setting.token);
    case "file":
      return file(setting.path);
    case "workload":
      return workload(setting.source);
  }
}
