import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { PlatformError } from "../../../../src/api";
import { createTokenService } from "../../../../src/service/auth/tokens";
import { jsonFetcher } from "../../../../src/service/net/fetch-json";
import type { StoredIdentity } from "../../../../src/service/store";
import { inMemoryDirectory, inMemoryKeys, oneOrganization } from "./in-memory";

/** Invalid and misused tokens and keys. */

const authUrl = "https://auth.example.com";
const baseUrl = "https://api.example.com";
const uid = `${"a".repeat(40)}/${"1".padStart(16, "0")}`;

function serviceWith(keys: readonly JsonWebKey[]) {
  const issuerKeys = JSON.stringify({ keys });
  const identity: StoredIdentity = {
    uid,
    staticKeys: { issuer: "https://ci.example.com", subject: "ci", issuerKeys },
  };
  return createTokenService({
    keys: inMemoryKeys(),
    identities: inMemoryDirectory([identity]),
    organizations: oneOrganization,
    authUrl: () => authUrl,
    baseUrl: () => baseUrl,
    fetchJson: jsonFetcher({ dev: true }),
  });
}

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { public: publicKey.export({ format: "jwk" }), private: privateKey.export({ format: "jwk" }) };
};

async function signed(
  key: JsonWebKey,
  header: Record<string, unknown> = {},
  claims: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT({ sub: "ci", iss: "https://ci.example.com", aud: authUrl, ...claims })
    .setProtectedHeader({ alg: "ES256", ...header })
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(await importJWK(key as never, "ES256"));
}

const exchange = (service: ReturnType<typeof serviceWith>, token: string) =>
  service.exchange({ token, audiences: [baseUrl], identity: uid }).then(
    () => "accepted",
    (error: unknown) => (error instanceof PlatformError ? error.code : String(error)),
  );

const broken: Readonly<Record<string, (key: JsonWebKey) => JsonWebKey>> = {
  "a point that is not on its curve": (key) => ({ ...key, y: key.x! }),
  "no point": ({ x: _x, ...key }) => key,
  "a coordinate that is no text": (key) => ({ ...key, x: 7 as never }),
  "another use": (key) => ({ ...key, use: "enc" }),
  "another algorithm": (key) => ({ ...key, alg: "HS256" }),
  "operations without verifying": (key) => ({ ...key, key_ops: ["sign"] }),
  "a shared secret": () => ({ kty: "oct", k: "c2VjcmV0" }),
};

test.each(Object.keys(broken))("a key with %s verifies nothing, without an internal error", async (name) => {
  const own = pair();
  expect(await exchange(serviceWith([broken[name]!(own.public)]), await signed(own.private))).toBe("UNAUTHENTICATED");
});

test.each(Object.keys(broken))("a good key beside one with %s verifies its tokens", async (name) => {
  const [own, other] = [pair(), pair()];
  const service = serviceWith([broken[name]!(other.public), own.public]);
  expect(await exchange(service, await signed(own.private))).toBe("accepted");
});

test.each([{ kid: {} }, { kid: 7 }, { kid: "../../../dev/null" }, { jku: "https://evil.example.com" }, { x5u: "x" }])(
  "ignores key references in the header: %j",
  async (header) => {
    const [own, evil] = [pair(), pair()];
    const service = serviceWith([{ ...own.public, kid: "own" }]);
    expect(await exchange(service, await signed(evil.private, { ...header, jwk: evil.public }))).toBe(
      "UNAUTHENTICATED",
    );
  },
);

test("tries at most three keys for a token without a key id", async () => {
  const own = pair();
  const published = Array.from({ length: 3 }, () => pair().public);
  const text = await signed(own.private);
  expect(await exchange(serviceWith([...published.slice(1), own.public]), text)).toBe("accepted");
  expect(await exchange(serviceWith([...published, own.public]), text)).toBe("UNAUTHENTICATED");
  const named = await signed(own.private, { kid: "own" });
  expect(await exchange(serviceWith([...published, { ...own.public, kid: "own" }]), named)).toBe("accepted");
});

test("fetches keys for the organization that trusts their issuer, and ignores a key id that is not text", async () => {
  const own = pair();
  const issuer = "https://ci.example.com";
  const askedFor: unknown[] = [];
  const service = createTokenService({
    keys: inMemoryKeys(),
    identities: inMemoryDirectory([{ uid, claimMatch: { issuer, subject: "ci" } }]),
    organizations: oneOrganization,
    authUrl: () => authUrl,
    baseUrl: () => baseUrl,
    fetchJson: async (url, request) => {
      askedFor.push(request?.organization);
      return url.endsWith("/keys") ? { keys: [own.public] } : { issuer, jwks_uri: `${issuer}/keys` };
    },
  });
  for (let count = 0; count < 3; count += 1)
    expect(await exchange(service, await signed(own.private, { kid: {} }))).toBe("UNAUTHENTICATED");
  expect(askedFor).toEqual(Array(2).fill("a".repeat(40)));
});

const rsa = (modulusLength: number, publicExponent = 65537) => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength, publicExponent });
  return { public: publicKey.export({ format: "jwk" }), private: privateKey };
};
const numberOf = (bits: number) => {
  const bytes = Buffer.alloc(Math.ceil(bits / 8), 0xff);
  bytes[0] = 0xff >> (bytes.length * 8 - bits);
  return bytes.toString("base64url");
};

test("ignores RSA keys that are slow to verify, stored or published, and uses the others", async () => {
  const own = rsa(2048);
  const issuer = "https://ci.example.com";
  const text = await new SignJWT({ sub: "ci", iss: issuer, aud: authUrl })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(own.private);
  const slow = [
    { ...own.public, e: numberOf(33) },
    { ...own.public, n: numberOf(4097) },
    { ...own.public, n: numberOf(2047) },
    { ...own.public, e: numberOf(2048) },
  ];
  // Four precede it, and only three are tried, so they must have been ignored.
  expect(await exchange(serviceWith([...slow, own.public]), text)).toBe("accepted");
  const published = createTokenService({
    keys: inMemoryKeys(),
    identities: inMemoryDirectory([{ uid, claimMatch: { issuer, subject: "ci" } }]),
    organizations: oneOrganization,
    authUrl: () => authUrl,
    baseUrl: () => baseUrl,
    fetchJson: async (url) =>
      url.endsWith("/keys") ? { keys: [...slow, own.public] } : { issuer, jwks_uri: `${issuer}/keys` },
  });
  expect(await exchange(published, text)).toBe("accepted");
});

test("distinguishes fetches for issuer patterns from those for literal issuers", async () => {
  const own = pair();
  const issuer = "https://ci.example.com";
  const byPattern: unknown[] = [];
  const serviceFor = (claimMatch: StoredIdentity["claimMatch"]) =>
    createTokenService({
      keys: inMemoryKeys(),
      identities: inMemoryDirectory([{ uid, claimMatch }]),
      organizations: oneOrganization,
      authUrl: () => authUrl,
      baseUrl: () => baseUrl,
      fetchJson: async (url, request) => {
        byPattern.push(request?.byPattern);
        return url.endsWith("/keys") ? { keys: [own.public] } : { issuer, jwks_uri: `${issuer}/keys` };
      },
    });
  const text = await signed(own.private);
  expect(await exchange(serviceFor({ issuer, subject: "ci" }), text)).toBe("accepted");
  expect(byPattern).toEqual([false, false]);
  const other = await signed(own.private, {}, { iss: `${issuer}/team` });
  await exchange(serviceFor({ issuerPattern: "https://ci\\.example\\.com/[a-z]+", subject: "ci" }), other);
  expect(byPattern.slice(2)).toEqual([true]);
});

test.each([{ aud: [{}] }, { aud: {} }, { aud: [null] }])("ignores an audience that is not text: %j", async (claims) => {
  const own = pair();
  const issuer = "https://ci.example.com";
  const identity = { uid, claimMatch: { issuer, subject: "ci", audiencePattern: ".*" } };
  const service = createTokenService({
    keys: inMemoryKeys(),
    identities: inMemoryDirectory([identity]),
    organizations: oneOrganization,
    authUrl: () => authUrl,
    baseUrl: () => baseUrl,
    fetchJson: async (url) => (url.endsWith("/keys") ? { keys: [own.public] } : { issuer, jwks_uri: `${issuer}/keys` }),
  });
  expect(await exchange(service, await signed(own.private))).toBe("accepted");
  expect(await exchange(service, await signed(own.private, {}, claims))).toBe("PERMISSION_DENIED");
});

test("rejects a platform token as an identity token, which would lose its restrictions", async () => {
  const service = serviceWith([]);
  const { token } = await service.issue({ identityUid: uid, audiences: [baseUrl], restrictions: { capabilities: [] } });
  const policy = { required: {}, usesObjectId: false, groupsClaim: "" };
  for (const issuer of [authUrl, "urn:platform-iac:own-store"])
    await expect(
      service.verifyIdToken({ token, issuer, organization: "acme", clientId: baseUrl, policy }),
    ).rejects.toThrow("the platform cannot be its own identity provider");
});
