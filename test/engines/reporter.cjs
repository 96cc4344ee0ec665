/**
 * A Jest reporter that prints the missing engines after a run, with the number of tests skipped for each
 * (describe-with.ts marks them).
 */
module.exports = class MissingEngines {
  onRunComplete(_contexts, { testResults }) {
    const leftOut = new Map();
    for (const test of testResults.flatMap((file) => file.testResults)) {
      for (const engine of missingFor(test)) leftOut.set(engine, (leftOut.get(engine) ?? 0) + 1);
    }
    for (const [engine, count] of leftOut) {
      const tests = count === 1 ? "1 test" : `${count} tests`;
      const remedy = ["Terraform", "PostgreSQL", "Chromium"].includes(engine)
        ? "install it"
        : "npm run engines builds it";
      console.log(`${engine} is missing, which leaves out ${tests} (${remedy})`);
    }
  }
};

/** Returns the missing engines of a skipped test, from the titles of its suites. */
function missingFor({ ancestorTitles }) {
  return new Set(ancestorTitles.flatMap((title) => /\[left out without (.+)\]$/.exec(title)?.[1].split(", ") ?? []));
}
