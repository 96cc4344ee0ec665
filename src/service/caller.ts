import type { Caller } from "./access";
import type { Origin } from "./caller-limit";
import type { Platform } from "./platform";
import { bearerToken } from "./tokens";

/** A request, as far as it tells who makes it. */
export interface Asking {
  /** Its Authorization header or metadata. */
  readonly authorization: string | undefined;
  readonly origin: Origin;
  readonly requestId: string;
}

/**
 * Who makes a request, which was counted as its address's; it counts as the caller's instead. Whether that token was
 * revoked shows when its access is loaded. Throws UNAUTHENTICATED, RESOURCE_EXHAUSTED.
 */
export async function callerOf(
  { tokens, rateLimit, answerLimit, addressOf }: Platform,
  { authorization, origin, requestId }: Asking,
): Promise<Caller> {
  const { identityUid, generation, session, provider, actors, tokenId, narrowing } = await tokens.genuine(
    bearerToken(authorization),
  );
  rateLimit?.identity(identityUid, origin);
  answerLimit.check(identityUid);
  return {
    identityUid,
    generation,
    session,
    provider,
    actors,
    narrowing,
    ...(tokenId === undefined ? {} : { tokenId }),
    address: addressOf(origin),
    requestId,
  };
}
