import { brokenRules, type Rule } from "../model/rules";
import { didYouMean } from "../model/suggest";
import { type Workload, type WorkloadClaims, WorkloadOptionError } from "./workload";

/** Option checks shared by several systems. Every function throws WorkloadOptionError. */

/**
 * Returns the claims of the pipeline that the options select. Rejects names that are not options of the system: a
 * misspelled `branch` must not result in trust in the default branch. `others` are other valid property names, used for
 * suggestions.
 */
export function claimsOf<O>(workload: Workload<O>, given: object, others: readonly string[] = []): WorkloadClaims {
  const { title, options } = workload;
  const unknownOption = Object.keys(given).find((option) => !options.some((each) => each === option));
  if (unknownOption === undefined) return workload.claims(given as O);
  const suggestion = didYouMean(unknownOption, [...options, ...others]);
  throw new WorkloadOptionError(
    unknownOption,
    `is not an option of ${title}; options are ${options.join(", ")}${suggestion}`,
  );
}

/** Checks rules across options; false counts as unset. */
export function checkRules(rules: readonly Rule[], options: object): void {
  const values = options as Readonly<Record<string, unknown>>;
  const [broken] = brokenRules(rules, (option) =>
    values[option] !== undefined && values[option] !== false ? "set" : "unset",
  );
  if (broken) throw new WorkloadOptionError(broken.field, broken.problem);
}

/**
 * Validates an issuer URL. Tokens contain their issuer verbatim, so a URL with a trailing slash or query, which can
 * never match, is rejected.
 */
export function issuerUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  if (!/^https?:\/\/[^\s?#]*[^\s?#/]$/.test(url) || !URL.canParse(url)) {
    throw new WorkloadOptionError(
      "issuer",
      `must be a URL without query, fragment or trailing slash, not ${quote(url)}`,
    );
  }
  return url;
}

/** The refs whose jobs are trusted: the branch `main` unless one of the options is given. */
export interface RefOptions {
  /** The branch's short name, such as `main` or `release/1.2`. */
  readonly branch?: string;
  /**
   * Several branches: short names, or patterns such as `release/*`, in which `*` stands for any characters except
   * slashes. A pattern begins with a literal part. Whoever can push a matching branch is trusted.
   */
  readonly branches?: readonly string[];
  /** The tag's short name, such as `v1.2.0`. */
  readonly tag?: string;
}

/** The names of {@link RefOptions}, at most one of which may be set. */
export const refOptions = ["branch", "branches", "tag"] as const;

/** A part of a subject: a literal text, or a pattern (RE2). */
export type Part = { readonly literal: string } | { readonly pattern: string };

/** How a system writes branches and tags. */
const fullNames = { branch: "refs/heads/", tag: "refs/tags/" };

/** Returns the part of a subject that names the selected refs, by default the branch `main`. */
export function refPart({ branch, branches, tag }: RefOptions, prefixes = fullNames): Part {
  if (tag !== undefined) return { literal: prefixes.tag + shortRef("tag", tag) };
  if (branches === undefined)
    return { literal: prefixes.branch + shortRef("branch", branch === undefined ? "main" : branch) };
  if (!Array.isArray(branches) || branches.length === 0)
    throw new WorkloadOptionError("branches", `must be an array of branches, not ${quote(branches)}`);
  const patterns = branches.map(branchPattern);
  const [only] = branches;
  if (branches.length === 1 && !only!.includes("*")) return { literal: prefixes.branch + only };
  return { pattern: `${escapePattern(prefixes.branch)}(${patterns.join("|")})` };
}

/** A pattern that begins with a wildcard would match any branch, or those of anyone who may push some. */
function branchPattern(branch: unknown): string {
  if (typeof branch !== "string" || branch.startsWith("*") || branch.includes("**")) {
    const what = "names, or patterns that begin with a literal part, such as release/*";
    throw new WorkloadOptionError("branches", `must be ${what}, not ${quote(branch)}`);
  }
  shortRef("branches", branch.replaceAll("*", "x"));
  return branch.split("*").map(escapePattern).join("[^/:]+");
}

/** Returns the claims for a subject of a literal text, a part, and a pattern for what varies behind them. */
export function subjectOf(
  text: string,
  part: Part,
  suffixPattern = "",
): { readonly subject: string } | { readonly subjectPattern: string } {
  if ("literal" in part && suffixPattern === "") return { subject: text + part.literal };
  const pattern = "literal" in part ? escapePattern(part.literal) : part.pattern;
  return { subjectPattern: escapePattern(text) + pattern + suffixPattern };
}

/**
 * Validates the short name of a branch or tag against git's rules, which exclude wildcards, so that the options cannot
 * match more than one ref.
 */
function shortRef(option: "branch" | "branches" | "tag", name: unknown): string {
  if (typeof name === "string" && name.startsWith("refs/")) {
    throw new WorkloadOptionError(
      option,
      `must be a short name, without refs/heads/ or refs/tags/, not ${quote(name)}`,
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them
  if (typeof name !== "string" || !/^[^\x00-\x20\x7f~^:?*[\\]+$/.test(name)) {
    throw new WorkloadOptionError(
      option,
      `must be a valid git ${option === "tag" ? "tag" : "branch"} name, not ${quote(name)}`,
    );
  }
  return name;
}

/** Returns the value of an option that must match a pattern. */
export function requirePattern<O>(options: O, option: keyof O & string, pattern: RegExp, what: string): string {
  const value: unknown = options[option];
  if (typeof value !== "string" || !pattern.test(value))
    throw new WorkloadOptionError(option, `must be ${what}, not ${quote(value)}`);
  return value;
}

/** Escapes a string for literal use in an RE2 pattern. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

export const quote = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** Returns the value of an option that must be a UUID, in lower case and without braces. */
export const requireUuid = <O>(options: O, option: keyof O & string, whose: string): string =>
  requirePattern(options, option, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, `${whose}, a lowercase UUID`);
