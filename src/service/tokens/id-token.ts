import { errors, type JWTPayload } from "jose";
import { unauthenticated } from "../../api";
import { isAuthorized } from "./claims";
import type { KeySource } from "./issuer-keys";
import { type OutsideToken, readToken, remoteKeys, verifySignature } from "./outside-token";
import type { Clock } from "./ports";

/** Whom an issuer speaks of. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** One that the issuer knows to be theirs. */
  readonly email?: string;
}

export interface IdTokenExpectation {
  readonly token: string;
  readonly issuer: string;
  /** The uid of the organization whose people log in there. */
  readonly organization: string;
  /** The platform's client at that issuer. */
  readonly clientId: string;
  /** What the login was begun with; undefined where no login of ours brought the token. */
  readonly nonce?: string | undefined;
}

interface Verifying {
  readonly issuerKeys: KeySource;
  readonly now: Clock;
}

/** Verifies what an identity provider says of a person. Throws UNAUTHENTICATED, UNAVAILABLE. */
export async function verifyIdToken(expected: IdTokenExpectation, verifying: Verifying): Promise<Person> {
  const { issuer, organization, clientId, nonce } = expected;
  const token = readToken(expected.token);
  if (token.issuer !== issuer) throw unauthenticated("the identity token is of another issuer");
  const claims = await verified(token, verifying, organization);
  const audiences = audiencesOf(claims);
  // A token for several is for the one that it names as its authorized party.
  const isOurs = audiences.includes(clientId) && (audiences.length === 1 || claims.azp === clientId);
  if (!isOurs) throw unauthenticated("the identity token is for another client");
  if (nonce !== undefined && claims.nonce !== nonce) throw unauthenticated("the identity token is of another login");
  return personOf(token, claims);
}

/** Verifies whom a token speaks of, to an organization, that was made for one of the audiences. Throws UNAUTHENTICATED, UNAVAILABLE. */
export async function verifyProof(
  text: string,
  audiences: readonly string[],
  organization: string,
  verifying: Verifying,
): Promise<Person> {
  const token = readToken(text);
  const claims = await verified(token, verifying, organization);
  const accepts = (audience: string) => audiences.includes(audience);
  if (!audiencesOf(claims).some(accepts) || !isAuthorized(claims, accepts))
    throw unauthenticated(`the identity token must be for ${audiences[0]}`);
  return personOf(token, claims);
}

async function verified(
  token: OutsideToken,
  { issuerKeys, now }: Verifying,
  organization: string,
): Promise<JWTPayload> {
  try {
    return await verifySignature(token.text, await remoteKeys(issuerKeys, token, organization), new Date(now()));
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated("the identity token has expired");
    if (error instanceof errors.JOSEError) throw unauthenticated("the identity token does not verify");
    throw error;
  }
}

const audiencesOf = ({ aud }: JWTPayload): string[] => [aud ?? []].flat();

/** Some issuers write booleans as text, and some say nothing of whether they know that an address is theirs. */
function personOf({ issuer, subject }: OutsideToken, { email, email_verified: known }: JWTPayload): Person {
  const isTheirs = typeof email === "string" && email !== "" && String(known ?? true) === "true";
  return { issuer, subject, ...(isTheirs ? { email } : {}) };
}
