/** The verdict on one capability of an assertion. */
export interface AssertionResult {
  readonly file: string;
  readonly line: number;
  /** What is asserted, in words. */
  readonly statement: string;
  readonly passed: boolean;
  /** Why the assertion fails, in clauses. */
  readonly problems: readonly string[];
}

/** Formats results as JUnit XML, which CI systems display. */
export function junitReport(results: readonly AssertionResult[]): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.map((file) => {
    const own = results.filter((each) => each.file === file);
    const failures = own.filter(({ passed }) => !passed).length;
    return `  <testsuite name="${escaped(file)}" tests="${own.length}" failures="${failures}">\n${own.map(testCase).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

function testCase({ file, line, statement, passed, problems }: AssertionResult): string {
  const attributes = `name="${escaped(statement)}" classname="${escaped(file)}" file="${escaped(file)}" line="${line}"`;
  if (passed) return `    <testcase ${attributes}/>\n`;
  const text = problems.join("\n");
  return `    <testcase ${attributes}>\n      <failure message="${escaped(problems[0] ?? "")}">${escaped(text)}</failure>\n    </testcase>\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Escapes text, and removes the control characters that XML does not allow. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "").replace(/[&<>"\n]/g, (found) => entities[found]!);
