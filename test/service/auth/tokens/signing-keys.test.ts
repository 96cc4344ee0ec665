import { decodeProtectedHeader } from "jose";
import { createTokenService, type TokenService } from "../../../../src/service/auth/tokens";
import type { KeyStore } from "../../../../src/service/store";
import { inMemoryDirectory, inMemoryKeys, oneOrganization } from "./in-memory";

const identityUid = `${"a".repeat(40)}/${"0".repeat(16)}`;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let now: number;
let keys: KeyStore;
beforeEach(() => {
  now = Date.parse("2030-01-01T00:00:00.000Z");
  keys = inMemoryKeys();
});

const node = (): TokenService =>
  createTokenService({
    keys,
    identities: inMemoryDirectory([{ uid: identityUid }]),
    organizations: oneOrganization,
    authUrl: () => "https://auth.example.com",
    baseUrl: () => "https://api.example.com",
    clock: () => now,
    fetchJson: () => Promise.reject(new Error("nothing is fetched")),
  });

const sign = async (service: TokenService, lifetimeSeconds = 3600) => {
  const token = await service.mint({ identityUid, lifetimeSeconds });
  return { token, kid: decodeProtectedHeader(token).kid };
};
const published = async (service: TokenService) => (await service.jwks()).keys.map(({ kid }) => kid);

test("shares the keys that concurrently starting nodes create", async () => {
  const [one, other] = [node(), node()];
  const [{ token }, { token: another }] = await Promise.all([sign(one), sign(other)]);
  await expect(other.verify(token)).resolves.toHaveProperty("identityUid", identityUid);
  await expect(one.verify(another)).resolves.toHaveProperty("identityUid", identityUid);
  expect((await published(one)).length).toBeLessThanOrEqual(2);
});

test("publishes a new key before it signs, and the previous one until its tokens have expired", async () => {
  const service = node();
  const first = await sign(service);
  now += DAY;
  await service.rotateKeys();
  const [, second] = await published(service);
  expect((await sign(service)).kid).toBe(first.kid);
  now += 7 * MINUTE;
  expect((await sign(service)).kid).toBe(second);
  now += DAY;
  expect(await published(service)).toEqual([first.kid, second]);
  now += MINUTE;
  expect(await published(service)).toEqual([second]);
});

test("accepts every token until it expires, however often keys rotate", async () => {
  const [service, other] = [node(), node()];
  const { token } = await sign(service, 24 * 3600);
  for (let hour = 0; hour < 23; hour += 1) {
    now += 60 * MINUTE;
    await service.rotateKeys();
    await expect(other.verify(token)).resolves.toHaveProperty("identityUid", identityUid);
  }
});

test("replaces a key after thirty days, and deletes it at the following rotation", async () => {
  const service = node();
  const { kid } = await sign(service);
  now += 30 * DAY;
  await sign(service);
  const [, second] = await published(service);
  expect(await published(service)).toEqual([kid, second]);
  now += 30 * DAY;
  await sign(service);
  expect((await keys.list()).map((key) => key.kid)).toEqual([second, expect.any(String)]);
});

test("rejects tokens of revoked keys, on other nodes within a minute", async () => {
  const [service, other] = [node(), node()];
  const { token } = await sign(service);
  await other.verify(token);
  await service.rotateKeys({ revoke: true });
  const refusal = { code: "UNAUTHENTICATED", message: "Unauthenticated: the token was not signed by this service" };
  await expect(service.verify(token)).rejects.toMatchObject(refusal);
  now += MINUTE;
  await expect(other.verify(token)).rejects.toMatchObject(refusal);
  const fresh = await sign(service);
  await expect(other.verify(fresh.token)).resolves.toHaveProperty("identityUid", identityUid);
});

test("limits a token's lifetime to a day", async () => {
  const service = node();
  const { token } = await sign(service, 7 * 24 * 3600);
  now += DAY;
  await expect(service.verify(token)).rejects.toMatchObject({ message: "Unauthenticated: the token has expired" });
});
