import { startIssuer } from "../../../src/issuer";
import { createTokenService } from "../../../src/service/tokens";
import { inMemoryDirectory, inMemoryKeys } from "./in-memory";

test("a token is held against many patterns while others have their turns", async () => {
  const issuer = await startIssuer();
  const all = Array.from({ length: 400 }, (_, index) => ({
    uid: `${"a".repeat(40)}/${index.toString(16).padStart(16, "0")}`,
    claimMatch: { issuerPattern: `https://issuer-${index}\\.example\\.com`, subject: "me" },
  }));
  const tokens = createTokenService({
    keys: inMemoryKeys(),
    identities: inMemoryDirectory(all),
    authUrl: () => "https://auth.example.com",
    baseUrl: () => "https://api.example.com",
    fetchJson: () => Promise.reject(new Error("nothing is fetched for a token that fits nothing")),
  });
  let turns = 0;
  let isDone = false;
  const take = () => {
    turns += 1;
    if (!isDone) setImmediate(take);
  };
  const token = await issuer.sign({ sub: "me", aud: "https://auth.example.com" });
  setImmediate(take);
  await expect(tokens.exchange({ token, audiences: ["https://api.example.com"] })).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(24);
  await issuer.close();
});
