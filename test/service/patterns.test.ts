import { matchesWhole, patternProblem } from "../../src/service/patterns";

const tooLarge = "must come to at most 2000 instructions: it is too long, or repeats too often";

test.each([
  "repo:octo-org/[^:]+:ref:refs/heads/(main|release-.*)",
  "[a-z0-9]{1,63}(\\.[a-z0-9]{1,63}){1,4}",
  "(a+)+$",
  "\\{[0-9]{4}\\}",
  Array.from({ length: 60 }, (_, index) => `repo:octo-org/service-${index}`).join("|"),
])("%s can be used", (pattern) => {
  expect(patternProblem(pattern)).toBeUndefined();
});

// Each of these would keep the service busy for seconds or minutes, some when it is compiled.
test.each([
  ["a{0,1000}".repeat(60)],
  ["(((a?){10}){10}){10}".repeat(4)],
  ["a?".repeat(30_000)],
  ["(a|b)*c".repeat(600)],
  [`(${"a?".repeat(400)}){1000}`],
  ["a{0,1000}".repeat(450)],
])("%.40s… is too large, and matches nothing where it is stored all the same", (pattern) => {
  expect(patternProblem(pattern)).toBe(tooLarge);
  expect(matchesWhole(pattern, "")).toBe(false);
});

test.each(["(", "(?=a)", "a{2,1}", "\\1"])("%s is no pattern of RE2", (pattern) => {
  expect(patternProblem(pattern)).toBe("must be a regular expression of RE2");
});

test("a pattern matches texts as a whole, of a thousand characters and some", () => {
  expect(matchesWhole("a+", "aaa")).toBe(true);
  expect(matchesWhole("a+", "aab")).toBe(false);
  expect(matchesWhole("a+", "a".repeat(1024))).toBe(true);
  expect(matchesWhole("a+", "a".repeat(1025))).toBe(false);
});
