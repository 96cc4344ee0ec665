import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beginningOf, matchesWhole, patternProblem } from "../../src/service/patterns";

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

test.each([
  ["a|b", "b\n", "ab", "\nb"],
  ["^repo$", "repo\n", "repo\nrepo"],
  ["(?m)^a$", "a\nb", "b\na"],
  [".*", "a\nb"],
  ["", "a"],
])("%s matches no text of which it matches a part", (pattern, ...texts) => {
  for (const text of texts) expect([text, matchesWhole(pattern, text)]).toEqual([text, false]);
});

test.each([
  ["repo:octo-org/.*", "repo:octo-org/"],
  ["^repo:octo-org/(a|b):.*", "repo:octo-org/"],
  ["repo:a|repo:b", "repo:"],
  ["repo:ab?", "repo:a"],
  ["gitlab\\.com/.*", "gitlab.com/"],
  ["^a|b", ""],
  ["^*a", ""],
  ["(?i)repo:.*", ""],
  ["(", ""],
])("what %s matches begins with %j", (pattern, beginning) => {
  expect(beginningOf(pattern)).toBe(beginning);
});

test("what texts took patterns to is not kept without bounds", () => {
  setFlagsFromString("--expose-gc");
  const collected = runInNewContext("gc") as () => void;
  const used = () => {
    collected();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const before = used();
  for (let index = 0; index < 6; index += 1)
    for (let time = 0; time < 4; time += 1) {
      const bits = Array.from({ length: 1000 }, () => "ab"[Math.trunc(Math.random() * 2)]);
      matchesWhole(`(a|b)*a(a|b){60}${index}`, bits.join(""));
    }
  expect(used() - before).toBeLessThan(8);
});
