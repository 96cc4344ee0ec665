import type { Caller } from "../core/access";
import type { AnswerLimit } from "../net/answer-limit";
import type { CallerLimit, Origin } from "../net/caller-limit";
import { bearerToken, type TokenService } from "./tokens";

/** A request, as far as it tells who makes it. */
export interface CallerRequest {
  /** Its Authorization header or metadata. */
  readonly authorization: string | undefined;
  readonly origin: Origin;
  readonly requestId: string;
}

/** What identifies and counts callers. */
export interface Identification {
  readonly tokens: Pick<TokenService, "verifyAccessToken">;
  /** Absent while limits are off. */
  readonly rateLimit?: Pick<CallerLimit, "identity"> | undefined;
  readonly answerLimit: Pick<AnswerLimit, "check">;
  /** The address of a request's client. */
  addressOf(origin: Origin): string;
}

/**
 * Who makes a request, which was counted as its address's; it counts as the caller's instead. Whether that token was
 * revoked shows when its access is loaded. Throws UNAUTHENTICATED, RESOURCE_EXHAUSTED.
 */
export async function callerOf(
  { tokens, rateLimit, answerLimit, addressOf }: Identification,
  { authorization, origin, requestId }: CallerRequest,
): Promise<Caller> {
  const { identityUid, generation, session, provider, actors, tokenId, narrowing } = await tokens.verifyAccessToken(
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
