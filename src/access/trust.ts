import { compilePattern, literalPrefix } from "../api";
import { camelCase, humanize, isJsonObject, relationshipTypes, snakeCase } from "../model";
import type { Trust } from "./snapshot";

/** A requirement for one property of a token: a literal value, a pattern that the whole value must match, or none. */
export interface Requirement {
  readonly literal?: string | undefined;
  readonly pattern?: string | undefined;
}

/**
 * Returns why a change lets more tokens assume an identity, as a clause; undefined if every token that can assume it
 * now could before. A changed pattern counts as wider, unless the earlier one is literal text followed by `.*` with
 * which the new one begins: the inclusion of other patterns is not decided. `defaultAudiences` are those that the service
 * accepts for an identity without an audience; undefined if they are unknown.
 */
export function trustWidening(before: Trust, after: Trust, defaultAudiences?: readonly string[]): string | undefined {
  const [was, is] = [kindOf(before), kindOf(after)];
  if (is === undefined) return undefined;
  if (was === undefined) return "tokens can now assume it";
  if (was !== is) return `it is assumed with ${humanize(is)} instead of ${humanize(was)}`;
  const [old, current] = [objectOf(before[was]), objectOf(after[is])];
  if (was === "claimMatch") return claimWidening(old, current, defaultAudiences);
  if (was === "staticKeys") return keyWidening(old, current);
  if (was === "awsIdentity")
    return (
      wideningOf("AWS account", { literal: text(old.awsAccount) }, { literal: text(current.awsAccount) }) ??
      wideningOf("ARN", requirementOf(old, "arn"), requirementOf(current, "arn")) ??
      wideningOf("AWS user ID", requirementOf(old, "userId"), requirementOf(current, "userId"))
    );
  return before[was] === after[is] ? undefined : `its service principal becomes ${String(after[is])}`;
}

/** Returns the field that describes who may assume an identity. */
export const kindOf = (trust: Trust): string | undefined =>
  Object.values(relationshipTypes).find((name) => (trust[name] ?? null) !== null && trust[name] !== "");

/** Returns the requirement for `subject`: from the members `subject` and `subjectPattern`. */
export const requirementOf = (members: Trust, name: string): Requirement => ({
  literal: text(members[name]),
  pattern: text(members[`${name}Pattern`]),
});

const textMap = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([name, each]) => [name, String(each)]));

export const objectOf = (value: unknown): Trust => (isJsonObject(value as never) ? (value as Trust) : {});

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function claimWidening(before: Trust, after: Trust, defaults: readonly string[] | undefined): string | undefined {
  const known = knownClaims(after, defaults);
  for (const [name, claim] of [
    ["issuer", "iss"],
    ["subject", "sub"],
  ] as const) {
    const requirement = requirementOf(before, name);
    if (isMetBy(requirement, claim, known)) continue;
    const reason = wideningOf(name, requirement, requirementOf(after, name));
    if (reason) return reason;
  }
  const audience = audienceWidening(requirementOf(before, "audience"), requirementOf(after, "audience"), defaults);
  if (audience) return audience;
  for (const [claim, requirement] of requiredClaims(before)) {
    if (isMetBy(requirement, claim, known)) continue;
    const [, current] = known.find(([other]) => other === claim) ?? [];
    return current ? wideningOf(`claim ${claim}`, requirement, current) : `it no longer requires the claim ${claim}`;
  }
  return undefined;
}

type ClaimRequirements = readonly (readonly [claim: string, requirement: Requirement])[];

/** Returns the required claims besides issuer, subject and audience; a claim can have a literal and a pattern. */
export const requiredClaims = (claimMatch: Trust): ClaimRequirements => [
  ...Object.entries(textMap(claimMatch.claimPatterns)).map(([claim, pattern]) => [claim, { pattern }] as const),
  ...Object.entries(textMap(claimMatch.claims)).map(([claim, literal]) => [claim, { literal }] as const),
];

/** Returns what is known of the claims of a token that is accepted, including issuer, subject and a single audience. */
function knownClaims(claimMatch: Trust, defaults: readonly string[] = []): ClaimRequirements {
  const audience = requirementOf(claimMatch, "audience");
  const [only, ...others] = isSet(audience) ? [audience.literal] : new Set(defaults);
  return [
    ["iss", requirementOf(claimMatch, "issuer")],
    ["sub", requirementOf(claimMatch, "subject")],
    ["aud", others.length === 0 ? { literal: only } : {}] as const,
    ...requiredClaims(claimMatch),
  ].filter((each): each is [string, Requirement] => isSet(each[1] as Requirement));
}

const isMetBy = (requirement: Requirement, claim: string, known: ClaimRequirements): boolean =>
  known.some(([other, each]) => other === claim && covers(requirement, each));

/** The URLs of a service: all that is known of its default audiences without its addresses. */
const ANY_URL = "https?://.*";

function audienceWidening(before: Requirement, after: Requirement, defaults: readonly string[] | undefined) {
  const isWider = () => {
    if (isSet(before) === isSet(after)) return !covers(before, after);
    if (isSet(after)) return after.literal === undefined || !defaults?.includes(after.literal);
    const accepted = defaults?.map((literal) => ({ literal })) ?? [{ pattern: ANY_URL }];
    return !accepted.every((each) => covers(before, each));
  };
  return isWider() ? changeOf("audience", before, after) : undefined;
}

const isSet = ({ literal, pattern }: Requirement): boolean => literal !== undefined || pattern !== undefined;

function keyWidening(before: Trust, after: Trust): string | undefined {
  for (const name of ["issuer", "subject"]) {
    const reason = wideningOf(name, requirementOf(before, name), requirementOf(after, name));
    if (reason) return reason;
  }
  const [old, current] = [keysOf(before), keysOf(after)];
  if (current.some((key) => !old.includes(key))) return "it accepts tokens signed with an additional key";
  const [audiences, nowAudiences] = [listOf(before.audiences), listOf(after.audiences)];
  const added = nowAudiences.filter((each) => !audiences.includes(each));
  if (added.length > 0) return `it also accepts the audience ${added.join(", ")}`;
  if (audiences.length > 0 && nowAudiences.length === 0) return "it accepts the default audience";
  const [expiry, nowExpiry] = [text(before.expirationTime), text(after.expirationTime)];
  const isLater = expiry !== undefined && (nowExpiry === undefined || Date.parse(nowExpiry) > Date.parse(expiry));
  return isLater ? `its keys ${nowExpiry === undefined ? "no longer expire" : `expire at ${nowExpiry}`}` : undefined;
}

/** The public members that identify a key (RFC 7638, section 3.2); others, such as `kid`, do not change who has it. */
const THUMBPRINT_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ["crv", "kty", "x", "y"],
  OKP: ["crv", "kty", "x"],
  RSA: ["e", "kty", "n"],
};

/** Returns the input of a key's thumbprint; all members if its type is unknown. */
function thumbprintInput(key: Trust): string {
  const members = THUMBPRINT_MEMBERS[String(key.kty)] ?? Object.keys(key).sort();
  return JSON.stringify(members.map((name) => [name, key[name]]));
}

function keysOf({ issuerKeys }: Trust): readonly string[] {
  try {
    const { keys } = JSON.parse(String(issuerKeys)) as { readonly keys: readonly Trust[] };
    return keys.map(thumbprintInput);
  } catch {
    return [String(issuerKeys)];
  }
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Describes how a requirement became less strict; undefined if it did not. */
function wideningOf(name: string, before: Requirement, after: Requirement): string | undefined {
  return covers(before, after) ? undefined : changeOf(name, before, after);
}

const changeOf = (name: string, before: Requirement, after: Requirement): string =>
  `its ${name} changes from ${describeRequirement(before)} to ${describeRequirement(after)}`;

const covers = (before: Requirement, after: Requirement): boolean =>
  after.literal !== undefined
    ? before.literal === after.literal || (before.pattern !== undefined && matches(before.pattern, after.literal))
    : after.pattern !== undefined
      ? before.pattern !== undefined && coversPattern(before.pattern, after.pattern)
      : before.literal === undefined && before.pattern === undefined;

/** Returns whether a pattern certainly matches everything that the other one matches. */
function coversPattern(pattern: string, other: string): boolean {
  if (pattern === other) return true;
  const [, literal] = /^\^?((?:[^\\()|*+?{}^$.[\]]|\\[^\w])*)\.\*\$?$/.exec(pattern) ?? [];
  // A dot does not match a line break, which the other pattern may.
  if (literal === undefined || /\[\^|\\\w|\(\?/.test(other)) return false;
  const program = compileCached(other.replace(/^\^/, ""));
  return typeof program !== "string" && literalPrefix(program).startsWith(literal.replace(/\\(.)/g, "$1"));
}

const describeRequirement = ({ literal, pattern }: Requirement): string =>
  literal !== undefined
    ? JSON.stringify(literal)
    : pattern !== undefined
      ? `anything that matches ${JSON.stringify(pattern)}`
      : "the default";

/** Returns whether a pattern matches the whole text. An invalid pattern matches nothing. */
export function matches(pattern: string, value: string): boolean {
  const program = compileCached(pattern.replace(/^\^/, ""));
  return typeof program !== "string" && program.matches(value);
}

/** Compiled patterns, because compiling takes far longer than matching. */
const compiled = new Map<string, ReturnType<typeof compilePattern>>();
const MAX_COMPILED = 1_000;

function compileCached(pattern: string) {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  const program = compilePattern(pattern);
  compiled.set(pattern, program);
  return program;
}

/** Converts a relationship field of a Terraform configuration, whose names are in snake_case. */
export function trustFrom(values: Readonly<Record<string, unknown>>): Trust {
  return Object.fromEntries(
    Object.values(relationshipTypes).flatMap((name) => {
      const value = values[name] ?? values[snakeCase(name)];
      return (value ?? null) === null ? [] : [[name, withCamelCase(value)]];
    }),
  );
}

/** Claim names are user-defined and kept verbatim. */
const verbatim = new Set(["claims", "claimPatterns"]);

function withCamelCase(value: unknown): unknown {
  if (!isJsonObject(value as never)) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => {
      const key = camelCase(name);
      return [key, verbatim.has(key) ? member : withCamelCase(member)];
    }),
  );
}

/** What a token must have to assume an identity. */
export interface ClaimRequirement extends Requirement {
  readonly claim: string;
}

/** Returns the field that describes who may assume an identity, and what it requires of a token. */
export function requirementsOf(trust: Trust): {
  readonly kind: string | undefined;
  readonly requirements: readonly ClaimRequirement[];
} {
  const kind = kindOf(trust);
  const members = objectOf(kind && trust[kind]);
  const of = (claim: string, name: string): ClaimRequirement => ({ claim, ...requirementOf(members, name) });
  if (kind === "claimMatch") {
    const others = [...requiredClaims(members)].map(([claim, requirement]) => ({ claim, ...requirement }));
    return {
      kind,
      requirements: [of("issuer", "issuer"), of("subject", "subject"), of("audience", "audience"), ...others],
    };
  }
  if (kind === "staticKeys") {
    const audience = { claim: "audience", literal: listOf(members.audiences).join(", ") || undefined };
    return { kind, requirements: [of("issuer", "issuer"), of("subject", "subject"), audience] };
  }
  if (kind === "awsIdentity") {
    const all = [of("AWS account", "awsAccount"), of("ARN", "arn"), of("AWS user ID", "userId")];
    return { kind, requirements: all.filter(isSet) };
  }
  const principal = kind === undefined ? [] : [{ claim: "service principal", literal: String(trust[kind]) }];
  return { kind, requirements: principal };
}
