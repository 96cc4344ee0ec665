import { authPaths, PlatformError } from "../../api";
import { objectOrEmpty } from "../../model";
import { requireAddress } from "../address";
import { requestOtherOrigin } from "../http/request-other-origin";
import type { Hooks } from "../http/transport";
import type { Credentials } from "./credentials";
import { describeClaims, isToken, lifetimeOf } from "./jwt";
import { RenewableToken, renewalOf } from "./renewed-token";
import type { CachedToken, TokenCache } from "./token-cache";
import type { TokenSource } from "./token-source";

export interface ExchangeOptions {
  /** The address of the token exchange. */
  readonly authUrl: string;
  /** The audience of the token: the service's base_url. */
  readonly audience: string;
  /**
   * The uid of the identity to assume. Without it, the service finds the one that matches the token's claims literally.
   */
  readonly identity?: string;
  /** The name or uid of the identity's organization. */
  readonly organization?: string;
  readonly source: TokenSource;
  /** The audience of the source's tokens; defaults to authUrl. */
  readonly sourceAudience?: string;
  /** Allows plain http for an authUrl that is not loopback. */
  readonly insecure?: boolean;
  /** Caches tokens for other processes, if the source has a cache key. */
  readonly cache?: TokenCache | undefined;
  readonly onExchange?: Hooks["onExchange"];
  /** PEM certificates of CAs to trust in addition to the default ones. */
  readonly ca?: string | undefined;
}

/** Reports whether the token service responded and rejected the request. */
const isRejected = (error: PlatformError): boolean => error.http >= 400 && error.http < 500 && error.http !== 429;

/** Describes what an exchange was decided by: a wrong identity, organization or claim is a frequent cause of a rejection. */
function describeRequest(identity: string | undefined, organization: string | undefined, proof: string): string {
  const claims = describeClaims(proof);
  return [
    `identity: ${identity ?? "none"}, organization: ${organization ?? "none"}`,
    ...(claims === undefined ? [] : [`the token has ${claims}`]),
  ].join("; ");
}

/** The assumed lifetime of a token that does not state one, in milliseconds. */
const DEFAULT_LIFETIME_MS = 60 * 60_000;

/**
 * Exchanges identity tokens for access tokens. At most one exchange runs at a time, and a rejected one is not retried:
 * see {@link RenewableToken}. Throws PlatformError INVALID_ARGUMENT for an invalid authUrl.
 */
export function exchangedToken(options: ExchangeOptions): Credentials {
  const { audience, identity, organization, source, cache } = options;
  const authUrl = requireAddress("authUrl", options.authUrl, options.insecure);
  const sourceAudience = options.sourceAudience ?? authUrl;

  /** Returns a cached token, unless it is the rejected one; otherwise exchanges a new one and caches it. */
  async function getOrExchange(rejected: string | undefined, onExchange: () => void): Promise<CachedToken> {
    const proof = cache && (await source.proof?.(sourceAudience));
    if (cache === undefined || proof === undefined) {
      onExchange();
      return exchange();
    }
    const key = [authUrl, audience, identity ?? null, organization ?? null, proof];
    const known = cache.read(key);
    if (known && known.token !== rejected) return known;
    onExchange();
    const token = await exchange();
    cache.write(key, token);
    return token;
  }

  async function exchange(): Promise<CachedToken> {
    const startedAt = Date.now();
    const proof = await source.token(sourceAudience);
    const query = new URLSearchParams({
      aud: audience,
      ...(identity ? { identity } : {}),
      ...(organization ? { organization } : {}),
    });
    const response = await requestOtherOrigin(`Cannot exchange ${source.title ?? "the identity token"}`, {
      url: `${authUrl}${authPaths.exchange}?${query}`,
      headers: { authorization: `Bearer ${proof}` },
      ca: options.ca,
    }).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      const message = isRejected(error)
        ? `${error.message} (${describeRequest(identity, organization, proof)})`
        : error.message;
      throw error.withMessage(identity !== undefined && source.advice ? `${message}. ${source.advice}` : message);
    });
    const { token, expiry } = objectOrEmpty(response);
    if (typeof token !== "string" || !isToken(token))
      throw new PlatformError("UNKNOWN", `${authUrl} returned no token`);
    const lifetime = lifetimeOf(token) ?? (Date.parse(String(expiry)) - startedAt || DEFAULT_LIFETIME_MS);
    return { token, renewAt: renewalOf(startedAt + lifetime, lifetime) };
  }

  return new RenewableToken(async (rejected) => {
    const started = performance.now();
    let isShared = true;
    const token = await getOrExchange(rejected, () => {
      isShared = false;
    });
    const milliseconds = Math.round(performance.now() - started);
    const event = { authUrl, audience, identity, source: source.title ?? "the identity token", sourceAudience };
    options.onExchange?.({ ...event, fromCache: isShared, milliseconds });
    return token;
  });
}
