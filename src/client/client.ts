import type { ApiVersion } from "../api";
import type { Registry, ResourceDefinition } from "../model";
import type { Collection } from "./collection";
import type { Credentials } from "./credentials";
import type { Hooks, RetryPolicy } from "./transport";

export interface ClientOptions {
  /** Where the service is, such as `https://platform.example.com`. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The version segment of paths: `v2beta1` unless given. */
  readonly apiVersion?: ApiVersion;
  /** Allows a baseUrl that is plain http and not loopback. */
  readonly insecure?: boolean;
  readonly userAgent?: string;
  /** Milliseconds that a call may take with all its retries, unless the call says otherwise: 60,000. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** At most this many requests at once; further ones wait: 16. */
  readonly maxConcurrent?: number;
  readonly hooks?: Hooks;
}

type Collections = { readonly [P in keyof Registry]: Collection<Registry[P]> };

/** The service: one collection for each type of the registry. */
export interface PlatformClient extends Collections {
  /** The collection of a type that is only known at run time. */
  collection(definition: ResourceDefinition): Collection;
  /** Waits for what is under way and ends the connections. */
  close(): Promise<void>;
}

/** Makes a client; nothing is loaded or sent before the first call. Throws PlatformError INVALID_ARGUMENT for a baseUrl that is none. */
export function createClient(_options: ClientOptions): PlatformClient {
  throw new Error("not yet");
}
