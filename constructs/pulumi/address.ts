import { type Configuration, environmentOf } from "./environment";
import type { Properties } from "./properties";

/**
 * The state entry that records the base URL of a resource's service. The engine neither shows nor compares entries that
 * begin with two underscores. Resources written by earlier versions of this package have none.
 */
const BASE_URL = "__baseUrl";

/** The setting, in stack configuration or the environment, for the previous base URL of a service that has moved. */
export const previousBaseUrlSetting = { key: "platform:previousBaseUrl", env: "PLATFORM_PREVIOUS_BASE_URL" } as const;

/** Adds the base URL of a resource's service to its outputs. */
export const withBaseUrl = (baseUrl: string, outputs: Properties): Properties => ({ ...outputs, [BASE_URL]: baseUrl });

/** Returns the outputs without what `withBaseUrl` added. */
export function withoutBaseUrl({ [BASE_URL]: _, ...outputs }: Properties): Properties {
  return outputs;
}

/**
 * Returns whether a resource's state has the previous base URL of its service. Throws an Error if the
 * recorded base URL is neither the configured nor the previous one, because another service may use the same uid for
 * another resource or return NOT_FOUND. `what` names the resource: its type and uid.
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
  const previous =
    configuration.get(previousBaseUrlSetting.key) || environmentOf(configuration)[previousBaseUrlSetting.env];
  if (previous?.replace(/\/+$/, "") === recorded) return true;
  throw new Error(
    `${what} is at ${recorded}, but platform:baseUrl is ${baseUrl}; no request was sent. Set platform:baseUrl ` +
      `(PLATFORM_BASE_URL) to ${recorded} and run \`pulumi up\`, since other commands read the recorded configuration. If ` +
      `this service moved to ${baseUrl}, set ${previousBaseUrlSetting.key} (${previousBaseUrlSetting.env}) to ${recorded} and run \`pulumi up\``,
  );
}
