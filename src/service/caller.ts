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
 * Who makes a request; it counts as theirs, or, where its token is not good, as its address's. Whether that token was
 * revoked shows when its access is looked at. Throws UNAUTHENTICATED, RESOURCE_EXHAUSTED.
 */
export async function callerOf(
  { tokens, rateLimit, addressOf }: Platform,
  { authorization, origin, requestId }: Asking,
): Promise<Caller> {
  const { identityUid, generation, session, tokenId, narrowing } = await verified();
  rateLimit?.identity(identityUid);
  const address = addressOf(origin);
  return {
    identityUid,
    generation,
    session,
    narrowing,
    ...(tokenId === undefined ? {} : { tokenId }),
    address,
    requestId,
  };

  async function verified() {
    try {
      return await tokens.genuine(bearerToken(authorization));
    } catch (error) {
      rateLimit?.origin(origin);
      throw error;
    }
  }
}
