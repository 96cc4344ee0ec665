import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from "jose";
import { startIssuer } from "../../../../src/issuer";
import { generatePrivateJwk, toPublicJwk } from "../../../../src/service/auth/tokens";
import {
  authUrl,
  baseUrl,
  claimMatch,
  clock,
  exchange,
  refusalOf,
  serviceWith,
  subject,
  token,
  uidOf,
} from "./fixtures";

describe("an exchanged token", () => {
  test("names auth_url, the audience and the identity, and expires after an hour", async () => {
    const { service } = serviceWith([claimMatch()]);
    const exchanged = await exchange(service, await token());
    const claims = decodeJwt(exchanged.token);
    expect(claims).toMatchObject({ iss: authUrl, aud: baseUrl, sub: uidOf(1) });
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(exchanged.expiry).toBe(new Date(claims.exp! * 1000).toISOString());
    expect(claims.jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("verifies with the published keys", async () => {
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

  test("is accepted by the API, and updates when its identity was last seen", async () => {
    const { service, directory } = serviceWith([claimMatch()]);
    const exchanged = await exchange(service, await token());
    await expect(service.verify(exchanged.token)).resolves.toMatchObject({
      identityUid: uidOf(1),
      audiences: [baseUrl],
    });
    expect(directory.seen.get(uidOf(1))).toBe(new Date(clock.now).toISOString());
  });
});

describe("exchanges an identity token", () => {
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

  test("for issuers and subjects that match patterns entirely", async () => {
    const tenant = await startIssuer({ path: "/tenants/7" });
    const patterns = {
      issuerPattern: `${tenant.url.replaceAll(".", "\\.")}/tenants/[0-9]+`,
      subjectPattern: "repo:octo-org/.*",
    };
    const { service } = serviceWith([{ uid: uidOf(1), claimMatch: patterns }]);
    const text = await tenant.sign({ sub: subject, aud: authUrl });
    await expect(exchange(service, text)).resolves.toHaveProperty("token");
    await tenant.close();
  });

  test("for additional claims, including arrays that contain the value", async () => {
    const { service } = serviceWith([
      claimMatch({
        claims: { environment: "production", groups: "b", protected: "true" },
        claimPatterns: { run: "[0-9]+" },
      }),
    ]);
    const claims = { environment: "production", groups: ["a", "b"], protected: true, run: 7 };
    await expect(exchange(service, await token(claims))).resolves.toHaveProperty("token");
  });

  test("without an identity, if exactly one has the issuer and subject", async () => {
    const { service } = serviceWith([claimMatch({ subject: "someone else" }, 1), claimMatch({}, 2)]);
    const exchanged = await service.exchange({ token: await token(), audiences: [baseUrl] });
    expect(decodeJwt(exchanged.token).sub).toBe(uidOf(2));
  });

  test.each(["https", "http"])("for static keys, whose %s issuer need not be reachable", async (scheme) => {
    const key = await generatePrivateJwk();
    const staticKeys = {
      issuer: `${scheme}://nowhere.invalid`,
      subject,
      issuerKeys: JSON.stringify({ keys: [toPublicJwk(key)] }),
    };
    const { service } = serviceWith([{ uid: uidOf(1), staticKeys }]);
    const signed = await new SignJWT({ sub: subject, iss: staticKeys.issuer, aud: authUrl })
      .setProtectedHeader({ alg: "ES256", kid: key.kid })
      .setExpirationTime("5m")
      .sign(await importJWK(key, "ES256"));
    await expect(exchange(service, signed)).resolves.toHaveProperty("token");
  });
});

describe("rejects an invalid exchange request", () => {
  test.each([[[]], [["https://elsewhere.example.com"]], [[baseUrl, "https://elsewhere.example.com"]]])(
    "with the audiences %p",
    async (audiences) => {
      const { service } = serviceWith([claimMatch()]);
      const error = await refusalOf(service.exchange({ token: await token(), audiences, identity: uidOf(1) }));
      expect(error).toMatchObject({
        code: "INVALID_ARGUMENT",
        message: `Invalid argument: aud: aud must be ${baseUrl}`,
      });
    },
  );

  test("with an identity that is not a uid", async () => {
    const { service } = serviceWith([claimMatch()]);
    const error = await refusalOf(exchange(service, await token(), "deployer"));
    expect(error.message).toBe("Invalid argument: identity: identity must be the uid of an identity");
  });
});
