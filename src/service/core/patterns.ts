import { LRUCache } from "lru-cache";
import {
  compilePattern,
  issuerProgramProblem,
  literalPrefix,
  MAX_PROGRAM,
  type Re2Program,
  withoutAnchor,
} from "../../api";

/**
 * User-defined patterns that tokens are matched against. The syntax is RE2's, which matches in time linear in the size
 * of the pattern and the length of the text; both, and their product, are bounded.
 */

/** The maximum length of a matched text, in characters; subjects have at most 255. */
const MAX_TEXT = 1024;
/**
 * The maximum cost of one match: the pattern's instructions times the text's characters. Each step takes 1 to 5
 * nanoseconds for ordinary patterns and up to 300 for the worst.
 */
const MAX_STEPS = 250_000;
/** The maximum length of an issuer matched by a pattern, because issuers are matched before signatures are verified. */
const MAX_ISSUER = 255;

export { MAX_PROGRAM };

/**
 * The maximum numbers of cached compiled patterns and of their instructions in total. Compiling takes far longer than
 * matching.
 */
const MAX_CACHED = 1_000;
const MAX_CACHED_INSTRUCTIONS = 400_000;
/** The maximum memory that a pattern may keep for cached states, in bytes; some texts lead to millions of states. */
const MAX_STATES = 65_536;

/** Compiles a pattern. Returns the size of its program, or why it is invalid. */
export function measurePattern(pattern: string): { readonly size: number } | { readonly problem: string } {
  const program = compilePattern(pattern);
  return typeof program === "string" ? { problem: program } : { size: program.programSize() };
}

/**
 * Returns the maximum number of steps that matching a pattern against a text takes: the pattern's instructions times
 * the text's characters.
 */
export function stepsOf(pattern: string, text: string): number {
  const program = compileCached(pattern);
  return typeof program === "string" || text.length > MAX_TEXT ? 0 : program.programSize() * text.length;
}

/**
 * Returns whether a pattern matches the whole text. A pattern that is invalid, or would take too many steps, matches
 * nothing.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  const program = compileCached(pattern);
  return typeof program !== "string" && isMatch(program, text);
}

/**
 * Returns whether a pattern matches the whole issuer. A pattern that {@link issuerPatternProblem} rejects matches
 * nothing.
 */
export function matchesIssuer(pattern: string, issuer: string): boolean {
  if (issuer.length > MAX_ISSUER) return false;
  const program = compileCached(withoutAnchor(pattern));
  if (typeof program === "string" || issuerProgramProblem(program) !== undefined) return false;
  return issuer.startsWith(literalPrefix(program)) && isMatch(program, issuer);
}

function isMatch(program: Re2Program, text: string): boolean {
  if (text.length > MAX_TEXT || program.programSize() * text.length > MAX_STEPS) return false;
  const isWhole = program.matches(text);
  const { lazyDFA: states } = program.re2();
  if (states && states.maxMem - states.memBudget > MAX_STATES) states.clearCache();
  return isWhole;
}

/** Compiled patterns, or the errors of invalid ones. */
const cache = new LRUCache<string, Re2Program | string>({
  max: MAX_CACHED,
  maxSize: MAX_CACHED_INSTRUCTIONS,
  sizeCalculation: (program) => (typeof program === "string" ? 1 : program.programSize()),
});

function compileCached(pattern: string): Re2Program | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const program = compilePattern(pattern);
  cache.set(pattern, program);
  return program;
}
