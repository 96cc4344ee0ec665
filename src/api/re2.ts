/** RE2 regular expressions, compiled by the service and validated by clients before they are sent. */

/** The maximum length of a pattern, in characters, and of its compiled program, in instructions. */
const MAX_PATTERN = 4096;
export const MAX_PROGRAM = 2000;
/** The limit for counted repetitions, checked before compilation: their sum times the length of the pattern. */
const MAX_REPEATED = 200_000;

/** A compiled pattern. */
export interface Re2Program {
  /** Reports whether the pattern matches the whole string. */
  matches(text: string): boolean;
  /** Returns the number of instructions. */
  programSize(): number;
  /** Returns the program, with the literal prefix of matches and its lazy DFA, whose cache grows with each match. */
  re2(): {
    readonly prefix: string | null;
    readonly lazyDFA?: { readonly maxMem: number; readonly memBudget: number; clearCache(): void } | null;
  };
}

/** Compiles a pattern. Returns the program, or the error message without the field name. */
export function compilePattern(pattern: string): Re2Program | string {
  if (pattern.length > MAX_PATTERN || repetitionCount(pattern) * pattern.length > MAX_REPEATED) return TOO_LARGE;
  // Loaded lazily: it is slow to load, and most provider runs compile no patterns.
  const { RE2JS: library } = require("re2js") as typeof import("re2js");
  try {
    const program = library.compile(pattern);
    return program.programSize() > MAX_PROGRAM ? TOO_LARGE : program;
  } catch (error) {
    return `must be a valid RE2 regular expression${reasonOf(error, pattern)}`;
  }
}

/** Returns the problem with a pattern; undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  const program = compilePattern(pattern);
  return typeof program === "string" ? program : undefined;
}

/** Formats the library's reason, if any: `: missing closing ) in "(abc" at character 3`. */
function reasonOf(thrown: unknown, pattern: string): string {
  const { error: reason, input } = thrown as { readonly error?: unknown; readonly input?: unknown };
  if (typeof reason !== "string") return "";
  const at = typeof input === "string" ? pattern.indexOf(input) : -1;
  return at < 0 ? `: ${reason}` : `: ${reason}: ${JSON.stringify(input)} at character ${at + 1}`;
}

const TOO_LARGE = `is too complex: must compile to at most ${MAX_PROGRAM} instructions; shorten it or reduce its repetitions`;

/** Sums the counted repetitions of a pattern: {3}, {3,} and {3,5} count as 3, 3 and 5. */
const repetitionCount = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((sum, [, least, most]) => sum + Number(most || least), 0);
