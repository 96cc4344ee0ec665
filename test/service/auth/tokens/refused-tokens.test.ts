import { createHmac, createPublicKey, type JsonWebKey } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { generatePrivateJwk, toPublicJwk } from "../../../../src/service/auth/tokens";
import {
  authUrl,
  baseUrl,
  claimMatch,
  clock,
  exchange,
  issuer,
  notVerified,
  refusalOf,
  refusals,
  serviceWith,
  subject,
  token,
  uidOf,
} from "./fixtures";

describe("rejects an identity token", () => {
  test("of another issuer, with the message for an identity that does not exist", async () => {
    const { service } = serviceWith([claimMatch({ issuer: "https://issuer.example.com" })]);
    const untrusted = await refusalOf(exchange(service, await token()));
    const unknown = await refusalOf(exchange(service, await token(), uidOf(9)));
    expect(untrusted).toMatchObject({ code: "UNAUTHENTICATED", message: notVerified });
    expect(unknown).toMatchObject({ code: "UNAUTHENTICATED", message: notVerified.replace(uidOf(1), uidOf(9)) });
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "the identity does not trust the issuer",
      "the identity does not exist",
    ]);
  });

  test("with the same message if its key is not the issuer's", async () => {
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
  ])("for its claim %s, once it is verified", async (claim, claims, further) => {
    const { service } = serviceWith([claimMatch(further)]);
    const error = await refusalOf(exchange(service, await token(claims)));
    const values = { sub: subject, aud: authUrl, ...claims } as Readonly<Record<string, string>>;
    const presented = Object.hasOwn(values, claim) ? JSON.stringify(values[claim]) : "no such claim";
    expect(error).toMatchObject({
      code: "PERMISSION_DENIED",
      message: `Permission denied: the identity token's claim ${claim} does not match what identity ${uidOf(1)} requires; the token has ${presented}`,
      metadata: { claim },
    });
    expect(refusals).toEqual([
      expect.objectContaining({
        reason: `the claim ${claim} does not match what the identity requires`,
        subject: expect.any(String),
        audience: expect.any(String),
      }),
    ]);
  });

  test("that has expired or is not valid yet, beyond a minute of clock skew", async () => {
    const { service } = serviceWith([claimMatch()]);
    const seconds = Math.floor(clock.now / 1000);
    const expired = await refusalOf(exchange(service, await token({ exp: seconds - 61 })));
    const early = await refusalOf(exchange(service, await token({ nbf: seconds + 120 })));
    const endless = await refusalOf(exchange(service, await token({ exp: undefined })));
    expect(expired).toMatchObject({
      code: "UNAUTHENTICATED",
      message: "Unauthenticated: the identity token has expired",
    });
    expect(early.message).toBe("Unauthenticated: the identity token's claim nbf is in the future");
    expect(endless.message).toBe("Unauthenticated: the identity token's claim exp is missing");
    await expect(exchange(service, await token({ exp: seconds - 30 }))).resolves.toHaveProperty("token");
    await expect(exchange(service, await token({ nbf: seconds + 30 }))).resolves.toHaveProperty("token");
  });

  test("for several audiences and another client", async () => {
    const several = { aud: ["https://other.example.com", authUrl] };
    const { service } = serviceWith([claimMatch(), claimMatch({ claims: { azp: "other" } }, 2)]);
    for (const azp of ["other", "https://other.example.com", 7, {}]) {
      const error = await refusalOf(exchange(service, await token({ ...several, azp })));
      expect(error).toMatchObject({ code: "PERMISSION_DENIED", metadata: { claim: "azp" } });
      const proof = service.identifyBearer(await token({ ...several, azp }), "a".repeat(40));
      expect((await refusalOf(proof)).message).toBe(
        `Unauthenticated: the identity token must have the audience ${authUrl}`,
      );
    }
    for (const claims of [several, { ...several, azp: authUrl }, { aud: authUrl, azp: "other" }])
      await expect(exchange(service, await token(claims))).resolves.toHaveProperty("token");
    const named = await token({ ...several, azp: "other" });
    await expect(exchange(service, named, uidOf(2))).resolves.toHaveProperty("token");
  });

  test("whose type indicates another purpose", async () => {
    const key = await generatePrivateJwk();
    const keys = {
      issuer: "https://nowhere.invalid",
      subject,
      issuerKeys: JSON.stringify({ keys: [toPublicJwk(key)] }),
    };
    const { service } = serviceWith([{ uid: uidOf(1), staticKeys: keys }]);
    const typed = async (typ: unknown) =>
      new SignJWT({ sub: subject, iss: keys.issuer, aud: authUrl })
        .setProtectedHeader({ alg: "ES256", ...(typ === undefined ? {} : { typ: typ as string }) })
        .setExpirationTime("5m")
        .sign(await importJWK(key, "ES256"));
    for (const typ of ["dpop+jwt", "secevent+jwt", "logout+jwt", "application/logout+jwt", "entity-statement+jwt", ""])
      expect((await refusalOf(exchange(service, await typed(typ)))).message).toBe(
        "Unauthenticated: the identity token's type (header typ) must be JWT, JOSE or at+jwt, or be absent",
      );
    for (const typ of [undefined, "JWT", "jwt", "JOSE", "at+jwt", "AT+JWT", "application/at+jwt"])
      await expect(exchange(service, await typed(typ))).resolves.toHaveProperty("token");
  });

  test("with a longer lifetime than any pipeline's tokens", async () => {
    const { service } = serviceWith([claimMatch()]);
    const seconds = Math.floor(clock.now / 1000);
    const hour = 3600;
    for (const claims of [
      { iat: seconds, exp: seconds + 31 * hour },
      { iat: seconds - 30 * hour, exp: seconds + 2 * hour },
      { iat: undefined, exp: seconds + 31 * hour },
      { iat: seconds + 365 * 24 * hour, exp: seconds + 365 * 24 * hour + 300 },
      { iat: seconds, exp: seconds + 10 * 365 * 24 * hour },
    ])
      expect(await refusalOf(exchange(service, await token(claims)))).toMatchObject({
        code: "UNAUTHENTICATED",
        message:
          "Unauthenticated: the identity token has too long a lifetime: it must expire at most 30 hours after it was issued",
      });
    for (const claims of [
      { iat: seconds, exp: seconds + 28 * hour },
      { iat: undefined, exp: seconds + 24 * hour },
    ])
      await expect(exchange(service, await token(claims))).resolves.toHaveProperty("token");
  });

  test("that is not signed", async () => {
    const { service } = serviceWith([claimMatch()]);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = part({ iss: issuer().url, sub: subject, aud: authUrl, exp: Math.floor(clock.now / 1000) + 300 });
    const error = await refusalOf(exchange(service, `${part({ alg: "none" })}.${claims}.`));
    expect(error.code).toBe("UNAUTHENTICATED");
    expect(error.message).toContain("must be signed with one of ES256, ");
  });

  test("signed with a published key as a shared secret", async () => {
    const { service } = serviceWith([claimMatch()]);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const key = issuer().jwks.keys[0]!;
    const claims = { iss: issuer().url, sub: subject, aud: authUrl, exp: Math.floor(clock.now / 1000) + 300 };
    const signed = `${part({ alg: "HS256", kid: key.kid })}.${part(claims)}`;
    const pem = createPublicKey({ key: key as JsonWebKey, format: "jwk" }).export({ type: "spki", format: "pem" });
    for (const secret of [JSON.stringify(key), pem]) {
      const signature = createHmac("sha256", secret).update(signed).digest("base64url");
      const error = await refusalOf(exchange(service, `${signed}.${signature}`));
      expect(error.code).toBe("UNAUTHENTICATED");
      expect(error.message).toContain("must be signed with one of ES256, ");
    }
  });

  test.each(["", "a.b.c", "e30.e30.", "not a token", "x".repeat(20_000)])("that is not a token: %#", async (text) => {
    const { service } = serviceWith([claimMatch()]);
    expect((await refusalOf(exchange(service, text))).code).toBe("UNAUTHENTICATED");
  });

  test("that fits several identities and names none", async () => {
    const { service } = serviceWith([claimMatch({}, 1), claimMatch({}, 2)]);
    const error = await refusalOf(service.exchange({ token: await token(), audiences: [baseUrl] }));
    expect(error).toMatchObject({
      code: "INVALID_ARGUMENT",
      message:
        "Invalid argument: identity: identity is required: several identities accept the token; set it to the uid of the identity to assume, or delete or change the other identities",
    });
  });

  test("that names no identity and fits none, with the message for a forged one", async () => {
    const { service } = serviceWith([claimMatch({}, 1), claimMatch({}, 2)]);
    const withoutIdentity = async (text: string) =>
      (await refusalOf(service.exchange({ token: text, audiences: [baseUrl] }))).message;
    const unknown = await withoutIdentity(await token({ sub: "someone else" }));
    const forged = await withoutIdentity(await token({}, { key: "forged" }));
    expect(unknown).toBe(forged);
    expect(unknown).toBe(
      "Unauthenticated: the identity token cannot be verified for any identity: it must be signed by an issuer, for a subject, that an existing identity of the organization names literally; give identity for one that has patterns",
    );
  });

  test("with static keys that have expired, are different, or are for other audiences", async () => {
    const [key, other] = await Promise.all([generatePrivateJwk(), generatePrivateJwk()]);
    const keys = {
      issuer: "https://nowhere.invalid",
      subject,
      issuerKeys: JSON.stringify({ keys: [toPublicJwk(key)] }),
    };
    const { service } = serviceWith([
      { uid: uidOf(1), staticKeys: keys },
      { uid: uidOf(2), staticKeys: { ...keys, expirationTime: new Date(clock.now - 1).toISOString() } },
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
