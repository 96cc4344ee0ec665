import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { type Issuer, startIssuer } from "../../src/issuer";
import { githubActions } from "../../src/workloads";

const subject = "repo:octo-org/octo-repo:ref:refs/heads/main";
const claims = { sub: subject, aud: "https://auth.example.com" };

let issuer: Issuer;
beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(() => issuer.close());

/** Verifies a token as a relying party does: discovery, keys, signature, issuer, audience, times. */
async function verify(token: string, from: Issuer = issuer) {
  const response = await fetch(`${from.url}/.well-known/openid-configuration`);
  const discovery = (await response.json()) as { issuer: string; jwks_uri: string };
  const keys = createRemoteJWKSet(new URL(discovery.jwks_uri));
  return jwtVerify(token, keys, {
    issuer: discovery.issuer,
    audience: claims.aud,
    requiredClaims: ["sub", "iat", "nbf", "exp", "jti"],
  });
}

function request(query: string, authorization = `Bearer ${issuer.requestToken}`): Promise<Response> {
  return fetch(`${issuer.requestUrl}${query}`, { headers: { authorization } });
}

describe("discovery and keys", () => {
  test("serves a cacheable discovery document that names the issuer and its keys", async () => {
    const response = await fetch(`${issuer.url}/.well-known/openid-configuration`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(await response.json()).toMatchObject({
      issuer: issuer.url,
      jwks_uri: `${issuer.url}/jwks`,
      id_token_signing_alg_values_supported: ["ES256"],
    });
  });

  test("serves one public key without private members", async () => {
    const response = await fetch(`${issuer.url}/jwks`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    const { keys } = (await response.json()) as Issuer["jwks"];
    expect(keys).toEqual(issuer.jwks.keys);
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]!).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(keys[0]).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
  });

  test("serves a configurable cache lifetime", async () => {
    const other = await startIssuer({ maxAge: 0 });
    const response = await fetch(`${other.url}/jwks`);
    await other.close();
    expect(response.headers.get("cache-control")).toBe("public, max-age=0");
  });
});

describe("a signed token", () => {
  test("verifies against the published keys", async () => {
    const { payload, protectedHeader } = await verify(await issuer.sign(claims));
    expect(protectedHeader).toEqual({ alg: "ES256", kid: issuer.jwks.keys[0]!.kid, typ: "JWT" });
    expect(payload).toMatchObject({ iss: issuer.url, ...claims });
    expect(payload.exp! - payload.iat!).toBe(300);
    expect(payload.nbf).toBe(payload.iat);
  });

  test("has a unique jti", async () => {
    const [one, other] = await Promise.all([issuer.sign(claims), issuer.sign(claims)]);
    expect(decodeJwt(one!).jti).not.toBe(decodeJwt(other!).jti);
  });

  test("supports several audiences and claims of any shape", async () => {
    const { payload } = await verify(await issuer.sign({ sub: "me", aud: ["other", claims.aud], groups: ["a", "b"] }));
    expect(payload).toMatchObject({ aud: ["other", claims.aud], groups: ["a", "b"] });
  });

  test("can omit a claim", async () => {
    expect(decodeJwt(await issuer.sign({ ...claims, exp: undefined }))).not.toHaveProperty("exp");
  });

  test("is rejected once it has expired", async () => {
    const token = await issuer.sign(claims, { expiresIn: -1 });
    await expect(verify(token)).rejects.toMatchObject({ code: "ERR_JWT_EXPIRED" });
  });

  test("is rejected if it names another issuer", async () => {
    const token = await issuer.sign({ ...claims, iss: "https://token.actions.githubusercontent.com" });
    await expect(verify(token)).rejects.toMatchObject({ code: "ERR_JWT_CLAIM_VALIDATION_FAILED", claim: "iss" });
  });

  test("is rejected for its kid if signed with an unpublished key", async () => {
    const token = await issuer.sign(claims, { key: "unpublished" });
    await expect(verify(token)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
  });

  test("is rejected for its signature if it reuses the published kid", async () => {
    const token = await issuer.sign(claims, { key: "forged" });
    expect(decodeProtectedHeader(token).kid).toBe(issuer.jwks.keys[0]!.kid);
    await expect(verify(token)).rejects.toMatchObject({ code: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED" });
  });
});

describe("key rotation", () => {
  test("publishes a new key and withdraws the previous one", async () => {
    const before = await issuer.sign(claims);
    await issuer.rotate();
    expect(issuer.jwks.keys.map(({ kid }) => kid)).not.toContain(decodeProtectedHeader(before).kid);
    await expect(verify(before)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    await expect(verify(await issuer.sign(claims))).resolves.toMatchObject({ payload: claims });
  });

  test("keeps the withdrawn key available for signing", async () => {
    const { kid } = issuer.jwks.keys[0]!;
    await issuer.rotate();
    const token = await issuer.sign(claims, { key: "withdrawn" });
    expect(decodeProtectedHeader(token).kid).toBe(kid);
    await expect(verify(token)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
  });

  test("has no withdrawn key before the first rotation", async () => {
    await expect(issuer.sign(claims, { key: "withdrawn" })).rejects.toThrow(
      "no key has been withdrawn yet; call rotate() first",
    );
  });
});

describe("a token requested like a GitHub Actions job does", () => {
  test("has the subject of the environment and the audience of the request", async () => {
    const source = githubActions.tokenSource(issuer.githubEnvironment(subject, { repository: "octo-org/octo-repo" }))!;
    const { url, headers } = source.request(claims.aud);
    const response = await fetch(url, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { payload } = await verify(source.read(await response.json()));
    expect(payload).toMatchObject({ ...claims, repository: "octo-org/octo-repo" });
  });

  test("can have its subject set by the request", async () => {
    const response = await request(`?subject=${subject}&audience=${claims.aud}`, `bearer ${issuer.requestToken}`);
    const { value } = (await response.json()) as { value: string };
    await expect(verify(value)).resolves.toMatchObject({ payload: claims });
  });

  test.each(["", "Bearer", "Bearer wrong", "Basic wrong"])(
    "is refused for the authorization %p",
    async (authorization) => {
      const response = await request(`?subject=${subject}&audience=a`, authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.json()).toEqual({
        error: "unauthorized",
        message: 'the Authorization header must be "Bearer <request token>"',
      });
    },
  );

  test.each([
    ["?audience=a", "the parameter subject is missing"],
    ["?subject=s", "the parameter audience is missing"],
    ["?subject=s&audience=", "the parameter audience is missing"],
    ["?subject=s&audience=a&exp=99999999999", "the claim exp cannot be requested"],
  ])("is refused for the query %s", async (query, message) => {
    const response = await request(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "invalid_request", message });
  });
});

test("counts requests, including rejected ones", async () => {
  expect(issuer.requests).toEqual({ discovery: 0, jwks: 0, token: 0 });
  await verify(await issuer.sign(claims));
  await request("", "Bearer wrong");
  await request("");
  expect(issuer.requests).toEqual({ discovery: 1, jwks: 1, token: 2 });
});

test("rejects unknown paths and methods with JSON", async () => {
  const unknown = await fetch(`${issuer.url}/nothing`);
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual({ error: "not_found", message: "no route for /nothing" });

  const posted = await fetch(`${issuer.url}/jwks`, { method: "POST" });
  expect(posted.status).toBe(405);
  expect(posted.headers.get("allow")).toBe("GET");
  expect(await posted.json()).toEqual({ error: "method_not_allowed", message: "POST is not allowed for /jwks" });
});

test("can have an issuer name that differs from its URL", async () => {
  const named = await startIssuer({ issuer: "http://issuer.localhost:9000" });
  const { payload } = await verify(await named.sign(claims), named);
  await named.close();
  expect(payload.iss).toBe("http://issuer.localhost:9000");
});

test("uses the requested host in its URL", async () => {
  const local = await startIssuer({ host: "localhost" });
  const response = await fetch(`${local.url}/jwks`);
  await local.close();
  expect(local.url).toMatch(/^http:\/\/localhost:\d+$/);
  expect(response.status).toBe(200);
});

test("does not share keys between issuers", async () => {
  const other = await startIssuer();
  const token = await other.sign({ ...claims, iss: issuer.url });
  await other.close();
  await expect(verify(token)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
});

test("fails to start if the port is in use", async () => {
  await expect(startIssuer({ port: Number(new URL(issuer.url).port) })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test.each(["0.0.0.0", "::", "192.0.2.1", "127.0.0.1.example.com"])("refuses to serve on %s", async (host) => {
  await expect(startIssuer({ host })).rejects.toThrow(
    `the issuer can listen only on a loopback address (127.0.0.1, ::1 or localhost), not "${host}"`,
  );
});

test("stops serving when closed, including open connections", async () => {
  const closing = await startIssuer();
  await fetch(`${closing.url}/jwks`);
  await closing.close();
  await expect(fetch(`${closing.url}/jwks`)).rejects.toThrow("fetch failed");
});
