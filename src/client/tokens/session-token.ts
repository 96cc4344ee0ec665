import { authPaths, PlatformError } from "../../api";
import { objectOrEmpty } from "../../model";
import { requestOtherOrigin } from "../http/request-other-origin";
import type { Credentials } from "./credentials";
import { expiryOf, lifetimeOf } from "./jwt";
import { RenewableToken, renewalOf } from "./renewed-token";
import { readSession, type Session, withSessionLock, writeSession } from "./session";
import type { CachedToken } from "./token-cache";
import type { TokenSource } from "./token-source";

/** The token of the `platformctl login` session; renewed shortly before it expires and saved for other processes. */
export const sessionToken = (file: string, ca?: string): Credentials =>
  new RenewableToken((rejected) => readOrRefresh(file, rejected, ca));

/** Like {@link sessionToken}, but with at least half of its lifetime left, for holders that cannot renew it. */
export function longLivedSessionToken(file: string, ca?: string): Credentials {
  const credentials = sessionToken(file, ca);
  return {
    async token(options) {
      const token = await credentials.token(options);
      const left = (expiryOf(token)?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now();
      const hasHalfItsLifetimeLeft = left > (lifetimeOf(token) ?? 0) / 2;
      return hasHalfItsLifetimeLeft ? token : credentials.token({ ...options, rejected: token });
    },
  };
}

/**
 * Exchanges the session's token for tokens with another audience or identity. Those for another audience expire no later
 * than it does.
 */
export function sessionSource(file: string, ca?: string): TokenSource {
  const credentials = longLivedSessionToken(file, ca);
  return {
    title: "the platformctl login session",
    advice: "Remove identity to act as the logged-in user; in pipelines, set PLATFORM_IDENTITY instead.",
    token: (_audience, options) => credentials.token(options),
    proof: async () => ["session", await credentials.token()],
  };
}

async function readOrRefresh(file: string, rejected: string | undefined, ca: string | undefined): Promise<CachedToken> {
  const isValid = ({ token, renewAt }: CachedToken) => token !== rejected && Date.now() < renewAt;
  const stored = toCachedToken(readSession(file));
  if (isValid(stored)) return stored;
  return withSessionLock(file, async () => {
    // Another process may have renewed it already.
    const before = readSession(file);
    return isValid(toCachedToken(before)) ? toCachedToken(before) : toCachedToken(await refresh(file, before, ca));
  }).catch((error: NodeJS.ErrnoException) => {
    if (!error.syscall) throw error;
    throw new PlatformError("UNAUTHENTICATED", `cannot refresh the login session in ${file}: ${error.code}`, {
      cause: error,
    });
  });
}

function toCachedToken({ token, expiry }: Session): CachedToken {
  const endsAt = Date.parse(expiry);
  return { token, renewAt: renewalOf(endsAt, lifetimeOf(token) ?? Number.POSITIVE_INFINITY) };
}

async function refresh(file: string, { authUrl, refreshToken }: Session, ca: string | undefined): Promise<Session> {
  const request = { method: "POST", url: `${authUrl}${authPaths.refresh}`, sendOnce: true } as const;
  const headers = { authorization: `Bearer ${refreshToken}` };
  const response = await requestOtherOrigin("Cannot refresh the login session", { ...request, headers, ca }).catch(
    (error: unknown) => {
      if (!(error instanceof PlatformError && error.code === "UNAUTHENTICATED")) throw error;
      const message = `the login session has ended; run \`platformctl login --auth-url ${authUrl}\``;
      throw new PlatformError("UNAUTHENTICATED", message, { cause: error });
    },
  );
  const renewed = objectOrEmpty(response);
  const { token, expiry } = objectOrEmpty(renewed.token);
  const { token: next } = objectOrEmpty(renewed.refreshToken);
  if (!isText(token) || !isText(expiry) || !isText(next))
    throw new PlatformError("UNKNOWN", `${authUrl} returned no tokens`);
  const session = { authUrl, token, expiry, refreshToken: next };
  writeSession(file, session);
  return session;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
