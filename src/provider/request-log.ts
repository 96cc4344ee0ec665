import type { ConfiguredSettings, Hooks, ResolvedSettings } from "../client";
import { runtimeName } from "./package-info";
import type { Logger } from "./plugin";

/** The log of requests and credentials for TF_LOG=DEBUG. It contains no secrets. */

/** Returns the log if the engine would show it. */
export const enabledLog = (env: NodeJS.ProcessEnv, log: Logger | undefined): Logger | undefined =>
  env.TF_LOG || env.TF_LOG_PROVIDER ? log : undefined;

/** Logs each request with status and duration, and each token exchange. */
export function requestLog(log: Logger | undefined): Hooks | undefined {
  if (!log) return undefined;
  return {
    onResponse: ({ method, path, status, milliseconds, attempt, requestId }) =>
      log.debug(`${method} ${path}`, {
        status,
        milliseconds,
        ...(attempt > 1 ? { attempt } : {}),
        request_id: requestId,
      }),
    onExchange: ({ authUrl, audience, identity, source, sourceAudience, fromCache, milliseconds }) =>
      log.debug(fromCache ? "used an access token that another process exchanged" : "exchanged an identity token", {
        auth_url: authUrl,
        audience,
        identity,
        identity_token: source,
        identity_token_audience: sourceAudience,
        milliseconds,
      }),
  };
}

/** Logs the resolved configuration: which credentials are used, and where requests are sent. */
export function logSettings(
  log: Logger,
  version: string,
  configured: ConfiguredSettings,
  settings: ResolvedSettings,
): void {
  const { baseUrl, access, refresh, tokenCacheEnabled } = settings;
  log.debug("configured", {
    provider: version,
    runtime: runtimeName(),
    base_url: baseUrl,
    auth_url: access.kind === "token" ? undefined : access.authUrl,
    credentials: credentialsSource(configured, settings),
    identity: access.kind === "exchange" ? access.identity : undefined,
    organization: access.kind === "exchange" ? access.organization : undefined,
    identity_token_audience: access.kind === "exchange" ? access.sourceAudience : undefined,
    refresh,
    token_cache: tokenCacheEnabled,
  });
}

/** Returns the setting, environment variable or source of the credentials. */
function credentialsSource(configured: ConfiguredSettings, { access }: ResolvedSettings): string {
  const from = (setting: "token" | "identity_token" | "identity_token_file") =>
    configured[setting] ? `the provider's ${setting}` : `PLATFORM_${setting.toUpperCase()}`;
  if (access.kind === "token") return from("token");
  const source = access.kind === "session" ? access : access.source;
  switch (source.kind) {
    case "literal":
      return from("identity_token");
    case "file":
      return from("identity_token_file");
    case "session":
      return `the session of platformctl login in ${source.file}`;
    case "workload":
      return source.source.title;
  }
}
