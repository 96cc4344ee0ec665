import { authPaths, PlatformError } from "../../api";
import { addressOf } from "../address";
import { askElsewhere } from "../http/ask-elsewhere";
import type { Hooks } from "../http/transport";
import type { Credentials } from "./credentials";
import { isToken, lifetimeOf } from "./jwt";
import { RenewedToken, renewalOf } from "./renewed-token";
import type { HeldToken, TokenCache } from "./token-cache";
import type { TokenSource } from "./token-source";

export interface ExchangeOptions {
  /** Where tokens are exchanged. */
  readonly authUrl: string;
  /** Whom the token is for: the service's base_url. */
  readonly audience: string;
  /** The uid of the identity to assume; without it, the service finds the one that names the token's claims literally. */
  readonly identity?: string;
  /** The name or the uid of the identity's organization. */
  readonly organization?: string;
  readonly source: TokenSource;
  /** The audience that the source's tokens carry: authUrl unless given. */
  readonly sourceAudience?: string;
  /** Allows an authUrl that is plain http and not loopback. */
  readonly insecure?: boolean;
  /** Shares tokens with other processes, if the source can say what a process must have to be given one. */
  readonly cache?: TokenCache | undefined;
  readonly onExchange?: Hooks["onExchange"];
  /** Certificates of authorities (PEM) that are trusted beside the usual ones. */
  readonly ca?: string | undefined;
}

/** Whether the token service answered, and did not accept what was sent. */
const isRefused = (error: PlatformError): boolean => error.http >= 400 && error.http < 500 && error.http !== 429;

/** Which identity and organization an exchange named: a wrong or missing one is a frequent cause of a refusal. */
const sentWith = (identity: string | undefined, organization: string | undefined): string =>
  `sent with ${identity ? `identity ${identity}` : "no identity"} and ${organization ? `organization ${organization}` : "no organization"}`;

/** How long a token lives that does not tell, in milliseconds. */
const HOUR = 60 * 60_000;

/**
 * Tokens got in exchange for a pipeline's own. At most one exchange is under way at a time, and one that is refused is
 * not tried again: see {@link RenewedToken}. Throws PlatformError INVALID_ARGUMENT for an authUrl that will not do.
 */
export function exchangedToken(options: ExchangeOptions): Credentials {
  const { audience, identity, organization, source, cache } = options;
  const authUrl = addressOf("authUrl", options.authUrl, options.insecure);
  const sourceAudience = options.sourceAudience ?? authUrl;

  /** What another process got, unless it is the one that was refused; else a new one, for others too. */
  async function shared(refused: string | undefined, onExchange: () => void): Promise<HeldToken> {
    const proof = cache && (await source.proof?.(sourceAudience));
    if (cache === undefined || proof === undefined) {
      onExchange();
      return exchanged();
    }
    const key = [authUrl, audience, identity ?? null, organization ?? null, proof];
    const known = cache.read(key);
    if (known && known.token !== refused) return known;
    onExchange();
    const token = await exchanged();
    cache.write(key, token);
    return token;
  }

  async function exchanged(): Promise<HeldToken> {
    const startedAt = Date.now();
    const proof = await source.token(sourceAudience);
    const query = new URLSearchParams({
      aud: audience,
      ...(identity ? { identity } : {}),
      ...(organization ? { organization } : {}),
    });
    const answer = await askElsewhere(`Cannot exchange ${source.title ?? "the identity token"}`, {
      url: `${authUrl}${authPaths.exchange}?${query}`,
      headers: { authorization: `Bearer ${proof}` },
      ca: options.ca,
    }).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      const message = isRefused(error) ? `${error.message} (${sentWith(identity, organization)})` : error.message;
      throw error.reworded(identity !== undefined && source.advice ? `${message}. ${source.advice}` : message);
    });
    const { token, expiry } = (answer ?? {}) as { readonly token?: unknown; readonly expiry?: unknown };
    if (typeof token !== "string" || !isToken(token))
      throw new PlatformError("UNKNOWN", `${authUrl} answered an exchange without a token`);
    const lifetime = lifetimeOf(token) ?? (Date.parse(String(expiry)) - startedAt || HOUR);
    return { token, renewAt: renewalOf(startedAt + lifetime, lifetime) };
  }

  return new RenewedToken(async (refused) => {
    const started = performance.now();
    let isShared = true;
    const token = await shared(refused, () => {
      isShared = false;
    });
    const milliseconds = Math.round(performance.now() - started);
    const said = { authUrl, audience, identity, source: source.title ?? "the identity token", sourceAudience };
    options.onExchange?.({ ...said, isShared, milliseconds });
    return token;
  });
}
