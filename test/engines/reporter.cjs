/** A Jest reporter that says, after a run, which engines were missing and how many tests that left out (describe-with.ts marks them). */
module.exports = class MissingEngines {
  onRunComplete(_contexts, { testResults }) {
    const leftOut = new Map();
    for (const test of testResults.flatMap((file) => file.testResults)) {
      for (const engine of missingFor(test)) leftOut.set(engine, (leftOut.get(engine) ?? 0) + 1);
    }
    for (const [engine, count] of leftOut) {
      const tests = count === 1 ? "1 test" : `${count} tests`;
      const remedy = ["Terraform", "PostgreSQL"].includes(engine) ? "install it" : "npm run engines builds it";
      console.log(`${engine} is missing, which leaves out ${tests} (${remedy})`);
    }
  }
};

/** The engines for want of which a test was left out, taken from the titles of the suites around it. */
function missingFor({ ancestorTitles }) {
  return new Set(ancestorTitles.flatMap((title) => /\[left out without (.+)\]$/.exec(title)?.[1].split(", ") ?? []));
}
