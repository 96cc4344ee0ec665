import { errors, type JWTPayload } from "jose";
import { unauthenticated } from "../../api";
import type { KeySource } from "./issuer-keys";
import { readToken, remoteKeys, verifySignature } from "./outside-token";
import type { Clock } from "./ports";

export interface IdTokenExpectation {
  readonly token: string;
  readonly issuer: string;
  /** The platform's client at that issuer. */
  readonly clientId: string;
  /** What the login was begun with; undefined where no login of ours brought the token. */
  readonly nonce?: string | undefined;
}

/** Verifies what an identity provider says of a person. Throws UNAUTHENTICATED, UNAVAILABLE. */
export async function verifyIdToken(
  { token: text, issuer, clientId, nonce }: IdTokenExpectation,
  { issuerKeys, now }: { readonly issuerKeys: KeySource; readonly now: Clock },
): Promise<JWTPayload & { readonly sub: string }> {
  const token = readToken(text);
  if (token.issuer !== issuer) throw unauthenticated("the identity token is of another issuer");
  const claims = await verified();
  const audiences = [claims.aud ?? []].flat();
  // A token for several is for the one that it names as its authorized party.
  const isOurs = audiences.includes(clientId) && (audiences.length === 1 || claims.azp === clientId);
  if (!isOurs) throw unauthenticated("the identity token is for another client");
  if (nonce !== undefined && claims.nonce !== nonce) throw unauthenticated("the identity token is of another login");
  return { ...claims, sub: token.subject };

  async function verified(): Promise<JWTPayload> {
    try {
      return await verifySignature(text, await remoteKeys(issuerKeys, token), new Date(now()));
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthenticated("the identity token has expired");
      if (error instanceof errors.JOSEError) throw unauthenticated("the identity token does not verify");
      throw error;
    }
  }
}
