import {
  type CallerAccess,
  type Creator,
  connectionFrom,
  type GivenSettings,
  type PlatformClient,
  resolveConfiguration,
  type SettingName,
  settings,
} from "../../src/client";
import { camelCase } from "../../src/model";

/** Stack configuration: `platform:baseUrl` and the like. */
export interface Configuration {
  get(key: string): string | undefined;
}

export interface Connection {
  /** The service's base URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly client: PlatformClient;
  readonly creator: Creator;
  readonly access: CallerAccess;
}

/** One for the same settings in a process, so that its token, its connections and what it saw are shared. */
const connections = new Map<string, Connection>();

/**
 * The connection that a stack's configuration and the environment (PLATFORM_BASE_URL and the like) describe. Makes no
 * request. Throws an Error that names whatever is missing or contradicts itself.
 */
export function connect(configuration: Configuration): Connection {
  const given: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const key = `platform:${camelCase(name)}`;
    const text = configuration.get(key);
    if (!text) continue;
    // What a provider is configured with is kept in the state.
    if (settings[name].sensitive)
      throw new Error(`${key} is a secret, which stack configuration is no place for: set ${settings[name].env}`);
    given[name] = text;
  }
  const key = JSON.stringify([given, Object.values(settings).map(({ env }) => process.env[env])]);
  const known = connections.get(key);
  if (known) return known;
  const resolved = resolveConfiguration(given as GivenSettings, process.env);
  const { client, creator, access } = connectionFrom(resolved);
  const connection = { baseUrl: resolved.baseUrl, client, creator, access };
  connections.set(key, connection);
  return connection;
}
