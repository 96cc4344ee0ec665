import { type ApiVersion, PlatformError } from "../api";
import {
  type auditEvent,
  type Capability,
  type ClientRegistry,
  collectionDefinitions,
  findCapability,
  methodsOf,
  type Registry,
  type Resource,
  type ResourceDefinition,
  registry,
  type session,
} from "../model";
import { requireAddress } from "./address";
import type { CallOptions, Collection } from "./collection";
import { type CustomMethods, customMethod } from "./custom-methods";
import { GroupCollection, type GroupMethods } from "./group-collection";
import { type Deadline, withDeadline } from "./http/deadline";
import { defaultRetry, type RetryPolicy } from "./http/retry";
import { type Hooks, type JsonRequest, Transport } from "./http/transport";
import { RepoCollection } from "./repo-collection";
import { type Call, RestCollection } from "./rest-collection";
import type { Credentials } from "./tokens/credentials";

/** The default timeout of a call, including retries and waiting, in milliseconds. */
export const DEFAULT_TIMEOUT = 60_000;

export interface ClientOptions {
  /** The service's address, such as `https://platform.example.com`. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The version segment of API paths; defaults to `v2beta1`. */
  readonly apiVersion?: ApiVersion;
  /** Allows plain http for a baseUrl that is not loopback. */
  readonly insecure?: boolean;
  /** PEM certificates of CAs to trust in addition to the default ones; defaults to those in SSL_CERT_FILE. */
  readonly ca?: string | undefined;
  readonly userAgent?: string;
  /** The default timeout of calls, including retries and waiting, in milliseconds; defaults to 60,000. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** The maximum number of concurrent requests; others wait. Defaults to 16. */
  readonly maxConcurrent?: number;
  readonly hooks?: Hooks;
}

type Collections = {
  readonly [P in Exclude<keyof ClientRegistry, "groups">]: Collection<ClientRegistry[P]> &
    CustomMethods<ClientRegistry[P]>;
} & {
  readonly groups: GroupMethods;
};

/** The API client: one collection for each resource type. */
export interface PlatformClient extends Collections {
  /** Login sessions: the caller's, or those of the identity in the `identity` filter. */
  readonly sessions: Collection<typeof session>;
  /** Ends all sessions and revokes all tokens of an identity: the caller's own, or one that the caller may update. */
  revokeTokens(identityUid: string, options?: CallOptions): Promise<void>;
  /** Audit events at or below the groups where the caller has `audit_events.list`. */
  readonly auditEvents: Collection<typeof auditEvent>;
  /** Returns the collection of a type that is known only at run time. */
  collection<D extends ResourceDefinition>(definition: D): Collection<D>;
  /**
   * Returns which of the given capabilities the caller has on a resource and everything below it; empty if the resource
   * does not exist or is hidden from the caller. Throws PlatformError with HTTP 404, 405 or 501 if the service
   * lacks this method.
   */
  testCapabilities(
    uid: string,
    capabilities: readonly Capability[],
    options?: CallOptions,
  ): Promise<readonly Capability[]>;
  /**
   * Finds the identity that trusts tokens with these literal claims, among those that the caller can see. Throws
   * PlatformError: NOT_FOUND, or FAILED_PRECONDITION if several match.
   */
  lookupIdentity(
    claims: { readonly issuer: string; readonly subject: string },
    options?: CallOptions,
  ): Promise<Resource<Registry["identities"]>>;
  /** Waits for pending calls and closes the connections. */
  close(): Promise<void>;
}

/**
 * Creates a client; nothing is loaded or sent before its first call. Throws PlatformError INVALID_ARGUMENT for an
 * invalid baseUrl.
 */
export function createClient(options: ClientOptions): PlatformClient {
  const { origin, pathname } = new URL(requireAddress("baseUrl", options.baseUrl, options.insecure));
  const { credentials, userAgent = "platform-iac", apiVersion = "v2beta1", timeoutMs = DEFAULT_TIMEOUT } = options;
  const transport = new Transport(origin, {
    retry: { ...defaultRetry, ...options.retry },
    maxConcurrent: options.maxConcurrent ?? 16,
    hooks: options.hooks,
    ca: options.ca,
  });

  const call: Call = (request, { signal, ...own }: CallOptions) => {
    const path = pathname.replace(/\/$/, "") + request.path;
    const what = `${request.method} ${origin}${path.split("?")[0]}`;
    return withDeadline(what, { timeoutMs: own.timeoutMs ?? timeoutMs, signal }, (deadline) =>
      authorized({ ...request, path, headers: { ...request.headers, "user-agent": userAgent } }, deadline),
    );
  };

  /** Retries once with a new token if the service rejects one that has not expired. */
  const authorized = async (request: JsonRequest, deadline: Deadline): Promise<unknown> => {
    const send = (token: string) =>
      transport.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }, deadline);
    const token = await credentials.token({ signal: deadline.signal });
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof PlatformError && error.code === "UNAUTHENTICATED")) throw error;
      const renewed = await credentials.token({ signal: deadline.signal, rejected: token });
      if (renewed === token) throw error;
      return send(renewed);
    }
  };

  const untypedCollection = (definition: ResourceDefinition): RestCollection =>
    definition.name === registry.repos.name
      ? new RepoCollection(apiVersion, call)
      : new RestCollection(definition, apiVersion, call);
  // The definition determines both the types of its collection and what the collection sends and returns.
  const collection = <D extends ResourceDefinition>(definition: D): Collection<D> =>
    untypedCollection(definition) as unknown as Collection<D>;
  const customMethodsOf = (definition: ResourceDefinition) =>
    Object.fromEntries(methodsOf(definition).map((method) => [method.verb, customMethod(method, apiVersion, call)]));
  const collections = collectionDefinitions.map((definition) => [
    definition.plural,
    Object.assign(
      definition.name === registry.groups.name ? new GroupCollection(apiVersion, call) : untypedCollection(definition),
      customMethodsOf(definition),
    ),
  ]);
  // One collection per type of the registry, with the type's operations and custom methods.
  const typed = Object.fromEntries(collections) as Collections & Pick<PlatformClient, "sessions" | "auditEvents">;
  return {
    ...typed,
    collection,
    revokeTokens: async (uid, own) => {
      await typed.identities.revokeTokens(uid, own);
    },
    testCapabilities: async (uid, capabilities, own) => {
      const response = await typed.groups.testCapabilities(uid, { capabilities }, own);
      return response.capabilities.flatMap((each) => findCapability(each) ?? []);
    },
    lookupIdentity: async (claims, own) => {
      const { uid } = await typed.identities.lookupIdentity(claims, own);
      return typed.identities.get(uid, own);
    },
    close: () => transport.close(),
  };
}
