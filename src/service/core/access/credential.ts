import { PlatformError, unauthenticated } from "../../../api";
import type { IdentityDirectory, StoredIdentity } from "../../store";

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
  /** The identity provider that verified the person, at a login or where a token of its own was exchanged. */
  readonly provider?: ProviderGeneration | undefined;
  /** The other identities that the token descends from by exchange, the latest first; it ends with their tokens. */
  readonly actors?: readonly Actor[] | undefined;
}

/** An identity whose token was exchanged for one of another identity, with its token generation then. */
export interface Actor {
  readonly identityUid: string;
  readonly generation: number;
}

/** An identity provider, as it was when it verified a person. */
export interface ProviderGeneration {
  readonly uid: string;
  /** Its token generation then, which rises whenever it admits other people than before. */
  readonly generation: number;
}

/**
 * Returns the identity of a token whose signature was verified. Throws UNAUTHENTICATED if the identity was deleted or
 * disabled, its tokens were revoked, the token's session ended, its identity provider was changed or deleted, or the tokens
 * of an identity that it descends from ended, since the token was issued.
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
      "the token was revoked: its identity was disabled, or the way to assume it changed; get a new one",
    );
  if (session !== undefined && !(await identities.hasSession(session)))
    throw unauthenticated("the token's session has ended; log in again");
  if (provider && (await identities.providerGeneration(provider.uid)) !== provider.generation)
    throw unauthenticated("the token was revoked: its identity provider was changed or deleted; get a new one");
  for (const actor of actors) {
    const found = await identities.get(actor.identityUid);
    if (!found || found.disabled || generationOf(found) !== actor.generation)
      throw unauthenticated(
        `the token was revoked: it descends from a token of identity ${actor.identityUid}, which was deleted or disabled, or whose tokens were revoked; get a new one`,
      );
  }
  return identity;
}

/** Each is read when the token's access is loaded, and stands in the token with a uid of up to 600 characters. */
const MAX_ACTORS = 8;

/**
 * What a token of an identity has beside it if a verified token is exchanged for it: all that ends that token ends the new
 * one too. Throws PERMISSION_DENIED for a token that descends from too many identities.
 */
export function inheritedFrom(
  exchanged: Credential,
  to: Credential,
): Pick<Credential, "session" | "provider" | "actors"> {
  const { identityUid, generation = 0, session, provider, actors = [] } = exchanged;
  // Another generation of the same identity stays: the token was revoked since it was verified.
  const isOther = (actor: Actor) => actor.identityUid !== to.identityUid || actor.generation !== (to.generation ?? 0);
  const all = [{ identityUid, generation }, ...actors].filter(isOther);
  if (all.length > MAX_ACTORS)
    throw new PlatformError(
      "PERMISSION_DENIED",
      `Permission denied: the token would descend from tokens of ${all.length} other identities, of which ${MAX_ACTORS} are allowed; exchange a token that went through fewer exchanges`,
    );
  return { session, provider, actors: all };
}

/** The generation of the tokens that an identity, or an identity provider, gives now. */
export const generationOf = ({ tokenGeneration = 0 }: { readonly tokenGeneration?: number }): number => tokenGeneration;
