import { issuerPatternProblem } from "../../../api";
import type { Violation } from "../../../model";
import { MAX_PROGRAM, measurePattern } from "../patterns";

/** What a pattern that cannot be used counts as, in instructions: a few are named at once, and the others not tried. */
const WRONG_SIZE = MAX_PROGRAM / 4;

/** A pattern and where it stands. */
export interface PlacedPattern {
  readonly path: readonly string[];
  readonly pattern: string;
}

/**
 * What is wrong with the patterns of one resource. Compiling takes up to 30 microseconds an instruction, so it ends with
 * the pattern that makes them too many.
 */
export function checkPatterns(patterns: readonly PlacedPattern[], owner: string): Violation[] {
  const violations: Violation[] = [];
  let total = 0;
  for (const { path, pattern } of patterns) {
    const measured = measurePattern(pattern);
    const isIssuer = path.at(-1) === "issuerPattern";
    const problem = "problem" in measured ? measured.problem : isIssuer ? issuerPatternProblem(pattern) : undefined;
    total += "size" in measured ? measured.size : WRONG_SIZE;
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
