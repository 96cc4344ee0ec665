import {
  type CallerAccess,
  type ConfiguredSettings,
  connectionFrom,
  type IdempotentCreator,
  type PlatformClient,
  resolveConfiguration,
  type SettingName,
  settings,
} from "../../src/client";
import { camelCase } from "../../src/model";

/** Stack configuration, such as `platform:baseUrl`. */
export interface Configuration {
  get(key: string): string | undefined;
}

export interface Connection {
  /** The service's base URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly client: PlatformClient;
  readonly creator: IdempotentCreator;
  readonly access: CallerAccess;
}

/** Connections by settings, so that a process shares tokens, HTTP connections and the access cache. */
const connections = new Map<string, Connection>();

/**
 * Returns the connection for a stack's configuration and the environment (PLATFORM_BASE_URL etc.). Makes no request.
 * Throws an Error that names missing or contradicting settings.
 */
export function connect(configuration: Configuration): Connection {
  const given: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const key = `platform:${camelCase(name)}`;
    const text = configuration.get(key);
    if (!text) continue;
    // Provider configuration is stored in the state.
    if (settings[name].sensitive)
      throw new Error(`${key} is a secret, which stack configuration is no place for: set ${settings[name].env}`);
    given[name] = text;
  }
  const key = JSON.stringify([given, Object.values(settings).map(({ env }) => process.env[env])]);
  const known = connections.get(key);
  if (known) return known;
  const resolved = resolveConfiguration(given as ConfiguredSettings, process.env);
  const { client, creator, access } = connectionFrom(resolved);
  const connection = { baseUrl: resolved.baseUrl, client, creator, access };
  connections.set(key, connection);
  return connection;
}
