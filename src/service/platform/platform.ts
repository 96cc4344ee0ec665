import { randomBytes } from "node:crypto";
import { auditLogins, createLoginService, type LoginService, sessionRevoked } from "../auth/login";
import { auditKeys, auditTokens, createTokenService, type TokenService } from "../auth/tokens";
import { type Audit, auditOperations, createAudit } from "../core/audit";
import { createOperations, type Operations } from "../core/operations";
import { timeOf } from "../core/operations/types";
import { AnswerLimit, type AnswerLimitOptions } from "../net/answer-limit";
import { addressResolver, type CallerLimit, callerLimit, DEFAULT_RATE, type Origin } from "../net/caller-limit";
import { jsonFetcher } from "../net/fetch-json";
import type { Log } from "../net/log";
import { loggedText } from "../net/logged-text";
import type { Metrics } from "../net/metrics";
import { checkedUrl, DEFAULT_URL } from "../net/urls";
import { identities, keyStore, lastSeen, openStore, organizations, type Store, settings } from "../store";
import { countExchanges, measureTransactions } from "./instruments";
import { createOrganization, keepBuiltInRoles, type NewOrganization, type Organization } from "./organization";

export interface PlatformOptions {
  /** The directory that holds the data, made if need be; `:memory:` keeps it in this process. */
  readonly data: string;
  /** Takes more memory, and writes less, where much is written, as in an import. */
  readonly isBulk?: boolean | undefined;
  /** Refuses a directory or database that has no store, rather than making one. */
  readonly isExisting?: boolean | undefined;
  /** The API's address, without a trailing slash. What the store knows, unless given; http://127.0.0.1:8787 at first. */
  readonly baseUrl?: string | undefined;
  /** The token service's address; base URL unless given or stored. */
  readonly authUrl?: string | undefined;
  /** The registry's host: tokens can be had for it beside the API. */
  readonly registryHost?: string | undefined;
  /** Allows exchanges with plain-http issuers on loopback. */
  readonly dev?: boolean | undefined;
  /** Hosts of issuers that may have private addresses, with a port where it is not 443; elsewhere those are refused. */
  readonly privateIssuers?: readonly string[] | undefined;
  /** Milliseconds since 1970; the system's by default. */
  readonly clock?: (() => number) | undefined;
  /** How long tokens live that are got in exchange, in seconds; an hour by default. */
  readonly tokenLifetime?: number | undefined;
  /** Does as services do that know of no idempotency keys: for testing clients. */
  readonly ignoreIdempotencyKeys?: boolean | undefined;
  readonly log?: Log | undefined;
  /** Takes figures of what happens; nobody does unless given. */
  readonly metrics?: Metrics | undefined;
  /**
   * How many requests a second one caller may make at this process: an identity, or, where none is known yet, an address,
   * from which twice as many are taken. Four seconds' worth may come at once. 500 by default; 0 switches limits off.
   */
  readonly rateLimit?: number | undefined;
  /** The most that unread answers may take of memory, in bytes. */
  readonly answerLimit?: AnswerLimitOptions | undefined;
  /** Addresses and networks of proxies whose X-Forwarded-For says whose address that is. */
  readonly trustedProxies?: readonly string[] | undefined;
}

/** The platform without its sockets. */
export interface Platform {
  readonly store: Store;
  /** When identities last obtained tokens; written once a minute, and when the platform closes. */
  readonly lastSeen: Pick<lastSeen.LastSeen, "flush">;
  readonly operations: Operations;
  readonly tokens: TokenService;
  /** How people log in. */
  readonly login: LoginService;
  /** Writes and seals audit events. */
  readonly audit: Audit;
  readonly clock: () => number;
  readonly ignoreIdempotencyKeys?: boolean | undefined;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly rateLimit?: CallerLimit | undefined;
  /** Bounds the memory of answers that clients have not read. */
  readonly answerLimit: AnswerLimit;
  /** The address of a request's client, as far as proxies are trusted. */
  addressOf(origin: Origin): string;
  /** The addresses in force. */
  baseUrl(): string;
  authUrl(): string;
  /** Puts other addresses in force, in this process: a server that took a free port knows them only then. */
  moveTo(urls: Urls): void;
  /**
   * Makes a root group and an identity that owns it, and keeps the addresses given to `openPlatform` in the store.
   * Throws PlatformError: ALREADY_EXISTS with the uid of the organization of that name, INVALID_ARGUMENT.
   */
  createOrganization(organization: NewOrganization): Promise<Organization>;
  close(): Promise<void>;
}

export interface Urls {
  readonly baseUrl: string;
  readonly authUrl: string;
}

/** Opens the platform in a data directory. Throws for addresses that are no URLs and for a store of a newer version. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { clock = Date.now, log = () => {}, dev = false } = options;
  const given = { baseUrl: checkedUrl(options.baseUrl), authUrl: checkedUrl(options.authUrl) };
  const { metrics, rateLimit = DEFAULT_RATE } = options;
  const opened = await openStore(options.data, { isBulk: options.isBulk, isExisting: options.isExisting });
  const store = metrics ? measureTransactions(opened, metrics) : opened;
  const { db } = store;

  const baseUrl = given.baseUrl ?? (await settings.get(db, "baseUrl")) ?? DEFAULT_URL;
  let urls: Urls = { baseUrl, authUrl: given.authUrl ?? (await settings.get(db, "authUrl")) ?? baseUrl };
  const cursorSecret = await settings.getOrSet(db, "cursorSecret", randomBytes(32).toString("base64url"));
  await keepBuiltInRoles(store, timeOf(clock));

  const fetchJson = jsonFetcher({ dev, privateHosts: options.privateIssuers });
  const seen = new lastSeen.LastSeen(db, {
    onFailure: (error) => log({ event: "lastSeenTime not written", error: String(error) }),
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
    // None of it was verified: claims can be of any length.
    onRefused: (refusal) => {
      const cut = Object.entries(refusal).map(([name, value]) => [name, loggedText(value)]);
      log({ level: "warn", event: "token refused", ...Object.fromEntries(cut) });
    },
  });

  const audited = auditTokens(tokenService, audit);
  const tokens = metrics ? countExchanges(audited, metrics) : audited;

  return {
    store,
    audit,
    lastSeen: seen,
    clock,
    ignoreIdempotencyKeys: options.ignoreIdempotencyKeys,
    log,
    metrics,
    rateLimit: limit,
    answerLimit: new AnswerLimit(options.answerLimit),
    addressOf: addressResolver(options.trustedProxies ?? []),
    baseUrl: () => urls.baseUrl,
    authUrl: () => urls.authUrl,
    moveTo: (others) => {
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
        countExchange,
      }),
      audit,
    ),
    async createOrganization(organization) {
      const made = await createOrganization({ store, now: timeOf(clock), baseUrl: urls.baseUrl }, organization);
      if (given.baseUrl) await settings.set(db, "baseUrl", given.baseUrl);
      else await settings.getOrSet(db, "baseUrl", DEFAULT_URL);
      if (given.authUrl) await settings.set(db, "authUrl", given.authUrl);
      return made;
    },
    async close() {
      await audit.close();
      await seen.flush();
      await store.close();
    },
  };
}
