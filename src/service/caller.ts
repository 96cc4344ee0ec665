import type { Caller } from "./access";
import type { Platform } from "./platform";
import { bearerToken } from "./tokens";

/**
 * Who makes a request, by its Authorization header or metadata, and counts the request as theirs. Whether that identity is
 * still there shows when its access is looked at. Throws
 * UNAUTHENTICATED, RESOURCE_EXHAUSTED.
 */
export async function callerOf(
  { tokens, rateLimit }: Platform,
  authorization: string | undefined,
  requestId: string,
): Promise<Caller> {
  const { identityUid, narrowing } = await tokens.genuine(bearerToken(authorization));
  rateLimit?.take(identityUid);
  return { identityUid, narrowing, requestId };
}
