import { startIssuer } from "../../../src/issuer";
import { createTokenService, type StoredIdentity } from "../../../src/service/tokens";
import { startPlatform } from "../../../src/testing";
import { inMemoryDirectory, inMemoryKeys } from "./in-memory";

const uidOf = (index: number) => `${"a".repeat(40)}/${index.toString(16).padStart(16, "0")}`;

const identitiesWith = (count: number, claimMatchOf: (index: number) => StoredIdentity["claimMatch"]) =>
  Array.from({ length: count }, (_, index) => ({ uid: uidOf(index), claimMatch: claimMatchOf(index)! }));

const serviceWith = (all: readonly StoredIdentity[]) =>
  createTokenService({
    keys: inMemoryKeys(),
    identities: inMemoryDirectory(all),
    authUrl: () => "https://auth.example.com",
    baseUrl: () => "https://api.example.com",
    fetchJson: () => Promise.reject(new Error("nothing is fetched for a token that fits nothing")),
  });

/** What comes of a token that anybody could have made, and that names no identity. */
async function exchangeWithout(all: readonly StoredIdentity[], sub = "me") {
  const issuer = await startIssuer();
  const token = await issuer.sign({ sub, aud: "https://auth.example.com" });
  await issuer.close();
  return serviceWith(all).exchange({ token, audiences: ["https://api.example.com"] });
}

test("a token is held against many patterns while others have their turns", async () => {
  const all = identitiesWith(400, (index) => ({
    issuerPattern: `https://issuer-${index}\\.example\\.com`,
    subject: "me",
  }));
  let turns = 0;
  let isDone = false;
  const take = () => {
    turns += 1;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  await expect(exchangeWithout(all)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(24);
});

test.each([
  ["patterns that take long", identitiesWith(20, (index) => ({ issuerPattern: `x${index}(.?){450}`, subject: "me" }))],
  ["identities", identitiesWith(1001, () => ({ issuer: "https://else.example.com", subject: "me" }))],
  ["identities whose issuer and subject it fits", identitiesWith(51, () => ({ issuerPattern: ".*", subject: "me" }))],
])("a token that names no identity is not held against too many %s", async (_, all) => {
  await expect(exchangeWithout(all)).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: "Invalid argument: identity: identity must be given: the token might fit too many identities",
  });
});

test("patterns are found by what all subjects begin with that they match, and not read for others", async () => {
  const platform = await startPlatform();
  const subject = "repo:octo-org/payments:ref:refs/heads/main";
  const { issuer } = platform.issuer;
  const token = await platform.identityToken(subject);
  const { identities } = platform.client();
  const exchange = () =>
    fetch(`${platform.authUrl}/sts/exchange?aud=${platform.baseUrl}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  const others = Array.from({ length: 20 }, (_, index) => `repo:octo-org/other-${index}(.?){450}`);
  for (const [index, subjectPattern] of others.entries())
    await identities.create(platform.groupUid, { name: `${index}`, claimMatch: { issuer, subjectPattern } });
  for (const claims of [
    { issuer, subject },
    { issuer, subjectPattern: "repo:octo-org/payments:.*" },
    { issuer, subjectPattern: "^repo:octo-org/(payments|invoices):ref:refs/heads/main$" },
    { issuer, subjectPattern: "repo:octo-org/payments:ref:.*|repo:octo-cat/.*" },
    {
      issuer,
      subjectPattern: "repo:octo-org/payments:ref:refs/heads/mainly?|repo:octo-org/payments:ref:refs/heads/main",
    },
    { issuer, subjectPattern: "(?i)REPO:octo-org/.*" },
    { issuer, subjectPattern: ".*:ref:refs/heads/main" },
    { issuerPattern: "http://.*", subject },
    { issuerPattern: "http://.*", subjectPattern: "repo:octo-org/.*" },
    { issuerPattern: "http://.*", subjectPattern: ".*" },
  ]) {
    const { uid } = await identities.create(platform.groupUid, { name: "one", claimMatch: claims });
    expect([claims, (await exchange()).status]).toEqual([claims, 200]);
    await identities.delete(uid);
  }
  expect((await exchange()).status).toBe(401);
  await platform.close();
});
