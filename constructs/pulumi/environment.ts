import { SettingsError } from "../../src/client";

/** The configuration of a provider: the stack's, such as `platform:baseUrl`, or that of an explicit provider. */
export interface Configuration {
  get(key: string): string | undefined;
}

/** The key of the prefix of a provider's environment variables. */
const PREFIX_KEY = "platform:envPrefix";

const OURS = /\bPLATFORM_(?=[A-Z])/g;

/**
 * Returns the environment that a provider reads. With a prefix, a variable such as `STAGING_PLATFORM_TOKEN` takes the
 * place of `PLATFORM_TOKEN`, so that no platform receives another one's token.
 */
export function environmentOf(configuration: Configuration): NodeJS.ProcessEnv {
  const prefix = configuration.get(PREFIX_KEY);
  if (!prefix) return process.env;
  const entries = Object.entries(process.env).flatMap(([name, value]) => {
    if (name.startsWith(`${prefix}PLATFORM_`)) return [[name.slice(prefix.length), value]];
    return name.startsWith("PLATFORM_") ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Runs a function whose errors about settings name environment variables, with the names that the provider reads. */
export function withPrefixedNames<T>(configuration: Configuration, resolve: () => T): T {
  const prefix = configuration.get(PREFIX_KEY) ?? "";
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof SettingsError) || prefix === "") throw error;
    const renamed = (text: string) => text.replaceAll(OURS, `${prefix}PLATFORM_`);
    throw new SettingsError(error.problems.map((each) => ({ ...each, problem: renamed(each.problem) })));
  }
}
