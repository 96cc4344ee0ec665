import type { Configuration } from "./connection";
import type { Properties } from "./properties";

/**
 * The entry of a resource's state that says at which service it is: a base URL. The engine neither shows nor compares
 * entries that begin with two underscores. Resources that an earlier version of this package wrote have none.
 */
const BASE_URL = "__baseUrl";

/** Stack configuration, or the environment, that names the base URL that a service had before. */
export const movedFrom = { key: "platform:movedFrom", env: "PLATFORM_MOVED_FROM" } as const;

/** A resource's outputs, with the base URL of the service that it is at. */
export const locatedAt = (baseUrl: string, outputs: Properties): Properties => ({ ...outputs, [BASE_URL]: baseUrl });

/** A resource's outputs as `locatedAt` was given them. */
export function withoutLocation({ [BASE_URL]: _, ...outputs }: Properties): Properties {
  return outputs;
}

/**
 * Whether a resource's state names an address that its service had before. Throws an Error where it names any other
 * service than the one that is configured, which may know the same uid or answer that there is none. `what` is the
 * resource: its type and uid.
 */
export function hasMoved(
  what: string,
  state: Properties,
  service: () => string,
  configuration: Configuration,
): boolean {
  const recorded = state[BASE_URL];
  if (recorded === undefined) return false;
  const baseUrl = service();
  if (recorded === baseUrl) return false;
  const former = configuration.get(movedFrom.key) || process.env[movedFrom.env];
  if (former?.replace(/\/+$/, "") === recorded) return true;
  throw new Error(
    `${what} is at ${recorded}, but base_url is ${baseUrl}; no request was sent. Set platform:baseUrl ` +
      `(PLATFORM_BASE_URL) to ${recorded} and run \`pulumi up\`, which other commands take the configuration from. If ` +
      `this service moved to ${baseUrl}, set ${movedFrom.key} (${movedFrom.env}) to ${recorded} and run \`pulumi up\``,
  );
}
