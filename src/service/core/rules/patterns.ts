import { issuerPatternProblem } from "../../../api";
import type { Violation } from "../../../model";
import { MAX_PROGRAM, measurePattern } from "../patterns";

/**
 * The size assumed for an invalid pattern, in instructions, so that an error reports a few and the others are not
 * compiled.
 */
const INVALID_SIZE = MAX_PROGRAM / 4;

/** A pattern with its path. */
export interface PatternField {
  readonly path: readonly string[];
  readonly pattern: string;
}

/**
 * Validates the patterns of one resource. Compiling takes up to 30 microseconds per instruction, so it stops at the
 * pattern that exceeds the limit.
 */
export function checkPatterns(patterns: readonly PatternField[], owner: string): Violation[] {
  const violations: Violation[] = [];
  let total = 0;
  for (const { path, pattern } of patterns) {
    const measured = measurePattern(pattern);
    const isIssuer = path.at(-1) === "issuerPattern";
    const problem = "problem" in measured ? measured.problem : isIssuer ? issuerPatternProblem(pattern) : undefined;
    total += "size" in measured ? measured.size : INVALID_SIZE;
    if (problem !== undefined) violations.push({ path, problem });
    else if (total > MAX_PROGRAM)
      violations.push({
        path,
        problem: `is too complex: the patterns of ${owner} must compile to at most ${MAX_PROGRAM} instructions in total`,
      });
    if (total > MAX_PROGRAM) break;
  }
  return violations;
}
