import type { Caller } from "./access";
import { bearerToken, type TokenService } from "./tokens";

/** Who makes a request, by its Authorization header or metadata. Throws UNAUTHENTICATED. */
export async function callerOf(tokens: TokenService, authorization: string | undefined): Promise<Caller> {
  const { identityUid, narrowing } = await tokens.verify(bearerToken(authorization));
  return { identityUid, narrowing };
}
