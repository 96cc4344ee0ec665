import { unauthenticated } from "../../api";
import type { IdentityDirectory, StoredIdentity } from "./ports";

/** What a token of ours says about its bearer, beside what the token may be used for. */
export interface Credential {
  readonly identityUid: string;
  /**
   * The identity's token generation when the token was issued; 0 unless given, as in tokens of versions without it. The
   * identity's own rises whenever other people or workloads may hold the token than those who may assume the identity.
   */
  readonly generation?: number | undefined;
  /** The uid of the session that the token belongs to, where a person's login brought it. */
  readonly session?: string | undefined;
}

/**
 * Returns the identity of a token whose signature was verified. Throws UNAUTHENTICATED if the identity was deleted or
 * disabled, its tokens were revoked, or the token's session ended, since the token was issued.
 */
export async function requireCurrent(
  identities: Pick<IdentityDirectory, "get" | "hasSession">,
  { identityUid, generation = 0, session }: Credential,
): Promise<StoredIdentity> {
  const identity = await identities.get(identityUid);
  if (!identity) throw unauthenticated("the token's identity no longer exists");
  if (identity.disabled) throw unauthenticated("the token's identity is disabled");
  if (generationOf(identity) !== generation)
    throw unauthenticated(
      "the token was revoked: its identity was disabled, or the way to assume it changed; get a new one",
    );
  if (session !== undefined && !(await identities.hasSession(session)))
    throw unauthenticated("the token's session has ended; log in again");
  return identity;
}

/** The generation of the tokens that an identity gets now. */
export const generationOf = ({ tokenGeneration = 0 }: Pick<StoredIdentity, "tokenGeneration">): number =>
  tokenGeneration;
