import { PlatformError, unauthenticated } from "../../../api";
import type { IdentityDirectory, StoredIdentity } from "../../store";

/** The claims of a platform token that identify its bearer, without the token's restrictions. */
export interface Credential {
  readonly identityUid: string;
  /**
   * The identity's token generation when the token was issued; 0 by default, as in tokens of versions without it. The
   * identity's generation increases whenever the token may be held by someone who can no longer assume the identity.
   */
  readonly generation?: number | undefined;
  /** The uid of the session, if the token comes from a person's login. */
  readonly session?: string | undefined;
  /** The identity provider that verified the person, at a login or in the exchange of one of its tokens. */
  readonly provider?: ProviderGeneration | undefined;
  /**
   * The other identities in the token's chain of exchanges, latest first. Revoking the tokens of any of them also
   * revokes this one.
   */
  readonly actors?: readonly Actor[] | undefined;
}

/** An identity whose token was exchanged for another identity's, with its token generation at that time. */
export interface Actor {
  readonly identityUid: string;
  readonly generation: number;
}

/** An identity provider at the time when it verified a person. */
export interface ProviderGeneration {
  readonly uid: string;
  /** Its token generation at that time. It increases whenever the set of admitted people changes. */
  readonly generation: number;
}

/**
 * Returns the identity of a token with a verified signature. Throws UNAUTHENTICATED if, since the token was issued, the
 * identity was deleted or disabled, its tokens were revoked, the person logged out, its identity provider was changed or
 * deleted, or the tokens of an identity in its chain of exchanges were revoked.
 */
export async function requireCurrent(
  identities: Pick<IdentityDirectory, "get" | "hasSession" | "providerGeneration">,
  { identityUid, generation = 0, session, provider, actors = [] }: Credential,
): Promise<StoredIdentity> {
  const identity = await identities.get(identityUid);
  if (!identity) throw unauthenticated("the token's identity no longer exists");
  if (identity.disabled) throw unauthenticated("the token's identity is disabled");
  if (generationOf(identity) !== generation)
    throw unauthenticated(
      "the token was revoked: its identity was disabled, or its trust settings changed; get a new one",
    );
  if (session !== undefined && !(await identities.hasSession(session)))
    throw unauthenticated("the token's session has ended; log in again");
  if (provider && (await identities.providerGeneration(provider.uid)) !== provider.generation)
    throw unauthenticated("the token was revoked: its identity provider was changed or deleted; get a new one");
  for (const actor of actors) {
    const found = await identities.get(actor.identityUid);
    if (!found || found.disabled || generationOf(found) !== actor.generation)
      throw unauthenticated(
        `the token was revoked: it was derived from a token of identity ${actor.identityUid}, which was deleted or disabled, or whose tokens were revoked; get a new one`,
      );
  }
  return identity;
}

/** Each actor is read when the token's access is loaded, and adds a uid of up to 600 characters to the token. */
const MAX_ACTORS = 8;

/**
 * Returns the claims that a token inherits from the verified token that is exchanged for it, so that whatever ends the
 * original ends the new one. Throws PERMISSION_DENIED if the chain of exchanges is too long.
 */
export function inheritedClaims(
  exchanged: Credential,
  to: Credential,
): Pick<Credential, "session" | "provider" | "actors"> {
  const { identityUid, generation = 0, session, provider, actors = [] } = exchanged;
  // Keep another generation of the same identity: the token was revoked after it was verified.
  const isOther = (actor: Actor) => actor.identityUid !== to.identityUid || actor.generation !== (to.generation ?? 0);
  const all = [{ identityUid, generation }, ...actors].filter(isOther);
  if (all.length > MAX_ACTORS)
    throw new PlatformError(
      "PERMISSION_DENIED",
      `Permission denied: the chain of exchanges would contain ${all.length} other identities, more than the maximum of ${MAX_ACTORS}; exchange an earlier token of the chain`,
    );
  return { session, provider, actors: all };
}

/** Returns the current token generation of an identity or identity provider. */
export const generationOf = ({ tokenGeneration = 0 }: { readonly tokenGeneration?: number }): number => tokenGeneration;
