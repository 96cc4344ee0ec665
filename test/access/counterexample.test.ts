import { counterexample } from "../../src/access/counterexample";
import { matches } from "../../src/access/trust";

test.each([
  ["repo:acme.*", "repo:acme-evil/x"],
  ["^repo:acme.*:ref:refs/heads/main$", "repo:acme-evil/x:ref:refs/heads/main"],
  ["repo:acme/app[^/]*", "repo:acme/app-evil"],
  ["repo:acme/app.io:ref:refs/heads/main", "repo:acme/appxio:ref:refs/heads/main"],
  ["project_path:acme/app\\w*:ref:main", "project_path:acme/appevil:ref:main"],
])("%s also accepts %s", (pattern, text) => {
  expect(counterexample(pattern)).toBe(text);
  expect(matches(pattern, text)).toBe(true);
});

test.each(["repo:acme/.*", "repo:acme/app:ref:refs/tags/v\\d+", "repo:acme/app\\.io:.*", "repo:(acme|octo)/.*"])(
  "finds nothing surprising in %s",
  (pattern) => expect(counterexample(pattern)).toBeUndefined(),
);
