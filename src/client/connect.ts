import type { ClientOptions, PlatformClient } from "./client";
import type { ResolvedSettings } from "./settings";

/** A client for settings that were read. Nothing is sent before its first call. */
export function clientFrom(
  _resolved: ResolvedSettings,
  _options?: Omit<ClientOptions, "baseUrl" | "credentials" | "insecure">,
): PlatformClient {
  throw new Error("not yet");
}
