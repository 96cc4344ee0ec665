import {
  type CallerAccess,
  type ConfiguredSettings,
  connectFromSettings,
  type IdempotentCreator,
  type PlatformClient,
  resolveConfiguration,
  type SettingName,
  SettingsError,
  settings,
} from "../../src/client";
import { camelCase } from "../../src/model";
import { type Configuration, environmentOf, withPrefixedNames } from "./environment";

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
 * Throws a SettingsError that names missing or conflicting settings.
 */
export function connect(configuration: Configuration): Connection {
  const given: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const key = `platform:${camelCase(name)}`;
    const text = configuration.get(key);
    if (!text) continue;
    // Provider configuration is stored in the state.
    if (settings[name].sensitive) {
      const problem = `${key} is a secret and must not be in stack configuration: set ${settings[name].env}`;
      throw new SettingsError([{ setting: name, problem }]);
    }
    given[name] = text;
  }
  const env = environmentOf(configuration);
  const key = JSON.stringify([given, Object.values(settings).map((setting) => env[setting.env])]);
  const known = connections.get(key);
  if (known) return known;
  const resolved = withPrefixedNames(configuration, () => resolveConfiguration(given as ConfiguredSettings, env));
  const { client, creator, access } = connectFromSettings(resolved);
  const connection = { baseUrl: resolved.baseUrl, client, creator, access };
  connections.set(key, connection);
  return connection;
}
