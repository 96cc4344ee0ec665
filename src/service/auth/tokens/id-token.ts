import { errors, type JWTPayload } from "jose";
import { PlatformError, unauthenticated } from "../../../api";
import type { Clock } from "../../store";
import { isAuthorized, type RequiredClaims, unmetClaim, valuesOf } from "./claims";
import type { KeySource } from "./issuer-keys";
import { type OutsideToken, readToken, remoteKeys, verifySignature } from "./outside-token";
import type { PatternBudget } from "./pattern-budget";

/** Whom an issuer speaks of. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** One that the issuer knows to be theirs. */
  readonly email?: string;
  /** What identifies them in the issuer's directory, where that is not their subject: the claim `oid`. */
  readonly objectId?: string;
  /** Their groups at the issuer. */
  readonly groups?: readonly string[];
}

/** What an identity provider is asked about people beside who they are. */
export interface PersonPolicy {
  readonly required: RequiredClaims;
  /** Whether the claim `oid` identifies them. */
  readonly usesObjectId: boolean;
  /** The claim that lists their groups; empty for none. */
  readonly groupsClaim: string;
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
  readonly policy: PersonPolicy;
}

interface Verifying {
  readonly issuerKeys: KeySource;
  readonly now: Clock;
}

/**
 * Verifies what an identity provider says of a person, and that the person may log in. Throws UNAUTHENTICATED,
 * UNAVAILABLE, RESOURCE_EXHAUSTED where the organization's patterns take too long, and PERMISSION_DENIED naming the claim for
 * which the person may not.
 */
export async function verifyIdToken(
  expected: IdTokenExpectation,
  { budget, ...verifying }: Verifying & { readonly budget: PatternBudget },
): Promise<Person> {
  const { issuer, organization, clientId, nonce, policy } = expected;
  const token = readToken(expected.token);
  if (token.issuer !== issuer) throw unauthenticated("the identity token is of another issuer");
  const claims = await verified(token, verifying, organization);
  const audiences = audiencesOf(claims);
  // A token for several is for the one that it names as its authorized party.
  const isOurs = audiences.includes(clientId) && (audiences.length === 1 || claims.azp === clientId);
  if (!isOurs) throw unauthenticated("the identity token is for another client");
  if (nonce !== undefined && claims.nonce !== nonce) throw unauthenticated("the identity token is of another login");
  const { required, usesObjectId, groupsClaim } = policy;
  const believed = isVerified(claims) ? claims : { ...claims, email: undefined };
  const unmet = unmetClaim(required, believed, budget.matcher(organization));
  if (unmet !== undefined) throw notAdmitted(unmet, "is missing, or is not what the identity provider requires");
  const [objectId] = usesObjectId ? valuesOf(claims, "oid") : [];
  if (usesObjectId && !objectId)
    throw notAdmitted("oid", "is missing, and identifies people at this identity provider");
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

/** Whether the issuer says that the e-mail address is the person's. Some issuers write booleans as text. */
const isVerified = ({ email_verified: verified }: JWTPayload): boolean => String(verified) === "true";

function personOf({ issuer, subject }: OutsideToken, claims: JWTPayload): Person {
  const { email } = claims;
  return { issuer, subject, ...(typeof email === "string" && email !== "" && isVerified(claims) ? { email } : {}) };
}
