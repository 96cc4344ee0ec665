import { mismatch, unmetClaim } from "../../../../src/service/auth/tokens/claims";
import { authUrl, claimMatch, exchange, issuer, refusalOf, serviceWith, token } from "./fixtures";

/** Patterns designed to be slow, matched with claims with many values. */

/** About 1,900 instructions: with 130 characters nearly as many steps as one match may take. */
const slow = "(?:a?){900}a{100}";
const slowValues = Array.from({ length: 80 }, (_, index) => `${"a".repeat(127)}${String(index).padStart(3, "0")}`);
const many = [...Array.from({ length: 250 }, (_, index) => `group-${index}`), "wanted"];

/** Counts the matches that a token's claims cause, and how many succeeded. */
function counting() {
  const counts = { matches: 0, found: 0 };
  const matcher = (match: () => boolean) => {
    counts.matches += 1;
    const isMatch = match();
    if (isMatch) counts.found += 1;
    return isMatch;
  };
  return { counts, matcher };
}

type Requirement = (pattern: string, values: readonly string[], matcher: (match: () => boolean) => boolean) => unknown;
const requirements: Record<string, Requirement> = {
  "identity provider": (pattern, x, matcher) => unmetClaim({ claimPatterns: { x: pattern } }, { x }, matcher),
  identity: (pattern, x, matcher) =>
    mismatch(
      { uid: "u", claimMatch: { subject: "s", claimPatterns: { x: pattern } } },
      { sub: "s", aud: "a", x },
      ["a"],
      matcher,
    ),
};

describe.each(Object.entries(requirements))("a claim pattern of an %s", (_, unmet) => {
  test("is matched with at most 250 values of a claim", () => {
    const { counts, matcher } = counting();
    expect(unmet("wanted", many, matcher)).toBe("x");
    expect(counts.matches).toBe(250);
    expect(unmet("wanted", many.slice(1), matcher)).toBeUndefined();
  });

  test("matches nothing after a token has taken a million steps", () => {
    const ordinary = slowValues.map((value) => value.slice(0, 10));
    expect(unmet(`${slow}|last`, ["a".repeat(50), "last"], counting().matcher)).toBeUndefined();
    expect(unmet(`${slow}|last`, [...slowValues, "last"], counting().matcher)).toBe("x");
    expect(unmet("a+[0-9]*|last", [...ordinary.map((each) => `-${each}`), "last"], counting().matcher)).toBeUndefined();
  });
});

test("temporarily rejects an identity provider's slow patterns without delaying other organizations", async () => {
  const { service } = serviceWith([claimMatch({ subjectPattern: "repo:.*", subject: undefined as never })]);
  const text = await token({ x: slowValues });
  const logIn = (organization: string, claimPatterns: Record<string, string>) => {
    const policy = { required: { claimPatterns }, usesObjectId: false, groupsClaim: "" };
    return service.verifyIdToken({ token: text, issuer: issuer().url, organization, clientId: authUrl, policy });
  };
  let last = await refusalOf(logIn("globex", { x: slow }));
  while (last.code === "PERMISSION_DENIED") last = await refusalOf(logIn("globex", { x: slow }));
  expect(last).toMatchObject({ code: "RESOURCE_EXHAUSTED", http: 429 });
  expect(last.detail("RetryInfo")).toBeDefined();
  await expect(logIn("acme", { x: ".*" })).resolves.toMatchObject({ issuer: issuer().url });
  await expect(exchange(service, text)).resolves.toHaveProperty("token");
});
