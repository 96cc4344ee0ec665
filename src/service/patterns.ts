import { LRUCache } from "lru-cache";
import type { RE2JS } from "re2js";
import { compilePattern, MAX_PROGRAM } from "../api";

/**
 * Patterns that organizations write and tokens are matched against. They are RE2's, which match in time linear in the
 * size of the pattern and the length of the text; both are bounded, and so is their product.
 */

/** The longest text that a pattern can match, in characters; subjects have 255 at most. */
const MAX_TEXT = 1024;
/**
 * The most that one match may take: the pattern's instructions times the text's characters. Ordinary patterns take 1 to 5
 * nanoseconds for each, the worst ones 300.
 */
const MAX_STEPS = 250_000;
/** The largest program of a pattern for issuers and the longest issuer, since those are matched before any signature is verified. */
const MAX_ISSUER_PROGRAM = 250;
const MAX_ISSUER = 255;

export { MAX_PROGRAM };

/** Patterns that are kept compiled, which takes far longer than to match, and the instructions that they may have in all. */
const MAX_KEPT = 1_000;
const MAX_KEPT_INSTRUCTIONS = 400_000;
/** What a pattern may keep of the states that texts took it to, in bytes; some texts take it to millions. */
const MAX_STATES = 65_536;

/** Compiles a pattern: gives the size of its program, or what is wrong with it. */
export function measurePattern(pattern: string): { readonly size: number } | { readonly problem: string } {
  const program = compilePattern(pattern);
  return typeof program === "string" ? { problem: program } : { size: program.programSize() };
}

/** The most steps that matching a pattern against a text takes: the pattern's instructions times the text's characters. */
export function stepsOf(pattern: string, text: string): number {
  const program = compiled(pattern);
  return typeof program === "string" || text.length > MAX_TEXT ? 0 : program.programSize() * text.length;
}

/** Whether a pattern matches all of a text. One that cannot be used, or would take too many steps, matches nothing. */
export function matchesWhole(pattern: string, text: string): boolean {
  const program = compiled(pattern);
  return typeof program !== "string" && isMatch(program, text);
}

/**
 * What is wrong with a pattern for issuers; undefined for one that can be used. It must fix the host: whoever controls
 * another host could sign tokens that match.
 */
export function issuerPatternProblem(pattern: string): string | undefined {
  const program = compilePattern(withoutAnchor(pattern));
  if (typeof program === "string") return program;
  if (!isOrigin(literalPrefix(program)))
    return (
      "must begin with a literal https://host/ (http only for this machine), without wildcards in the host: a dot is " +
      'written "\\."'
    );
  return program.programSize() > MAX_ISSUER_PROGRAM
    ? `must come to at most ${MAX_ISSUER_PROGRAM} instructions: it is too long, or repeats too often`
    : undefined;
}

/** Whether a pattern matches all of an issuer. One that {@link issuerPatternProblem} refuses matches nothing. */
export function matchesIssuer(pattern: string, issuer: string): boolean {
  if (issuer.length > MAX_ISSUER) return false;
  const program = compiled(withoutAnchor(pattern));
  if (typeof program === "string" || program.programSize() > MAX_ISSUER_PROGRAM) return false;
  const prefix = literalPrefix(program);
  return isOrigin(prefix) && issuer.startsWith(prefix) && isMatch(program, issuer);
}

/** A match is of the whole text, so an anchor before it says nothing, and would hide the literal that follows. */
const withoutAnchor = (pattern: string): string => pattern.replace(/^\^/, "");

/** What every text begins with that the program matches. */
const literalPrefix = (program: RE2JS): string => String(program.re2().prefix ?? "");

/** Whether a text begins with scheme, host and perhaps port, and the slash that ends them. */
const isOrigin = (text: string): boolean =>
  /^(https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\]))(:\d+)?\//i.test(text);

function isMatch(program: RE2JS, text: string): boolean {
  if (text.length > MAX_TEXT || program.programSize() * text.length > MAX_STEPS) return false;
  const isWhole = program.matches(text);
  const { lazyDFA: states } = program.re2();
  if (states && states.maxMem - states.memBudget > MAX_STATES) states.clearCache();
  return isWhole;
}

/** Programs, or what is wrong with a pattern. */
const kept = new LRUCache<string, RE2JS | string>({
  max: MAX_KEPT,
  maxSize: MAX_KEPT_INSTRUCTIONS,
  sizeCalculation: (program) => (typeof program === "string" ? 1 : program.programSize()),
});

function compiled(pattern: string): RE2JS | string {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  const program = compilePattern(pattern);
  kept.set(pattern, program);
  return program;
}
