import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";

/**
 * Patterns that tenants write and tokens are held against, before anything is known of who bears them. They are RE2's,
 * which match in time linear in pattern and text; both are bounded, so that the product is.
 */

/** The longest pattern, in characters, and the most that it may come to, in instructions. */
const MAX_PATTERN = 4096;
const MAX_PROGRAM = 2000;
/** What counted repetitions may come to before a pattern is looked at: their sum times its length. */
const MAX_REPEATED = 200_000;
/** The longest text that a pattern can match, in characters; subjects have 255 at most. */
const MAX_TEXT = 1024;

/** Patterns that are kept compiled, which takes far longer than to match, and the instructions that they may have in all. */
const MAX_KEPT = 1_000;
const MAX_KEPT_INSTRUCTIONS = 400_000;
/** What a pattern may keep of the states that texts took it to, in bytes; some texts take it to millions. */
const MAX_STATES = 65_536;

/** What is wrong with a pattern; undefined for one that can be used. */
export function patternProblem(pattern: string): string | undefined {
  const program = compile(pattern);
  return typeof program === "string" ? program : undefined;
}

/** What it takes to hold a text against a pattern, in instructions. */
export function effortOf(pattern: string): number {
  const program = compiled(pattern);
  return typeof program === "string" ? 0 : program.programSize();
}

/** What all texts begin with that a pattern matches; perhaps less than all of it. */
export function beginningOf(pattern: string): string {
  // At the beginning of a whole text it says nothing, and would hide what follows.
  const program = compile(pattern.replace(/^\^/, ""));
  return typeof program === "string" ? "" : String(program.re2().prefix ?? "");
}

/** Whether a pattern matches all of a text. One that cannot be used matches nothing. */
export function matchesWhole(pattern: string, text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  const program = compiled(pattern);
  if (typeof program === "string") return false;
  const isMatch = program.matches(text);
  const { lazyDFA: states } = program.re2();
  if (states && states.maxMem - states.memBudget > MAX_STATES) states.clearCache();
  return isMatch;
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
  const program = compile(pattern);
  kept.set(pattern, program);
  return program;
}

function compile(pattern: string): RE2JS | string {
  if (pattern.length > MAX_PATTERN || repeated(pattern) * pattern.length > MAX_REPEATED) return TOO_LARGE;
  try {
    const program = RE2JS.compile(pattern);
    return program.programSize() > MAX_PROGRAM ? TOO_LARGE : program;
  } catch {
    return "must be a regular expression of RE2";
  }
}

const TOO_LARGE = `must come to at most ${MAX_PROGRAM} instructions: it is too long, or repeats too often`;

/** How often a pattern has something repeated: {3}, {3,} and {3,5} have 3, 3 and 5. */
const repeated = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((sum, [, least, most]) => sum + Number(most || least), 0);
