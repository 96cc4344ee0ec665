import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { issuerPatternProblem } from "../../../src/api";
import { matchesIssuer, matchesWhole, measurePattern } from "../../../src/service/core/patterns";

const tooLarge = "is too complex: must compile to at most 2000 instructions; shorten it or reduce its repetitions";

test.each([
  "repo:octo-org/[^:]+:ref:refs/heads/(main|release-.*)",
  "[a-z0-9]{1,63}(\\.[a-z0-9]{1,63}){1,4}",
  "(a+)+$",
  "\\{[0-9]{4}\\}",
  Array.from({ length: 60 }, (_, index) => `repo:octo-org/service-${index}`).join("|"),
])("accepts %s", (pattern) => {
  expect(measurePattern(pattern)).toEqual({ size: expect.any(Number) });
});

// Each of these would occupy the service for seconds or minutes, some at compilation.
test.each([
  ["a{0,1000}".repeat(60)],
  ["(((a?){10}){10}){10}".repeat(4)],
  ["a?".repeat(30_000)],
  ["(a|b)*c".repeat(600)],
  [`(${"a?".repeat(400)}){1000}`],
  ["a{0,1000}".repeat(450)],
])("rejects %.40s… as too large, and matches nothing with it if it is stored", (pattern) => {
  expect(measurePattern(pattern)).toEqual({ problem: tooLarge });
  expect(matchesWhole(pattern, "")).toBe(false);
});

test.each(["(", "(?=a)", "a{2,1}", "\\1"])("rejects %s, which RE2 does not support", (pattern) => {
  const problem = expect.stringMatching(/^must be a valid RE2 regular expression: .+ at character \d+$/);
  expect(measurePattern(pattern)).toEqual({ problem });
});

test("matches whole texts of up to about a thousand characters", () => {
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
])("%s does not match a text of which it matches a part", (pattern, ...texts) => {
  for (const text of texts) expect([text, matchesWhole(pattern, text)]).toEqual([text, false]);
});

test("does not match a text that would take too many steps", () => {
  expect(matchesWhole("(a?){450}", "a".repeat(100))).toBe(true);
  expect(matchesWhole("(a?){450}", "a".repeat(200))).toBe(false);
});

const notFixed =
  "must begin with a literal https://host/ (http only for loopback), without wildcards in the host: escape each dot as " +
  '"\\."';

test.each([
  ["https://oidc\\.example\\.com/[a-z]+", "https://oidc.example.com/a"],
  ["^https://oidc\\.example\\.com/.*$", "https://oidc.example.com/a"],
  ["\\Qhttps://oidc.example.com/\\E.*", "https://oidc.example.com/a"],
  ["https://example\\.com/a|https://example\\.com/b", "https://example.com/b"],
  ["https://ci:8443/.*", "https://ci:8443/a"],
  ["http://127\\.0\\.0\\.1:8788/.*", "http://127.0.0.1:8788/a"],
  ["http://localhost/.*", "http://localhost/a"],
  ["http://\\[::1\\]/.*", "http://[::1]/a"],
])("the issuer pattern %s fixes the host", (pattern, issuer) => {
  expect(issuerPatternProblem(pattern)).toBeUndefined();
  expect(matchesIssuer(pattern, issuer)).toBe(true);
  expect(matchesIssuer(pattern, `x${issuer}`)).toBe(false);
});

test.each([
  [".*", "https://evil.example.com"],
  ["https://.*", "https://evil.example.com"],
  ["https?://oidc\\.example\\.com/.*", "http://oidc.example.com/a"],
  ["https://.*\\.example\\.com/a", "https://evil.com/.example.com/a"],
  ["https://oidc.example.com/a", "https://oidcXexample.com/a"],
  ["https://oidc\\.example\\.com", "https://oidc.example.com"],
  ["https://oidc\\.example\\.com(/.*)?", "https://oidc.example.com/a"],
  ["https://oidc\\.example\\.com:[0-9]+/", "https://oidc.example.com:1/"],
  ["https://a/b|https://c/d", "https://c/d"],
  ["(?i)https://a/b", "https://a/b"],
  ["https://user@a/b", "https://user@a/b"],
  ["http://oidc\\.example\\.com/.*", "http://oidc.example.com/a"],
  ["ftp://a/.*", "ftp://a/b"],
])("rejects the issuer pattern %s, and matches nothing with it if it is stored", (pattern, issuer) => {
  expect(issuerPatternProblem(pattern)).toBe(notFixed);
  expect(matchesIssuer(pattern, issuer)).toBe(false);
});

test("limits the size of issuers and their patterns, which run before verification", () => {
  const pattern = "https://a/(b?){60}";
  expect(issuerPatternProblem(pattern)).toContain("must compile to at most 250 instructions");
  expect(matchesIssuer(pattern, "https://a/b")).toBe(false);
  expect(matchesIssuer("https://a/b*", `https://a/${"b".repeat(245)}`)).toBe(true);
  expect(matchesIssuer("https://a/b*", `https://a/${"b".repeat(246)}`)).toBe(false);
});

test("bounds the states that patterns cache", () => {
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
