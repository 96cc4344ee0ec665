import { SignJWT } from "jose";
import { generatePrivateJwk, toPublicJwk } from "../../../../src/service/auth/tokens";
import { MAX_CACHED_CHARACTERS, staticKeyCache } from "../../../../src/service/auth/tokens/external-token";
import { authUrl, clock, exchange, serviceWith, subject, uidOf } from "./fixtures";

test("caches static keys up to a limit, and still verifies with keys beyond it", async () => {
  const key = await generatePrivateJwk();
  const issuer = "https://keys.example.com";
  const count = 80;
  const identities = Array.from({ length: count }, (_, index) => ({
    uid: uidOf(index + 1),
    // As long as a resource may be.
    staticKeys: {
      issuer,
      subject,
      issuerKeys: JSON.stringify({ keys: [{ ...toPublicJwk(key), x5t: `${index} ${"x".repeat(125_000)}` }] }),
    },
  }));
  const { service } = serviceWith(identities);
  const seconds = Math.floor(clock.now / 1000);
  const token = await new SignJWT({ sub: subject, iss: issuer, aud: authUrl })
    .setProtectedHeader({ alg: "ES256", kid: key.kid })
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 300)
    .sign(key);
  for (const { uid } of [...identities, identities[0]!])
    await expect(exchange(service, token, uid)).resolves.toHaveProperty("token");
  expect(staticKeyCache.calculatedSize).toBeLessThanOrEqual(MAX_CACHED_CHARACTERS);
  expect(staticKeyCache.size).toBeGreaterThan(1);
  expect(staticKeyCache.size).toBeLessThan(count);
});
