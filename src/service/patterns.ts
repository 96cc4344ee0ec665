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

/** Patterns that are kept compiled, which takes far longer than to match. */
const MAX_KEPT = 10_000;

/** What is wrong with a pattern; undefined for one that can be used. */
export function patternProblem(pattern: string): string | undefined {
  const program = compile(pattern);
  return typeof program === "string" ? program : undefined;
}

/** Whether a pattern matches all of a text. One that cannot be used matches nothing. */
export function matchesWhole(pattern: string, text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  const program = kept.get(pattern) ?? compile(pattern);
  kept.set(pattern, program);
  return typeof program !== "string" && program.matches(text);
}

type Program = Pick<RE2JS, "matches">;

/** Programs, or what is wrong with a pattern. */
const kept = new LRUCache<string, Program | string>({ max: MAX_KEPT });

function compile(pattern: string): Program | string {
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
