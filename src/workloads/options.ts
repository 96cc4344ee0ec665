import { brokenRules, type Rule } from "../model/rules";
import { WorkloadOptionError } from "./workload";

/** What the options of several systems have in common. Every function throws WorkloadOptionError. */

/** Holds rules across options; one that is false is as good as not given. */
export function holdRules(rules: readonly Rule[], options: object): void {
  const values = options as Readonly<Record<string, unknown>>;
  const [broken] = brokenRules(rules, (option) =>
    values[option] !== undefined && values[option] !== false ? "set" : "unset",
  );
  if (broken) throw new WorkloadOptionError(broken.field, broken.problem);
}

/** Tokens carry their issuer to the letter, so what could never match is refused: a path's last slash, a query. */
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

/** The full name of the branch or tag that options name; that of the branch `main` where they name neither. */
export const fullRef = ({ branch, tag }: { readonly branch?: string; readonly tag?: string }): string =>
  tag === undefined
    ? `refs/heads/${shortRef("branch", branch === undefined ? "main" : branch)}`
    : `refs/tags/${shortRef("tag", tag)}`;

/** The characters are those that git allows. Wildcards are not among them, so nobody trusts more than is written. */
export function shortRef(option: "branch" | "tag", name: unknown): string {
  if (typeof name === "string" && name.startsWith("refs/")) {
    throw new WorkloadOptionError(
      option,
      `must be a short name, without refs/heads/ or refs/tags/, not ${quote(name)}`,
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them
  if (typeof name !== "string" || !/^[^\x00-\x20\x7f~^:?*[\\]+$/.test(name)) {
    throw new WorkloadOptionError(option, `must be one ${option}'s name, as git allows it, not ${quote(name)}`);
  }
  return name;
}

/** An option's text, where it is one that the pattern allows. */
export function matching<O>(options: O, option: keyof O & string, pattern: RegExp, what: string): string {
  const value: unknown = options[option];
  if (typeof value !== "string" || !pattern.test(value))
    throw new WorkloadOptionError(option, `must be ${what}, not ${quote(value)}`);
  return value;
}

/** Text as a pattern (RE2) that it alone matches. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

export const quote = (value: unknown): string => JSON.stringify(value) ?? String(value);
