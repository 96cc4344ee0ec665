import { createHmac, createPublicKey, type JsonWebKey } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from "jose";
import { PlatformError } from "../../../src/api";
import { type Issuer, startIssuer } from "../../../src/issuer";
import {
  createTokenService,
  generatePrivateJwk,
  jsonFetcher,
  publicHalf,
  type Refusal,
  type StoredIdentity,
  type TokenService,
  type TokenServiceOptions,
} from "../../../src/service/tokens";
import { inMemoryDirectory, inMemoryKeys } from "./in-memory";

const authUrl = "https://auth.example.com";
const baseUrl = "https://api.example.com";
const subject = "repo:octo-org/octo-repo:ref:refs/heads/main";
const organization = "a".repeat(40);
const uidOf = (index: number) => `${organization}/${String(index).padStart(16, "0")}`;

let issuer: Issuer;
let now: number;
let refusals: Refusal[];
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());
beforeEach(() => {
  now = Date.now();
  refusals = [];
});

function serviceWith(identities: readonly StoredIdentity[], options: Partial<TokenServiceOptions> = {}) {
  const directory = inMemoryDirectory(identities);
  const service = createTokenService({
    keys: inMemoryKeys(),
    identities: directory,
    authUrl: () => authUrl,
    baseUrl: () => baseUrl,
    fetchJson: jsonFetcher({ dev: true }),
    clock: () => now,
    onRefused: (refusal) => refusals.push(refusal),
    ...options,
  });
  return { service, directory };
}

const claimMatch = (further: NonNullable<StoredIdentity["claimMatch"]> = {}, index = 1): StoredIdentity => ({
  uid: uidOf(index),
  claimMatch: { issuer: issuer.url, subject, ...further },
});

const exchange = (service: TokenService, token: string, identity: string | undefined = uidOf(1)) =>
  service.exchange({ token, audiences: [baseUrl], identity });

const token = (claims: Record<string, unknown> = {}, options: Parameters<Issuer["sign"]>[1] = {}) =>
  issuer.sign({ sub: subject, aud: authUrl, ...claims }, options);

/** The error that a promise is rejected with, which must be one of ours. */
async function refusalOf(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

const notVerified = `Unauthenticated: the identity token does not verify for identity ${uidOf(1)}: it must be signed by the issuer that an existing identity trusts`;

describe("an exchanged token", () => {
  test("names auth_url, the audience, the identity, and lives for an hour", async () => {
    const { service } = serviceWith([claimMatch()]);
    const exchanged = await exchange(service, await token());
    const claims = decodeJwt(exchanged.token);
    expect(claims).toMatchObject({ iss: authUrl, aud: baseUrl, sub: uidOf(1) });
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(exchanged.expiry).toBe(new Date(claims.exp! * 1000).toISOString());
    expect(claims.jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("verifies against the published keys", async () => {
    const { service } = serviceWith([claimMatch()]);
    const exchanged = await exchange(service, await token());
    const { keys } = await service.jwks();
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]!).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(decodeProtectedHeader(exchanged.token)).toEqual({ alg: "ES256", kid: keys[0]!.kid, typ: "JWT" });
    const { payload } = await jwtVerify(exchanged.token, await importJWK(keys[0]!, "ES256"));
    expect(payload.sub).toBe(uidOf(1));
    expect(service.discovery()).toMatchObject({
      issuer: authUrl,
      jwks_uri: `${authUrl}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ["ES256"],
    });
  });

  test("is accepted by the API, and says when its identity was last seen", async () => {
    const { service, directory } = serviceWith([claimMatch()]);
    const exchanged = await exchange(service, await token());
    await expect(service.verify(exchanged.token)).resolves.toMatchObject({
      identityUid: uidOf(1),
      audiences: [baseUrl],
    });
    expect(directory.seen.get(uidOf(1))).toBe(new Date(now).toISOString());
  });
});

describe("an identity token is exchanged", () => {
  test.each([
    ["auth_url, by default", authUrl, {}],
    ["base_url, by default", baseUrl, {}],
    ["one of several", ["else", authUrl], {}],
    ["the audience that the identity names", "sts", { audience: "sts" }],
    ["an audience that fits the identity's pattern", "sts-7", { audiencePattern: "sts-[0-9]+" }],
  ])("for the audience %s", async (_, aud, further) => {
    const { service } = serviceWith([claimMatch(further)]);
    await expect(exchange(service, await token({ aud }))).resolves.toHaveProperty("token");
  });

  test("for issuers and subjects that fit patterns as a whole", async () => {
    const patterns = { issuerPattern: "http://127\\.0\\.0\\.1:[0-9]+", subjectPattern: "repo:octo-org/.*" };
    const { service } = serviceWith([{ uid: uidOf(1), claimMatch: patterns }]);
    await expect(exchange(service, await token())).resolves.toHaveProperty("token");
  });

  test("for further claims, arrays holding the value among others", async () => {
    const { service } = serviceWith([
      claimMatch({
        claims: { environment: "production", groups: "b", protected: "true" },
        claimPatterns: { run: "[0-9]+" },
      }),
    ]);
    const claims = { environment: "production", groups: ["a", "b"], protected: true, run: 7 };
    await expect(exchange(service, await token(claims))).resolves.toHaveProperty("token");
  });

  test("without naming the identity, where one fits issuer and subject", async () => {
    const { service } = serviceWith([claimMatch({ subject: "someone else" }, 1), claimMatch({}, 2)]);
    const exchanged = await service.exchange({ token: await token(), audiences: [baseUrl] });
    expect(decodeJwt(exchanged.token).sub).toBe(uidOf(2));
  });

  test("for static keys, whose issuer need not be reachable", async () => {
    const key = await generatePrivateJwk();
    const staticKeys = {
      issuer: "https://nowhere.invalid",
      subject,
      issuerKeys: JSON.stringify({ keys: [publicHalf(key)] }),
    };
    const { service } = serviceWith([{ uid: uidOf(1), staticKeys }]);
    const signed = await new SignJWT({ sub: subject, iss: staticKeys.issuer, aud: authUrl })
      .setProtectedHeader({ alg: "ES256", kid: key.kid })
      .setExpirationTime("5m")
      .sign(await importJWK(key, "ES256"));
    await expect(exchange(service, signed)).resolves.toHaveProperty("token");
  });
});

describe("an identity token is refused", () => {
  test("of another issuer, in the words for an identity that does not exist", async () => {
    const { service } = serviceWith([claimMatch({ issuer: "https://issuer.example.com" })]);
    const untrusted = await refusalOf(exchange(service, await token()));
    const unknown = await refusalOf(exchange(service, await token(), uidOf(9)));
    expect(untrusted).toMatchObject({ code: "UNAUTHENTICATED", message: notVerified });
    expect(unknown).toMatchObject({ code: "UNAUTHENTICATED", message: notVerified.replace(uidOf(1), uidOf(9)) });
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "the identity does not trust the issuer",
      "there is no such identity",
    ]);
  });

  test("in the same words when its key was never the issuer's", async () => {
    const { service } = serviceWith([claimMatch()]);
    for (const key of ["forged", "unpublished"] as const) {
      const error = await refusalOf(exchange(service, await token({}, { key })));
      expect(error).toMatchObject({ code: "UNAUTHENTICATED", message: notVerified });
    }
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      "ERR_JWKS_NO_MATCHING_KEY",
    ]);
  });

  test.each([
    ["sub", { sub: "repo:octo-org/octo-repo:ref:refs/heads/other" }, {}],
    [
      "sub",
      { sub: `${subject} and more` },
      { subject: undefined, subjectPattern: "repo:octo-org/octo-repo:ref:refs/heads/main" },
    ],
    ["aud", { aud: "https://elsewhere.example.com" }, {}],
    ["aud", { aud: authUrl }, { audience: "sts" }],
    ["aud", { aud: "sts-7-and-more" }, { audiencePattern: "sts-[0-9]+" }],
    ["environment", {}, { claims: { environment: "production" } }],
    ["environment", { environment: "staging" }, { claims: { environment: "production" } }],
    ["run", { run: "7a" }, { claimPatterns: { run: "[0-9]+" } }],
    ["run", { run: "7" }, { claimPatterns: { run: "[" } }],
    ["toString", {}, { claimPatterns: { toString: ".*" } }],
  ])("for its claim %s, once it is known to be genuine", async (claim, claims, further) => {
    const { service } = serviceWith([claimMatch(further)]);
    const error = await refusalOf(exchange(service, await token(claims)));
    expect(error).toMatchObject({
      code: "PERMISSION_DENIED",
      message: `Permission denied: the identity token's claim ${claim} is not what identity ${uidOf(1)} asks for`,
      metadata: { claim },
    });
  });

  test("when it has expired, or is not valid yet, beyond a minute's skew", async () => {
    const { service } = serviceWith([claimMatch()]);
    const seconds = Math.floor(now / 1000);
    const expired = await refusalOf(exchange(service, await token({}, { expiresIn: -61 })));
    const early = await refusalOf(exchange(service, await token({ nbf: seconds + 120 })));
    const endless = await refusalOf(exchange(service, await token({ exp: undefined })));
    expect(expired).toMatchObject({
      code: "UNAUTHENTICATED",
      message: "Unauthenticated: the identity token has expired",
    });
    expect(early.message).toBe("Unauthenticated: the identity token's claim nbf lies in the future");
    expect(endless.message).toBe("Unauthenticated: the identity token's claim exp is missing");
    await expect(exchange(service, await token({}, { expiresIn: -30 }))).resolves.toHaveProperty("token");
    await expect(exchange(service, await token({ nbf: seconds + 30 }))).resolves.toHaveProperty("token");
  });

  test("when it is not signed", async () => {
    const { service } = serviceWith([claimMatch()]);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = part({ iss: issuer.url, sub: subject, aud: authUrl, exp: Math.floor(now / 1000) + 300 });
    const error = await refusalOf(exchange(service, `${part({ alg: "none" })}.${claims}.`));
    expect(error.code).toBe("UNAUTHENTICATED");
    expect(error.message).toContain("must be signed with one of ES256, ");
  });

  test("when a published key signed it as if it were a shared secret", async () => {
    const { service } = serviceWith([claimMatch()]);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const key = issuer.jwks.keys[0]!;
    const claims = { iss: issuer.url, sub: subject, aud: authUrl, exp: Math.floor(now / 1000) + 300 };
    const signed = `${part({ alg: "HS256", kid: key.kid })}.${part(claims)}`;
    const pem = createPublicKey({ key: key as JsonWebKey, format: "jwk" }).export({ type: "spki", format: "pem" });
    for (const secret of [JSON.stringify(key), pem]) {
      const signature = createHmac("sha256", secret).update(signed).digest("base64url");
      const error = await refusalOf(exchange(service, `${signed}.${signature}`));
      expect(error.code).toBe("UNAUTHENTICATED");
      expect(error.message).toContain("must be signed with one of ES256, ");
    }
  });

  test.each(["", "a.b.c", "e30.e30.", "not a token", "x".repeat(20_000)])("when it is no token: %#", async (text) => {
    const { service } = serviceWith([claimMatch()]);
    expect((await refusalOf(exchange(service, text))).code).toBe("UNAUTHENTICATED");
  });

  test("when it fits several identities and names none", async () => {
    const { service } = serviceWith([claimMatch({}, 1), claimMatch({}, 2)]);
    const error = await refusalOf(service.exchange({ token: await token(), audiences: [baseUrl] }));
    expect(error).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "Invalid argument: identity: identity must be given: the token fits several identities",
    });
  });

  test("when it names no identity and fits none, which a forged one does not learn", async () => {
    const { service } = serviceWith([claimMatch({}, 1), claimMatch({}, 2)]);
    const withoutIdentity = async (text: string) =>
      (await refusalOf(service.exchange({ token: text, audiences: [baseUrl] }))).message;
    const unknown = await withoutIdentity(await token({ sub: "someone else" }));
    const forged = await withoutIdentity(await token({}, { key: "forged" }));
    expect(unknown).toBe(forged);
    expect(unknown).toBe(
      "Unauthenticated: the identity token does not verify for any identity: it must be signed by an issuer, for a subject, that an existing identity trusts",
    );
  });

  test("by static keys that have expired, are others', or are for other audiences", async () => {
    const [key, other] = await Promise.all([generatePrivateJwk(), generatePrivateJwk()]);
    const keys = {
      issuer: "https://nowhere.invalid",
      subject,
      issuerKeys: JSON.stringify({ keys: [publicHalf(key)] }),
    };
    const { service } = serviceWith([
      { uid: uidOf(1), staticKeys: keys },
      { uid: uidOf(2), staticKeys: { ...keys, expirationTime: new Date(now - 1).toISOString() } },
      { uid: uidOf(3), staticKeys: { ...keys, audiences: ["sts"] } },
    ]);
    const signedBy = async (jwk: typeof key, aud = authUrl) =>
      new SignJWT({ sub: subject, iss: keys.issuer, aud })
        .setProtectedHeader({ alg: "ES256" })
        .setExpirationTime("5m")
        .sign(await importJWK(jwk, "ES256"));
    expect((await refusalOf(exchange(service, await signedBy(other)))).message).toBe(notVerified);
    expect((await refusalOf(exchange(service, await signedBy(key), uidOf(2)))).code).toBe("UNAUTHENTICATED");
    await expect(exchange(service, await signedBy(key))).resolves.toHaveProperty("token");
    expect((await refusalOf(exchange(service, await signedBy(key), uidOf(3)))).metadata).toEqual({ claim: "aud" });
    await expect(exchange(service, await signedBy(key, "sts"), uidOf(3))).resolves.toHaveProperty("token");
  });

  test.each([{ awsIdentity: {} }, { servicePrincipal: "SERVICE_PRINCIPAL_INGESTER" }])(
    "for an identity of another kind: %p",
    async (kind) => {
      const { service } = serviceWith([{ uid: uidOf(1), ...kind }]);
      expect((await refusalOf(exchange(service, await token()))).message).toBe(notVerified);
    },
  );
});

describe("a request for exchange is wrong", () => {
  test.each([[[]], [["https://elsewhere.example.com"]], [[baseUrl, "https://elsewhere.example.com"]]])(
    "for the audiences %p",
    async (audiences) => {
      const { service } = serviceWith([claimMatch()]);
      const error = await refusalOf(service.exchange({ token: await token(), audiences, identity: uidOf(1) }));
      expect(error).toMatchObject({
        code: "INVALID_ARGUMENT",
        message: `Invalid argument: aud: aud must be ${baseUrl}`,
      });
    },
  );

  test("for an identity that is not a uid", async () => {
    const { service } = serviceWith([claimMatch()]);
    const error = await refusalOf(exchange(service, await token(), "deployer"));
    expect(error.message).toBe("Invalid argument: identity: identity must be the uid of an identity");
  });
});

describe("a bearer token of the API", () => {
  test("that an operator minted is accepted by its store's service whatever its URL, and by no other", async () => {
    const keys = inMemoryKeys();
    const { service } = serviceWith([claimMatch()], { keys });
    const { service: moved } = serviceWith([claimMatch()], {
      keys,
      authUrl: () => "http://else",
      baseUrl: () => "http://else",
    });
    const { service: other } = serviceWith([claimMatch()]);
    const minted = await service.mint({ identityUid: uidOf(1) });
    await expect(moved.verify(minted)).resolves.toMatchObject({ identityUid: uidOf(1) });
    expect((await refusalOf(other.verify(minted))).message).toBe(
      "Unauthenticated: the token was not signed by this service",
    );
  });

  test("is not minted for an identity that does not exist", async () => {
    const { service } = serviceWith([claimMatch()]);
    expect(await refusalOf(service.mint({ identityUid: uidOf(9) }))).toMatchObject({
      code: "NOT_FOUND",
      message: `Not found: Identity ${uidOf(9)}`,
    });
  });

  test("is refused when it was exchanged at another URL or for another", async () => {
    const keys = inMemoryKeys();
    const { service } = serviceWith([claimMatch()], { keys });
    const { token: exchanged } = await exchange(service, await token());
    const { service: moved } = serviceWith([claimMatch()], { keys, authUrl: () => "https://else" });
    const { service: renamed } = serviceWith([claimMatch()], { keys, baseUrl: () => "https://else" });
    expect((await refusalOf(moved.verify(exchanged))).message).toBe(
      "Unauthenticated: the token's issuer is not https://else",
    );
    expect((await refusalOf(renamed.verify(exchanged))).message).toBe(
      "Unauthenticated: the token is not for https://else",
    );
  });

  test("is refused an hour later, remembered or not", async () => {
    const { service } = serviceWith([claimMatch()]);
    const [remembered, fresh] = [
      await service.mint({ identityUid: uidOf(1) }),
      await service.mint({ identityUid: uidOf(1) }),
    ];
    await service.verify(remembered);
    now += 3_600_000;
    for (const text of [remembered, fresh])
      expect(await refusalOf(service.verify(text))).toMatchObject({
        code: "UNAUTHENTICATED",
        message: "Unauthenticated: the token has expired",
      });
  });

  test("is refused once its identity is deleted", async () => {
    const { service, directory } = serviceWith([claimMatch()]);
    const minted = await service.mint({ identityUid: uidOf(1) });
    await service.verify(minted);
    directory.remove(uidOf(1));
    expect((await refusalOf(service.verify(minted))).message).toBe(
      "Unauthenticated: the token's identity no longer exists",
    );
  });

  test("is refused when it was tampered with, or is a workload's own", async () => {
    const { service } = serviceWith([claimMatch()]);
    const minted = await service.mint({ identityUid: uidOf(1) });
    const [header, , signature] = minted.split(".");
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(minted), sub: uidOf(2) })).toString("base64url");
    for (const text of [`${header}.${claims}.${signature}`, await token({ aud: baseUrl }), "nonsense"])
      expect((await refusalOf(service.verify(text))).code).toBe("UNAUTHENTICATED");
  });
});
