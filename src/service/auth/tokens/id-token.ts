import { errors, type JWTPayload } from "jose";
import { PlatformError, unauthenticated } from "../../../api";
import type { Clock } from "../../store";
import { isAuthorized, type RequiredClaims, unmetClaim, valuesOf } from "./claims";
import { type ExternalToken, parseToken, remoteKeys, verifySignature } from "./external-token";
import type { KeySource } from "./issuer-keys";
import type { PatternBudget } from "./pattern-budget";

/** The person that an issuer identifies. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** Only if the issuer has verified it. */
  readonly email?: string;
  /** The claim `oid`, if it identifies the person in the issuer's directory instead of the subject. */
  readonly objectId?: string;
  /** The person's groups at the issuer. */
  readonly groups?: readonly string[];
}

/** An identity provider's requirements for people, and the claims it reads. */
export interface PersonPolicy {
  readonly required: RequiredClaims;
  /** Whether the claim `oid` identifies people. */
  readonly usesObjectId: boolean;
  /** The claim that lists a person's groups; empty for none. */
  readonly groupsClaim: string;
}

export interface IdTokenExpectation {
  readonly token: string;
  readonly issuer: string;
  /** The uid of the organization whose people log in there. */
  readonly organization: string;
  /** The platform's client at that issuer. */
  readonly clientId: string;
  /** The nonce of the login; undefined if the token does not come from a login of this service. */
  readonly nonce?: string | undefined;
  readonly policy: PersonPolicy;
}

interface VerificationContext {
  readonly issuerKeys: KeySource;
  readonly now: Clock;
}

/**
 * Verifies an identity token, and that the person is admitted. Throws UNAUTHENTICATED, UNAVAILABLE, RESOURCE_EXHAUSTED
 * if the organization's patterns take too long, and PERMISSION_DENIED that names the claim for which the person is not
 * admitted.
 */
export async function verifyIdToken(
  expected: IdTokenExpectation,
  { budget, ...verifying }: VerificationContext & { readonly budget: PatternBudget },
): Promise<Person> {
  const { issuer, organization, clientId, nonce, policy } = expected;
  const token = parseToken(expected.token);
  if (token.issuer !== issuer) throw unauthenticated("the identity token is from another issuer");
  const claims = await verifyExternalToken(token, verifying, organization);
  const audiences = audiencesOf(claims);
  // A token for several audiences is for its authorized party.
  const isOurs = audiences.includes(clientId) && (audiences.length === 1 || claims.azp === clientId);
  if (!isOurs) throw unauthenticated("the identity token is for another client");
  if (nonce !== undefined && claims.nonce !== nonce) throw unauthenticated("the identity token is from another login");
  const { required, usesObjectId, groupsClaim } = policy;
  const trustedClaims = isVerified(claims) ? claims : { ...claims, email: undefined };
  const unmet = unmetClaim(required, trustedClaims, budget.matcher(organization));
  if (unmet !== undefined) throw notAdmitted(unmet, "is missing or does not match what the identity provider requires");
  const [objectId] = usesObjectId ? valuesOf(claims, "oid") : [];
  if (usesObjectId && !objectId) throw notAdmitted("oid", "is missing; this identity provider identifies people by it");
  return {
    ...personOf(token, claims),
    ...(objectId ? { objectId } : {}),
    ...(groupsClaim ? { groups: valuesOf(claims, groupsClaim) } : {}),
  };
}

const notAdmitted = (claim: string, problem: string): PlatformError =>
  new PlatformError("PERMISSION_DENIED", `Permission denied: the identity token's claim ${claim} ${problem}`, {
    metadata: { claim },
  });

/**
 * Verifies a token that proves a person's identity to an organization; it must be for one of the audiences. Throws
 * UNAUTHENTICATED, UNAVAILABLE.
 */
export async function verifyProof(
  text: string,
  audiences: readonly string[],
  organization: string,
  verifying: VerificationContext,
): Promise<Person> {
  const token = parseToken(text);
  const claims = await verifyExternalToken(token, verifying, organization);
  const accepts = (audience: string) => audiences.includes(audience);
  if (!audiencesOf(claims).some(accepts) || !isAuthorized(claims, accepts))
    throw unauthenticated(`the identity token must have the audience ${audiences[0]}`);
  return personOf(token, claims);
}

async function verifyExternalToken(
  token: ExternalToken,
  { issuerKeys, now }: VerificationContext,
  organization: string,
): Promise<JWTPayload> {
  try {
    return await verifySignature(token.text, await remoteKeys(issuerKeys, token, organization), new Date(now()));
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated("the identity token has expired");
    if (error instanceof errors.JOSEError) throw unauthenticated("the identity token cannot be verified");
    throw error;
  }
}

const audiencesOf = ({ aud }: JWTPayload): string[] => [aud ?? []].flat();

/** Returns whether the issuer has verified the e-mail address. Some issuers write booleans as text. */
const isVerified = ({ email_verified: verified }: JWTPayload): boolean => String(verified) === "true";

function personOf({ issuer, subject }: ExternalToken, claims: JWTPayload): Person {
  const { email } = claims;
  return { issuer, subject, ...(typeof email === "string" && email !== "" && isVerified(claims) ? { email } : {}) };
}
