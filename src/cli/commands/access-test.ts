import { writeFileSync } from "node:fs";
import {
  type AccessGraph,
  type BindingCoverage,
  type Check,
  checkAssertion,
  coverageOf,
  type Directory,
  NotFoundError,
} from "../../access";
import { readAssertions, type WrittenAssertion } from "../access/assertion-file";
import { type AssertionResult, junitReport } from "../access/junit";
import { readGraph, type SourceOptions } from "../access/sources";
import { plural } from "../access/wording";
import { ExitCode, withOperation } from "../failure";
import type { Output } from "../output";
import { asFailure, POLICY_BROKEN } from "./access";

export interface TestOptions extends SourceOptions {
  readonly json: boolean;
  readonly coverage: boolean;
  readonly junit?: string;
}

/** The JSON output of `platformctl access test`. */
export interface TestReport {
  readonly passed: boolean;
  readonly assertions: readonly AssertionResult[];
  /** For each role binding, whether an assertion would fail without it, or if it granted everything. */
  readonly coverage: readonly BindingCoverage[];
  /** What was not seen, in sentences. */
  readonly gaps: readonly string[];
}

/** Checks assertions about access; ends with exit code 2 if one fails. */
export async function accessTest(files: readonly string[], options: TestOptions, output: Output): Promise<void> {
  const written = (await Promise.all(files.map(readAssertions))).flat();
  const { graph, directory } = await asFailure(() => readGraph(options));
  const checked = written.flatMap((each) => check(each, graph, directory));
  const coverage = coverageOf(
    checked.flatMap(({ check: found }) => found ?? []),
    graph,
  );
  const assertions = checked.map(({ result }) => result);
  const passed = assertions.every((each) => each.passed);
  const { gaps } = graph.snapshot;
  const report: TestReport = { passed, assertions, coverage, gaps };
  const { junit } = options;
  if (junit !== undefined) await withOperation(`write ${junit}`, () => writeFileSync(junit, junitReport(assertions)));
  output.stdout(
    options.json ? `${JSON.stringify(report, undefined, 2)}\n` : textOf(report, directory, options.coverage),
  );
  if (!passed) throw new ExitCode(POLICY_BROKEN);
}

/** A group or identity that does not exist fails the assertion that names it, not the command. */
function check(
  { file, line, assertion }: WrittenAssertion,
  graph: AccessGraph,
  directory: Directory,
): readonly { readonly check: Check | undefined; readonly result: AssertionResult }[] {
  try {
    return checkAssertion(assertion, graph, directory).map((found: Check) => {
      const { statement, problems } = found;
      return { check: found, result: { file, line, statement, passed: problems.length === 0, problems } };
    });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const statement = JSON.stringify(assertion);
    return [{ check: undefined, result: { file, line, statement, passed: false, problems: [error.message] } }];
  }
}

function textOf({ assertions, coverage, gaps }: TestReport, directory: Directory, showsCoverage: boolean): string {
  const failed = assertions.filter(({ passed }) => !passed);
  const failures = failed.map(
    ({ file, line, statement, problems }) =>
      `failed: ${file}:${line}: ${statement}\n${problems.map((problem) => `  ${problem}\n`).join("")}`,
  );
  const counts = [
    plural(assertions.length - failed.length, "assertion"),
    "passed",
    ...(failed.length > 0 ? [`, ${failed.length} failed`] : []),
  ];
  const [removal, widening] = (["removal", "widening"] as const).map(
    (kind) => coverage.filter((each) => each[kind]).length,
  );
  const total = plural(coverage.length, "role binding");
  const summary = `coverage of ${total}: ${removal} if removed, ${widening} if widened\n`;
  const uncovered = showsCoverage
    ? coverage
        .filter((each) => !each.removal || !each.widening)
        .map((each) => `  ${directory.resource(each.binding)}: no assertion fails if it is ${missed(each)}\n`)
    : [];
  const notes = gaps.map((gap) => `\nNote: ${gap}\n`);
  return [...failures, `${counts.join(" ").replace(" ,", ",")}\n`, summary, ...uncovered, ...notes].join("");
}

const missed = ({ removal, widening }: BindingCoverage): string =>
  [...(removal ? [] : ["removed"]), ...(widening ? [] : ["widened"])].join(" or ");
