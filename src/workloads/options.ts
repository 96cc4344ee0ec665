import { brokenRules, type Rule } from "../model/rules";
import { didYouMean } from "../model/suggest";
import { type Workload, type WorkloadClaims, WorkloadOptionError } from "./workload";

/** Option checks shared by several systems. Every function throws WorkloadOptionError. */

/**
 * Returns the claims of the pipeline that the options select. Rejects names that are not options of the system: a
 * misspelled `branch` must not result in trust in the default branch. `others` are the names of the properties beside
 * the options, which may be what was meant.
 */
export function claimsOf<O>(workload: Workload<O>, given: object, others: readonly string[] = []): WorkloadClaims {
  const { title, options } = workload;
  const stray = Object.keys(given).find((option) => !options.some((each) => each === option));
  if (stray === undefined) return workload.claims(given as O);
  const suggestion = didYouMean(stray, [...options, ...others]);
  throw new WorkloadOptionError(stray, `is not an option of ${title}; options are ${options.join(", ")}${suggestion}`);
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
 * Validates an issuer URL. Tokens contain their issuer verbatim, so URLs that can never match are rejected: with a
 * trailing slash or a query.
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

/** Returns the full name of the selected branch or tag, by default of the branch `main`. */
export const fullRef = ({ branch, tag }: { readonly branch?: string; readonly tag?: string }): string =>
  tag === undefined
    ? `refs/heads/${shortRef("branch", branch === undefined ? "main" : branch)}`
    : `refs/tags/${shortRef("tag", tag)}`;

/**
 * Validates the short name of a branch or tag against git's rules, which exclude wildcards, so that the options cannot
 * match more than one ref.
 */
export function shortRef(option: "branch" | "tag", name: unknown): string {
  if (typeof name === "string" && name.startsWith("refs/")) {
    throw new WorkloadOptionError(
      option,
      `must be a short name, without refs/heads/ or refs/tags/, not ${quote(name)}`,
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them
  if (typeof name !== "string" || !/^[^\x00-\x20\x7f~^:?*[\\]+$/.test(name)) {
    throw new WorkloadOptionError(option, `must be a valid git ${option} name, not ${quote(name)}`);
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

/** Escapes a text as a pattern (RE2) that matches only that text. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

export const quote = (value: unknown): string => JSON.stringify(value) ?? String(value);
