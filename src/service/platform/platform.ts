import { randomBytes } from "node:crypto";
import { httpUrlProblem } from "../../model";
import { auditLogins, createLoginService, type LoginService, sessionRevoked } from "../auth/login";
import { auditKeys, auditTokens, createTokenService, type TokenService } from "../auth/tokens";
import type { TokenMinter } from "../auth/tokens/minting";
import { type Audit, auditOperations, createAudit } from "../core/audit";
import { createOperations, type Operations } from "../core/operations";
import { timeOf } from "../core/operations/types";
import { addressResolver, type CallerLimit, callerLimit, DEFAULT_RATE, type Origin } from "../net/caller-limit";
import { jsonFetcher } from "../net/fetch-json";
import { ListQueue } from "../net/list-queue";
import type { Log } from "../net/log";
import { loggedText } from "../net/log";
import type { Metrics } from "../net/metrics";
import { ResponseLimit, type ResponseLimitOptions } from "../net/response-limit";
import { identities, keyStore, lastSeen, openStore, organizations, type Store, settings } from "../store";
import { countExchanges, measureTransactions } from "./instruments";
import type { NewOrganization, Organization } from "./new-organization";
import { createOrganization, storeBuiltInRoles } from "./organization";

/** The default URL of the platform. */
export const DEFAULT_URL = "http://127.0.0.1:8787";

export interface PlatformOptions {
  /** The data directory, created if necessary; `:memory:` keeps the data in this process. */
  readonly data: string;
  /** Uses more memory to write less, for bulk writes such as imports. */
  readonly isBulk?: boolean | undefined;
  /** Throws if the directory or database has no store, instead of creating one. */
  readonly mustExist?: boolean | undefined;
  /**
   * The API's base URL, without a trailing slash. Defaults to the stored one, or http://127.0.0.1:8787 in a new store.
   */
  readonly baseUrl?: string | undefined;
  /** The token service's URL. Defaults to the stored one, or the base URL. */
  readonly authUrl?: string | undefined;
  /** The registry's host, which is allowed as an audience of tokens in addition to the API. */
  readonly registryHost?: string | undefined;
  /** Allows exchanges with plain-http issuers on loopback. */
  readonly dev?: boolean | undefined;
  /**
   * Hosts of issuers that may have private addresses, with a port unless it is 443. Other private addresses are
   * rejected.
   */
  readonly privateIssuers?: readonly string[] | undefined;
  /** Returns milliseconds since the Unix epoch; the system's clock by default. */
  readonly clock?: (() => number) | undefined;
  /** The lifetime of exchanged tokens in seconds; one hour by default. */
  readonly tokenLifetime?: number | undefined;
  readonly log?: Log | undefined;
  /** Collects metrics; disabled by default. */
  readonly metrics?: Metrics | undefined;
  /**
   * The number of requests per second that one caller may make to this process, with bursts of four seconds' worth. A
   * caller is an identity or, before authentication, an address, which may make twice as many. 500 by default; 0
   * disables rate limits.
   */
  readonly rateLimit?: number | undefined;
  /** The maximum memory for unread responses, in bytes. */
  readonly responseLimit?: ResponseLimitOptions | undefined;
  /** Addresses and networks of proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies?: readonly string[] | undefined;
}

interface TokenIssuer {
  readonly tokens: TokenMinter;
}

/**
 * The platform without its network servers. Members marked internal are for the service's own servers, and not part of
 * the package's declarations.
 */
export interface Platform extends TokenIssuer {
  /** @internal */
  readonly store: Store;
  /** @internal Records when identities last obtained tokens; written once a minute, and when the platform closes. */
  readonly lastSeen: Pick<lastSeen.LastSeen, "flush">;
  /** @internal */
  readonly operations: Operations;
  /** @internal */
  readonly tokens: TokenService;
  /** @internal The login service for people. */
  readonly login: LoginService;
  /** @internal Writes and seals audit events. */
  readonly audit: Audit;
  /** @internal */
  readonly clock: () => number;
  /** @internal */
  readonly log: Log;
  /** @internal */
  readonly metrics?: Metrics | undefined;
  /** @internal */
  readonly rateLimit?: CallerLimit | undefined;
  /** @internal Bounds the memory of responses that clients have not read. */
  readonly responseLimit: ResponseLimit;
  /** @internal Limits concurrent list requests. */
  readonly listQueue: ListQueue;
  /** @internal Returns the client address of a request; uses X-Forwarded-For only from trusted proxies. */
  addressOf(origin: Origin): string;
  /** The current base URL. */
  baseUrl(): string;
  authUrl(): string;
  /** @internal Changes the URLs in this process: a server on an arbitrary free port knows them only once it listens. */
  setUrls(urls: Urls): void;
  /**
   * Creates a root group and an identity that owns it, and stores the URLs given to `openPlatform`. Throws
   * PlatformError: ALREADY_EXISTS with the uid of the organization of that name, or INVALID_ARGUMENT.
   */
  createOrganization(organization: NewOrganization): Promise<Organization>;
  close(): Promise<void>;
}

/** Returns a URL without a trailing slash. Throws for a URL that cannot be a service's. */
function checkedUrl(setting: string, text: string | undefined): string | undefined {
  const problem = text === undefined ? undefined : httpUrlProblem(text);
  if (problem !== undefined) throw new Error(`${setting} ${problem}`);
  return text?.replace(/\/+$/, "");
}

export interface Urls {
  readonly baseUrl: string;
  readonly authUrl: string;
}

/**
 * Opens the platform on a store. Throws if a URL is invalid or a newer version wrote the store. Longer than 80 lines
 * because it connects all parts of the platform.
 */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { clock = Date.now, log = () => {}, dev = false } = options;
  const configured = {
    baseUrl: checkedUrl("base_url", options.baseUrl),
    authUrl: checkedUrl("auth_url", options.authUrl),
  };
  const { metrics, rateLimit = DEFAULT_RATE } = options;
  const opened = await openStore(options.data, { isBulk: options.isBulk, mustExist: options.mustExist });
  const store = metrics ? measureTransactions(opened, metrics) : opened;
  const { db } = store;

  const baseUrl = configured.baseUrl ?? (await settings.get(db, "baseUrl")) ?? DEFAULT_URL;
  let urls: Urls = { baseUrl, authUrl: configured.authUrl ?? (await settings.get(db, "authUrl")) ?? baseUrl };
  const cursorSecret = await settings.getOrSet(db, "cursorSecret", randomBytes(32).toString("base64url"));
  await storeBuiltInRoles(store, timeOf(clock));

  const fetchJson = jsonFetcher({ dev, privateHosts: options.privateIssuers });
  const seen = new lastSeen.LastSeen(db, {
    onFailure: (error) => log({ event: "failed to write lastSeenTime", error: String(error) }),
  });
  const limit = rateLimit === 0 ? undefined : callerLimit(rateLimit, clock, options.trustedProxies);
  const countExchange = (identityUid: string) => limit?.exchange(identityUid);
  const audit = createAudit({ store, clock, log });
  const tokenService = createTokenService({
    keys: auditKeys(keyStore(db), audit),
    identities: identities.identityDirectory(db, seen),
    organizations: organizations.organizationDirectory(db),
    baseUrl: () => urls.baseUrl,
    authUrl: () => urls.authUrl,
    registryHost: options.registryHost,
    fetchJson,
    tokenLifetime: options.tokenLifetime,
    clock,
    countExchange,
    // The claims are unverified and can have any length.
    onRejected: (rejection) => {
      const cut = Object.entries(rejection).map(([name, value]) => [name, loggedText(value)]);
      log({ level: "warn", event: "token rejected", ...Object.fromEntries(cut) });
    },
  });

  const responseLimit = new ResponseLimit(options.responseLimit);
  const audited = auditTokens(tokenService, audit);
  const tokens = metrics ? countExchanges(audited, metrics) : audited;

  return {
    store,
    audit,
    lastSeen: seen,
    clock,
    log,
    metrics,
    rateLimit: limit,
    responseLimit,
    listQueue: new ListQueue(responseLimit),
    addressOf: addressResolver(options.trustedProxies ?? []),
    baseUrl: () => urls.baseUrl,
    authUrl: () => urls.authUrl,
    setUrls: (others) => {
      urls = others;
    },
    operations: auditOperations(
      createOperations({ store, clock, cursorSecret, authUrl: () => urls.authUrl, keysOf: tokens.keysOf }),
      audit,
    ),
    tokens,
    login: auditLogins(
      createLoginService({
        store,
        tokens,
        fetchJson,
        clock,
        dev,
        authUrl: () => urls.authUrl,
        onRevoked: sessionRevoked(audit),
        onRejected: (login) => log({ level: "warn", event: "login rejected", ...login }),
        countExchange,
      }),
      audit,
    ),
    async createOrganization(newOrganization) {
      const dependencies = { store, now: timeOf(clock), baseUrl: urls.baseUrl };
      const organization = await createOrganization(dependencies, newOrganization);
      if (configured.baseUrl) await settings.set(db, "baseUrl", configured.baseUrl);
      else await settings.getOrSet(db, "baseUrl", DEFAULT_URL);
      if (configured.authUrl) await settings.set(db, "authUrl", configured.authUrl);
      return organization;
    },
    async close() {
      await audit.close();
      await seen.flush();
      await store.close();
    },
  };
}
