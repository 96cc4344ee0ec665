import { isUid, rootOf } from "../api";
import type { AccessGraph } from "./graph";
import { type IdentityEntry, isUnknown, type Trust } from "./snapshot";
import { kindOf, matches, objectOf, requiredClaims, requirementOf, trustWidening } from "./trust";

/** The platform's own tokens, which other identities can trust like those of any issuer. */
export interface PlatformTokens {
  /** The issuer: the URL of the token service. */
  readonly issuer: string;
  /** The audience: the URL of the API. */
  readonly audience: string;
}

/** How the bearer of an identity's tokens gets tokens of another identity. */
export type StepKind =
  /** The other identity trusts the platform's own tokens of the identity. */
  | "exchange"
  /** Every token of another issuer that can assume the identity can also assume the other one. */
  | "sharedTokens";

export interface TokenStep {
  readonly kind: StepKind;
  readonly from: string;
  readonly to: string;
  /** What must also be true, as a clause; the snapshot does not tell. */
  readonly condition?: string;
}

/** An identity that may be assumed in a way that the snapshot does not show. */
export interface UnknownTrust {
  readonly identity: string;
  /** A clause. */
  readonly reason: string;
}

/** The steps that are possible in a snapshot. */
export interface TokenSteps {
  /** Returns the identities to which a platform token of the identity can be exchanged. */
  exchanges(identity: string): readonly TokenStep[];
  /** Returns the identities that all tokens of other issuers that can assume the identity can assume too. */
  shared(identity: string): readonly TokenStep[];
  readonly unknown: readonly UnknownTrust[];
}

/** An identity that can be assumed, with what it requires of tokens. */
interface Target {
  readonly id: string;
  readonly kind: "claimMatch" | "staticKeys";
  readonly trust: Trust;
  readonly members: Trust;
}

/** Finds the steps in a snapshot. `now` is in RFC 3339 format. */
export function tokenSteps(graph: AccessGraph, tokens: PlatformTokens | undefined, now: string): TokenSteps {
  const unknown: UnknownTrust[] = [];
  const targets = graph.snapshot.identities.flatMap((each) => targetOf(each, unknown));
  const exchanges = new Map<string, TokenStep[]>();
  const outside: Target[] = [];
  for (const target of targets) {
    const { issuer, subject } = target.members;
    if (!tokens || issuer !== tokens.issuer) outside.push(target);
    else if (typeof subject === "string" && subject !== "") {
      const reason = graph.identity(subject) ? undefined : whyMissing(graph, target.id, subject);
      if (reason !== undefined) unknown.push({ identity: target.id, reason });
      const condition = exchangeCondition(target, subject, tokens);
      if (graph.identity(subject) && subject !== target.id && condition !== "impossible")
        append(exchanges, subject, {
          ...{ kind: "exchange", from: subject, to: target.id },
          ...(condition === undefined ? {} : { condition }),
        });
    }
  }
  const byId = new Map(outside.map((each) => [each.id, each]));
  const candidates = candidatesAmong(outside);
  return {
    unknown,
    exchanges: (identity) => exchanges.get(identity) ?? [],
    shared: (identity) => {
      const own = byId.get(identity);
      if (!own) return [];
      return candidates(own)
        .filter((other) => other.id !== identity)
        .flatMap((other): TokenStep[] => {
          const condition = sharingCondition(other, own, tokens, now);
          if (condition === "impossible") return [];
          const step = { kind: "sharedTokens", from: identity, to: other.id } as const;
          return [condition === undefined ? step : { ...step, condition }];
        });
    },
  };
}

/** The kinds of trust by which the token service finds an identity; tokens of the others are not exchanged. */
function targetOf({ id, trust, disabled }: IdentityEntry, unknown: UnknownTrust[]): Target[] {
  if (disabled === true) return [];
  const reason = isUnknown(disabled) ? disabled.unknown : isUnknown(trust) ? trust.unknown : undefined;
  if (reason !== undefined || isUnknown(trust)) {
    unknown.push({ identity: id, reason: String(reason) });
    return [];
  }
  const kind = kindOf(trust);
  return kind === "claimMatch" || kind === "staticKeys" ? [{ id, kind, trust, members: objectOf(trust[kind]) }] : [];
}

/** An identity of the same organization that a caller who sees everything does not see was deleted. */
function whyMissing({ snapshot }: AccessGraph, identity: string, subject: string): string | undefined {
  if (!isUid(subject)) return undefined;
  if (rootOf(subject) !== rootOf(identity))
    return `it trusts tokens of identity ${subject}, which belongs to another organization`;
  return snapshot.gaps.length > 0 ? `it trusts tokens of identity ${subject}, which was not read` : undefined;
}

/** The claims that only some platform tokens have. */
const OPTIONAL_CLAIMS = ["exp", "gen", "iat", "idp", "idp_gen", "jti", "cap", "scope", "sid"];

/**
 * Returns what a platform token of `subject` must also have to be accepted, as a clause; undefined if every token is
 * accepted, "impossible" if none can be.
 */
function exchangeCondition(
  { kind, members }: Target,
  subject: string,
  { issuer, audience }: PlatformTokens,
): string | undefined {
  if (kind === "staticKeys") return "its static keys are the platform's own";
  const known = new Map([
    ["iss", issuer],
    ["sub", subject],
    ["aud", audience],
  ]);
  const conditions: string[] = [];
  for (const [claim, { literal, pattern }] of requiredClaims(members)) {
    const value = known.get(claim);
    const isMet = value !== undefined && (literal === undefined ? matches(pattern ?? "", value) : literal === value);
    if (isMet) continue;
    if (value !== undefined || !OPTIONAL_CLAIMS.includes(claim)) return "impossible";
    conditions.push(`the token has the claim ${claim} that it requires`);
  }
  const { literal, pattern } = requirementOf(members, "audience");
  const isAccepted = literal === undefined ? pattern === undefined || matches(pattern, audience) : literal === audience;
  // The registry's host is an audience too, which the snapshot does not contain.
  if (!isAccepted && literal?.includes("://")) return "impossible";
  if (!isAccepted) conditions.push("the registry's host is an audience that it accepts");
  return conditions.length > 0 ? conditions.join(", and ") : undefined;
}

/** Returns a function that finds the identities that may accept the tokens of another, by issuer and subject. */
function candidatesAmong(targets: readonly Target[]): (own: Target) => readonly Target[] {
  const exact = new Map<string, Target[]>();
  const byIssuer = new Map<string, Target[]>();
  const byKeys: Target[] = [];
  const others: Target[] = [];
  for (const target of targets) {
    const { issuer, subject } = literals(target);
    if (target.kind === "staticKeys") byKeys.push(target);
    else if (issuer === undefined) others.push(target);
    else if (subject === undefined) append(byIssuer, issuer, target);
    else append(exact, JSON.stringify([issuer, subject]), target);
  }
  return (own) => {
    if (own.kind === "staticKeys") return byKeys;
    const { issuer, subject } = literals(own);
    return [
      ...(issuer && subject ? (exact.get(JSON.stringify([issuer, subject])) ?? []) : []),
      ...(issuer ? (byIssuer.get(issuer) ?? []) : []),
      ...others,
    ];
  };
}

/** Returns the issuer and the subject of the tokens that an identity accepts, if they are single values. */
function literals({ members }: Target) {
  const claim = (name: string) =>
    requiredClaims(members).find(([each, { literal }]) => each === name && literal !== undefined)?.[1].literal;
  return {
    issuer: requirementOf(members, "issuer").literal ?? claim("iss"),
    subject: requirementOf(members, "subject").literal ?? claim("sub"),
  };
}

/**
 * Returns what must also be true so that `other` accepts every token that `own` accepts, as a clause; undefined if it
 * does, "impossible" if it does not. Without an audience, an identity accepts that of the token service and of the API.
 */
function sharingCondition(
  other: Target,
  own: Target,
  tokens: PlatformTokens | undefined,
  now: string,
): string | undefined {
  if (own.kind === "staticKeys")
    return other.kind === "staticKeys" && sharesKeys(other, own, now) ? undefined : "impossible";
  const defaults = tokens && [tokens.issuer, tokens.audience];
  if (trustWidening(other.trust, own.trust, defaults) === undefined) return undefined;
  if (tokens || hasAudience(other) === hasAudience(own) || own.members.audiencePattern) return "impossible";
  if (trustWidening(withoutAudience(other), withoutAudience(own)) !== undefined) return "impossible";
  return hasAudience(own)
    ? `the service accepts the audience ${String(own.members.audience)} by default`
    : "the audiences that the service accepts by default are accepted by both";
}

const hasAudience = ({ members: { audience, audiencePattern } }: Target): boolean =>
  Boolean(audience || audiencePattern);

const withoutAudience = ({ kind, members }: Target): Trust => ({
  [kind]: { ...members, audience: undefined, audiencePattern: undefined },
});

/** Whoever has a private key signs tokens with any issuer, subject and audience. */
function sharesKeys(other: Target, own: Target, now: string): boolean {
  const isExpired = ({ members: { expirationTime } }: Target) =>
    typeof expirationTime === "string" && expirationTime !== "" && Date.parse(expirationTime) <= Date.parse(now);
  if (isExpired(own) || isExpired(other)) return false;
  const keys = ({ members: { issuerKeys } }: Target): Trust => ({ staticKeys: { issuerKeys } });
  return trustWidening(keys(other), keys(own)) === undefined;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
