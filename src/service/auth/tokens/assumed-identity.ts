import { invalidArgument, PlatformError, rootOf, unauthenticated } from "../../../api";
import type { Clock, IdentityDirectory, OrganizationDirectory, StoredIdentity } from "../../store";
import { isLiteral } from "./claims";
import { type ExternalToken, tokenVerifier } from "./external-token";
import type { KeySource } from "./issuer-keys";
import type { PatternBudget } from "./pattern-budget";

/** Why a token was rejected, for the service's log. */
export interface Rejection {
  readonly reason: string;
  readonly issuer: string;
  readonly subject: string;
  /** Separated by spaces. */
  readonly audience: string;
  /** The requested identity. */
  readonly identityUid?: string;
}

export interface AssumedIdentityOptions {
  readonly identities: IdentityDirectory;
  readonly organizations: OrganizationDirectory;
  readonly issuerKeys: KeySource;
  readonly now: Clock;
  readonly budget: PatternBudget;
  /** The accepted audiences of identities that define none. */
  readonly defaultAudiences: () => readonly string[];
  /** Returns whether an issuer is the platform itself. */
  readonly isPlatformIssuer: (issuer: string) => boolean;
  readonly onRejected: (rejection: Rejection) => void;
}

/** The identity that a token requests to assume. */
export interface AssumeRequest {
  /** The identity's uid; by default, the identity that names the token's issuer and subject literally. */
  readonly identityUid?: string | undefined;
  /** The name or uid of the identity's organization. */
  readonly organization?: string | undefined;
}

/**
 * The maximum number of identities in one organization with the same issuer and subject, distinguished by audience or
 * claims.
 */
const MAX_CANDIDATES = 10;

/** Finds the identities that tokens of other issuers may assume. */
export class IdentityResolver {
  constructor(private readonly options: AssumedIdentityOptions) {}

  /**
   * Returns the single identity that the token may assume. Throws INVALID_ARGUMENT, UNAUTHENTICATED, PERMISSION_DENIED,
   * UNAVAILABLE, RESOURCE_EXHAUSTED.
   */
  async find(token: ExternalToken, { identityUid, organization }: AssumeRequest): Promise<StoredIdentity> {
    const { issuerKeys, now, budget, defaultAudiences, onRejected } = this.options;
    const candidates =
      identityUid === undefined
        ? await this.#withExactClaims(token, organization)
        : await this.#named(token, identityUid);
    const verify = tokenVerifier(token, {
      issuerKeys,
      now,
      budget,
      defaultAudiences: defaultAudiences(),
    });
    const outcomes = await Promise.all(candidates.map(verify));
    const assumable = outcomes.flatMap((outcome) => ("assumes" in outcome ? [outcome.assumes] : []));
    const enabled = assumable.filter(({ disabled }) => !disabled);
    // The error does not name them, because listing identities requires a permission.
    if (enabled.length > 1) throw identityRequired("several identities accept the token");
    if (enabled[0]) {
      const provider = await this.options.identities.requiredProviderOf(enabled[0].uid);
      if (provider !== undefined) throw loginRequired(provider);
      return enabled[0];
    }
    if (assumable[0]) throw identityDisabled();
    const { issuer, subject, audiences } = token;
    const reject = (reason: string) =>
      onRejected({ reason, issuer, subject, audience: audiences.join(" "), ...(identityUid ? { identityUid } : {}) });
    const mismatched = outcomes.find((outcome) => "failed" in outcome);
    if (mismatched) {
      const { failed, values } = mismatched;
      reject(`the claim ${failed} does not match what the identity requires`);
      const whose = identityUid ? `identity ${identityUid}` : "any identity that trusts its issuer and subject";
      throw new PlatformError(
        "PERMISSION_DENIED",
        `Permission denied: the identity token's claim ${failed} does not match what ${whose} requires; the token has ${quoted(values)}`,
        { metadata: { claim: failed } },
      );
    }
    const [outcome] = outcomes;
    reject(outcome && "unverified" in outcome ? outcome.unverified : this.#notFoundReason(token));
    throw unauthenticated(notAccepted(identityUid));
  }

  /** Throws INVALID_ARGUMENT if a resource belongs to another organization than the given one. */
  async requireOrganization(organization: string, uid: string, parameter: string): Promise<void> {
    if ((await this.options.organizations.uidOf(organization)) === rootOf(uid)) return;
    throw invalidArgument({ path: ["organization"], problem: `does not contain ${parameter} ${uid}` });
  }

  /**
   * Changing an identity requires the capabilities of all identities that its tokens may assume, which are found by
   * issuer and subject. Identities with patterns for either therefore cannot be assumed with the platform's own tokens.
   */
  async #named({ issuer }: ExternalToken, identityUid: string): Promise<StoredIdentity[]> {
    const found = await this.options.identities.get(identityUid);
    const isFixed = found?.staticKeys || (found?.claimMatch?.issuer && found.claimMatch.subject);
    return found && (isFixed || !this.options.isPlatformIssuer(issuer)) ? [found] : [];
  }

  #notFoundReason({ issuer }: ExternalToken): string {
    const reason = "the identity does not exist";
    return this.options.isPlatformIssuer(issuer)
      ? `${reason}, or does not name the platform's issuer and a subject literally`
      : reason;
  }

  /** Runs no patterns for a token that names no identity, and reads no identities of other organizations. */
  async #withExactClaims(
    { issuer, subject }: ExternalToken,
    organization: string | undefined,
  ): Promise<StoredIdentity[]> {
    const root = await this.#organization(organization);
    if (root === undefined) return [];
    const found = await this.options.identities.withExactClaims({ issuer, subject }, root, MAX_CANDIDATES + 1);
    if (found.length > MAX_CANDIDATES)
      throw identityRequired("too many identities have the token's issuer and subject");
    return found.filter(isLiteral);
  }

  async #organization(named: string | undefined): Promise<string | undefined> {
    const { organizations } = this.options;
    if (named !== undefined) return organizations.uidOf(named);
    const [first, ...others] = await organizations.first(2);
    if (others.length > 0)
      throw invalidArgument({
        path: ["organization"],
        problem:
          "is required unless identity is set, because the installation has several organizations: set it to the name or uid of one",
      });
    return first;
  }
}

/** The maximum length of a claim in an error, in characters. */
const MAX_QUOTED = 256;

/** Quotes a claim's values for the caller, who presented them. */
const quoted = (values: readonly string[]): string =>
  values
    .map((value) => JSON.stringify(value))
    .join(", ")
    .slice(0, MAX_QUOTED) || "no such claim";

const identityDisabled = (): PlatformError =>
  new PlatformError(
    "PERMISSION_DENIED",
    "Permission denied: the identity is disabled; ask an administrator of the organization to enable it",
  );

const loginRequired = (provider: string): PlatformError =>
  new PlatformError(
    "PERMISSION_DENIED",
    `Permission denied: the identity belongs to a person who must log in: exchange the token with identity_provider ${provider} instead of an identity; if that identity provider was deleted, or its issuer or client changed, ask an administrator of the organization to change how the identity is assumed`,
  );

const identityRequired = (reason: string): PlatformError =>
  invalidArgument({
    path: ["identity"],
    problem: `is required: ${reason}; set it to the uid of the identity to assume, or delete or change the other identities`,
  });

/** The same message for a missing organization or identity, an untrusted issuer and an invalid signature. */
const notAccepted = (identityUid: string | undefined): string =>
  identityUid
    ? `the identity token cannot be verified for identity ${identityUid}: the identity must exist and trust the token's issuer`
    : "the identity token cannot be verified for any identity: it must be signed by an issuer, for a subject, that an " +
      "existing identity of the organization names literally; give identity for one that has patterns";
