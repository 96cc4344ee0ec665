import { unauthenticated } from "../../api";
import type { Caller } from "../core/access";
import type { CallerLimit, Origin } from "../net/caller-limit";
import type { ResponseLimit } from "../net/response-limit";
import type { TokenService } from "./tokens";

/** The parts of a request that identify its caller. */
export interface CallerRequest {
  /** The Authorization header or metadata. */
  readonly authorization: string | undefined;
  readonly origin: Origin;
  readonly requestId: string;
}

/** The services that identify callers and enforce their limits. */
export interface Identification {
  readonly tokens: Pick<TokenService, "verifyAccessToken">;
  /** Absent if rate limits are disabled. */
  readonly rateLimit?: Pick<CallerLimit, "identity"> | undefined;
  readonly responseLimit: Pick<ResponseLimit, "check">;
  /** Returns the client address of a request. */
  addressOf(origin: Origin): string;
}

/**
 * Returns the caller of a request. Moves the request from the address's rate limit to the identity's. Revocation is
 * checked when the caller's access is loaded. Throws UNAUTHENTICATED, RESOURCE_EXHAUSTED.
 */
export async function callerOf(
  { tokens, rateLimit, responseLimit, addressOf }: Identification,
  { authorization, origin, requestId }: CallerRequest,
): Promise<Caller> {
  const { identityUid, generation, session, provider, actors, tokenId, restrictions } = await tokens.verifyAccessToken(
    bearerToken(authorization),
  );
  rateLimit?.identity(identityUid, origin);
  responseLimit.check(identityUid);
  return {
    identityUid,
    generation,
    session,
    provider,
    actors,
    restrictions,
    ...(tokenId === undefined ? {} : { tokenId }),
    address: addressOf(origin),
    requestId,
  };
}

/** Returns the token of an Authorization header. Throws UNAUTHENTICATED if there is none. */
export function bearerToken(authorization: string | undefined): string {
  const [, token] = /^bearer +([^\s]+)$/i.exec(authorization ?? "") ?? [];
  if (!token) throw unauthenticated('the Authorization header must be "Bearer TOKEN"');
  return token;
}
