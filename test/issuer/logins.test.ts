import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import { type Issuer, startIssuer } from "../../src/issuer";

/** Logins as with any OpenID provider: authorization code, PKCE, client secret. */
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

const redirect_uri = "http://127.0.0.1:9/callback";
const verifier = "v".repeat(43);
const pkce = {
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};
const asked = { response_type: "code", client_id: "platform", redirect_uri, scope: "openid email", state: "s" };

const authorize = (parameters: Record<string, string>) =>
  fetch(`${issuer.url}/authorize?${new URLSearchParams({ ...asked, ...parameters })}`, { redirect: "manual" });

async function codeFor(parameters: Record<string, string> = {}): Promise<string> {
  const response = await authorize({ login_hint: "jane", ...parameters });
  const target = new URL(response.headers.get("location")!);
  expect(target.searchParams.get("state")).toBe("s");
  return target.searchParams.get("code")!;
}

async function redeem(form: Record<string, string>, authorization?: string) {
  const response = await fetch(`${issuer.url}/token`, {
    method: "POST",
    headers: authorization ? { authorization } : {},
    body: new URLSearchParams({ grant_type: "authorization_code", redirect_uri, ...form }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const basic = (secret: string) => `Basic ${Buffer.from(`platform:${secret}`).toString("base64")}`;

test("redeems a code for a token that identifies the user, with PKCE or a client secret", async () => {
  const code = await codeFor({ ...pkce, nonce: "n" });
  const { body } = await redeem({ code, client_id: "platform", code_verifier: verifier });
  expect(decodeJwt(body.id_token!)).toMatchObject({
    iss: issuer.url,
    sub: "jane",
    aud: "platform",
    nonce: "n",
    email: "jane@example.com",
  });
  expect((await redeem({ code: await codeFor() }, basic(issuer.clientSecret))).status).toBe(200);
});

test("redeems a code only once", async () => {
  const code = await codeFor();
  expect((await redeem({ code }, basic(issuer.clientSecret))).status).toBe(200);
  expect(await redeem({ code }, basic(issuer.clientSecret))).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  });
});

test.each<[string, Record<string, string>, Record<string, string>, string | undefined, string]>([
  ["another verifier", pkce, { client_id: "platform", code_verifier: "w".repeat(43) }, undefined, "invalid_grant"],
  ["another client", pkce, { client_id: "else", code_verifier: verifier }, undefined, "invalid_grant"],
  ["neither secret nor PKCE", {}, { client_id: "platform" }, undefined, "invalid_client"],
  ["a wrong secret", {}, {}, basic("wrong"), "invalid_client"],
  ["another redirect", {}, { redirect_uri: "http://127.0.0.1:9/else" }, undefined, "invalid_grant"],
])("does not redeem a code with %s", async (_, parameters, form, authorization, error) => {
  const proof = authorization ?? (form.client_id ? undefined : basic(issuer.clientSecret));
  const { body } = await redeem({ code: await codeFor(parameters), ...form }, proof);
  expect(body).toEqual({ error, message: expect.any(String) });
});

test("asks for the user's name on a page that keeps the parameters", async () => {
  const response = await authorize({ state: '"><b>' });
  // The form leads on to a client at another address, which "form-action 'self'" would prevent.
  expect(response.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action \*;/,
  );
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(text).toContain('<label for="who">');
  expect(text).toContain('name="client_id" value="platform"');
  expect(text).not.toContain("<b>");
});

test("redirects only to loopback", async () => {
  expect((await authorize({ redirect_uri: "https://example.com/callback" })).status).toBe(400);
});
