import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { isLoopbackHost } from "../model";
import { html, page, pageHeaders } from "../pages";
import { errorReply, type Reply, type Request, type Routes } from "./http";

/** The claims of a user's identity token, besides those of every token. */
export interface UserClaims {
  readonly sub: string;
  readonly aud: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly nonce?: string;
}

interface Login {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly user: string;
  readonly challenge: string | undefined;
  readonly nonce: string | undefined;
  /** Whether the scope offline_access was requested. */
  readonly isOffline: boolean;
}

/** A login whose client has a refresh token. */
export interface OfflineLogin {
  readonly clientId: string;
  readonly user: string;
}

interface LoginOptions {
  /** Logins by their refresh tokens, which are single-use. */
  readonly refreshTokens: Map<string, OfflineLogin>;
  /** The client secret of every client. */
  readonly clientSecret: string;
  sign(claims: UserClaims): Promise<string>;
  /** The issuer named in every response, if any. */
  issuer(): string | undefined;
}

/**
 * Routes that log users in under any name: the authorization code flow of OpenID Connect, with PKCE, a client secret or
 * both. Every client_id is accepted, and every redirect to loopback. The user is taken from `login_hint`; without it, a
 * page asks for the name. Longer than 80 lines because its routes share the codes.
 */
export function loginRoutes({ clientSecret, sign, issuer, refreshTokens }: LoginOptions): Routes {
  const logins = new Map<string, Login>();

  function authorize({ url }: Request): Reply {
    const parameter = (name: string) => url.searchParams.get(name) || undefined;
    const redirectUri = parameter("redirect_uri") ?? "";
    if (!isLoopback(redirectUri))
      return errorReply(400, "invalid_request", "redirect_uri must be an http URL on loopback");
    const clientId = parameter("client_id");
    if (!clientId) return errorReply(400, "invalid_request", "the parameter client_id is missing");
    const redirectWith = (values: Readonly<Record<string, string>>): Reply => {
      const target = new URL(redirectUri);
      for (const [name, value] of Object.entries({ ...values, state: parameter("state"), iss: issuer() }))
        if (value !== undefined) target.searchParams.set(name, value);
      return { status: 302, headers: { location: target.href }, body: {} };
    };
    if (parameter("response_type") !== "code") return redirectWith({ error: "unsupported_response_type" });
    const scopes = (parameter("scope") ?? "").split(" ");
    if (!scopes.includes("openid")) return redirectWith({ error: "invalid_scope" });
    const challenge = parameter("code_challenge");
    if (challenge && parameter("code_challenge_method") !== "S256") return redirectWith({ error: "invalid_request" });
    const user = parameter("login_hint");
    if (!user) return { status: 200, headers: pageHeaders("*"), body: loginPage(url.searchParams) };
    const code = randomBytes(24).toString("base64url");
    logins.set(code, {
      clientId,
      redirectUri,
      user,
      challenge,
      nonce: parameter("nonce"),
      isOffline: scopes.includes("offline_access"),
    });
    return redirectWith({ code });
  }

  const tokenResponse = async (login: OfflineLogin, isOffline: boolean, nonce?: string) => {
    const { user, clientId } = login;
    const idToken = await sign({
      sub: user,
      aud: clientId,
      email: user.includes("@") ? user : `${user}@example.com`,
      email_verified: true,
      name: user,
      ...(nonce ? { nonce } : {}),
    });
    const accessToken = randomBytes(24).toString("base64url");
    const body = { access_token: accessToken, token_type: "Bearer", id_token: idToken };
    if (!isOffline) return body;
    const refreshToken = randomBytes(24).toString("base64url");
    refreshTokens.set(refreshToken, login);
    return { ...body, refresh_token: refreshToken };
  };

  async function token(request: Request): Promise<Reply> {
    const grant = request.form.get("grant_type");
    if (grant === "authorization_code") return redeem(request);
    if (grant === "refresh_token") return refresh(request);
    return errorReply(400, "unsupported_grant_type", "the grant_type must be authorization_code or refresh_token");
  }

  async function refresh({ headers, form }: Request): Promise<Reply> {
    const given = form.get("refresh_token") ?? "";
    const login = refreshTokens.get(given);
    refreshTokens.delete(given);
    const client = clientOf(headers.authorization, form);
    if (client.secret !== undefined && !isSame(client.secret, clientSecret))
      return errorReply(401, "invalid_client", "invalid client secret", { "www-authenticate": "Basic" });
    if (login?.clientId !== client.id)
      return errorReply(400, "invalid_grant", "the refresh token is invalid or belongs to another client");
    return { status: 200, body: await tokenResponse(login!, true) };
  }

  async function redeem({ headers, form }: Request): Promise<Reply> {
    const code = form.get("code") ?? "";
    const login = logins.get(code);
    logins.delete(code);
    const client = clientOf(headers.authorization, form);
    if (client.secret !== undefined && !isSame(client.secret, clientSecret))
      return errorReply(401, "invalid_client", "invalid client secret", { "www-authenticate": "Basic" });
    if (!login || login.clientId !== client.id || login.redirectUri !== form.get("redirect_uri"))
      return errorReply(400, "invalid_grant", "the code is invalid, or belongs to another client or redirect_uri");
    if (login.challenge !== undefined && login.challenge !== s256(form.get("code_verifier") ?? ""))
      return errorReply(400, "invalid_grant", "the code_verifier does not match");
    if (login.challenge === undefined && client.secret === undefined)
      return errorReply(401, "invalid_client", "a client without a secret must use PKCE");
    const { user, clientId, nonce, isOffline } = login;
    return { status: 200, body: await tokenResponse({ clientId, user }, isOffline, nonce) };
  }

  return { "GET /authorize": authorize, "POST /token": token };
}

const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(s256(one)), Buffer.from(s256(other)));

function isLoopback(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" && isLoopbackHost(url.hostname);
}

/** Returns the client's credentials, from HTTP Basic authentication or the form. */
function clientOf(authorization: string | undefined, form: URLSearchParams) {
  const [, encoded] = /^basic +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (!encoded) return { id: form.get("client_id") ?? undefined, secret: form.get("client_secret") ?? undefined };
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(":", 2);
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
}

/** The form leads to any loopback address. */
function loginPage(parameters: URLSearchParams): string {
  const hidden = [...parameters]
    .filter(([name]) => name !== "login_hint")
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return page(
    "Development issuer",
    html`<p>This issuer is for tests: it signs in anyone, without a password.</p><form action="/authorize"><label for="who">Name or email address</label><input id="who" name="login_hint" placeholder="jane@example.com" required autofocus autocomplete="username" autocapitalize="none" spellcheck="false">${hidden}<button>Sign in</button></form>`,
  );
}
