import type { RE2JS } from "re2js";

/** Regular expressions of RE2, as the service takes them: compiled by the service, and by clients before they send any. */

/** The longest pattern, in characters, and the largest program of one, in instructions. */
const MAX_PATTERN = 4096;
export const MAX_PROGRAM = 2000;
/** What counted repetitions may come to before a pattern is looked at: their sum times its length. */
const MAX_REPEATED = 200_000;

/** Compiles a pattern: gives its program, or what is wrong with it, to be read after its name. */
export function compilePattern(pattern: string): RE2JS | string {
  if (pattern.length > MAX_PATTERN || repeated(pattern) * pattern.length > MAX_REPEATED) return TOO_LARGE;
  // Where it is needed: most processes of the provider compile none, and it takes long to load.
  const { RE2JS: library } = require("re2js") as typeof import("re2js");
  try {
    const program = library.compile(pattern);
    return program.programSize() > MAX_PROGRAM ? TOO_LARGE : program;
  } catch (error) {
    return `must be a valid RE2 regular expression${reasonOf(error, pattern)}`;
  }
}

/** What is wrong with a pattern; undefined for one that can be used. */
export function patternProblem(pattern: string): string | undefined {
  const program = compilePattern(pattern);
  return typeof program === "string" ? program : undefined;
}

/** `: missing closing ) in "(abc" at character 3`, as far as the library tells. */
function reasonOf(thrown: unknown, pattern: string): string {
  const { error: reason, input } = thrown as { readonly error?: unknown; readonly input?: unknown };
  if (typeof reason !== "string") return "";
  const at = typeof input === "string" ? pattern.indexOf(input) : -1;
  return at < 0 ? `: ${reason}` : `: ${reason}: ${JSON.stringify(input)} at character ${at + 1}`;
}

const TOO_LARGE = `is too complex: must compile to at most ${MAX_PROGRAM} instructions; shorten it or reduce its repetitions`;

/** How often a pattern has something repeated: {3}, {3,} and {3,5} have 3, 3 and 5. */
const repeated = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((sum, [, least, most]) => sum + Number(most || least), 0);
