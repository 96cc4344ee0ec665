import { LRUCache } from "lru-cache";
import type { RE2JS } from "re2js";
import { compilePattern, issuerProgramProblem, literalPrefix, MAX_PROGRAM, withoutAnchor } from "../../api";

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
/** The longest issuer that a pattern can match, since issuers are matched before any signature is verified. */
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

/** Whether a pattern matches all of an issuer. One that {@link issuerPatternProblem} refuses matches nothing. */
export function matchesIssuer(pattern: string, issuer: string): boolean {
  if (issuer.length > MAX_ISSUER) return false;
  const program = compiled(withoutAnchor(pattern));
  if (typeof program === "string" || issuerProgramProblem(program) !== undefined) return false;
  return issuer.startsWith(literalPrefix(program)) && isMatch(program, issuer);
}

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
