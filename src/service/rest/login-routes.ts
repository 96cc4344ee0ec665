import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from "fastify";
import { authPaths, invalidArgument, type PlatformError, unauthenticated } from "../../api";
import { isLoopbackUrl } from "../../model";
import { bearerToken } from "../auth/caller";
import type { Destination, LoginService } from "../auth/login";
import { LoginFailedError } from "../auth/login/browser-login";
import { challengeOf, isChallenge, isUserCode, isVerifier, newSecret } from "../auth/login/secrets";
import { retryHeaders } from "../net/error-responses";
import { isOAuthError } from "../net/fetch-json";
import { donePage, loginPageHeaders, problemPage, signInPage } from "./login-pages";
import { methodNotAllowed } from "./method-not-allowed";
import { acceptOAuth, formOf, parametersOf } from "./oauth-parameters";
import { readExchange } from "./token-routes";

export interface LoginRoutesOptions {
  readonly login: LoginService;
  readonly authUrl: () => string;
  readonly baseUrl: () => string;
  /** Counts a browser login. Throws RESOURCE_EXHAUSTED. */
  readonly countLogin: (request: FastifyRequest) => void;
  /** Counts a login without a browser. Throws RESOURCE_EXHAUSTED. */
  readonly countPending: (request: FastifyRequest) => void;
  /** Logs an error, and returns the version that a page may show. */
  readonly reported: (thrown: unknown, request: FastifyRequest) => PlatformError;
}

/**
 * The endpoints of auth_url for people and their command lines. Errors of the latter are handled by the server that
 * registers them.
 */
export function loginRoutes(options: LoginRoutesOptions): FastifyPluginCallback {
  const { login, baseUrl } = options;
  const audiencesOf = (parameters: URLSearchParams) => {
    const audiences = parameters.getAll("aud");
    return audiences.length > 0 ? audiences : [baseUrl()];
  };
  return (app, _options, done) => {
    acceptOAuth(app);
    app.register(pages(options));

    app.post(authPaths.redeem, async (request) => {
      const parameters = parametersOf(request);
      const code = required(parameters, "code");
      const verifier = required(parameters, "code_verifier", isVerifier);
      const redirect = required(parameters, "redirect_uri");
      return login.redeem({ code, verifier, redirect, audiences: audiencesOf(parameters), context: request.context });
    });

    // Does not reveal whether the login existed.
    app.post(authPaths.end, async (request) => {
      await login.end(required(parametersOf(request), "token"), request.context);
      return {};
    });

    app.post(authPaths.headless, async (request) => {
      options.countPending(request);
      const parameters = parametersOf(request);
      const given = (name: string) => parameters.get(name) || undefined;
      return login.beginHeadless(given("organization"), given("identity_provider"));
    });

    app.get(authPaths.headless, async (request) => {
      const parameters = parametersOf(request);
      const session = await login.poll({
        code: required(parameters, "code"),
        audiences: audiencesOf(parameters),
        context: request.context,
      });
      return session ?? {};
    });

    app.post(authPaths.refresh, async (request) => {
      const { audiences, ...asked } = readExchange(request);
      return login.refresh({ ...asked, audiences: audiences.length > 0 ? audiences : [baseUrl()] });
    });

    app.post(authPaths.register, async (request) => {
      const token = bearerToken(request.headers.authorization);
      return login.redeemInvite({ token, code: required(formOf(request), "code"), context: request.context });
    });

    for (const path of [authPaths.redeem, authPaths.end, authPaths.refresh, authPaths.register])
      methodNotAllowed(app, path, ["POST"]);
    for (const path of [authPaths.login, CALLBACK]) methodNotAllowed(app, path, ["GET"]);
    methodNotAllowed(app, authPaths.headless, ["GET", "POST"]);
    done();
  };
}

const CALLBACK = `${authPaths.callback}/*`;

/** The endpoints for browsers, whose errors are pages too. */
function pages({ login, authUrl, countLogin, reported }: LoginRoutesOptions): FastifyPluginCallback {
  return (app: FastifyInstance, _options, done) => {
    app.setErrorHandler((error, request, reply) => {
      const problem = reported(error, request);
      if (problem instanceof LoginFailedError) return reply.headers(loginPageHeaders).redirect(problem.redirect, 302);
      return reply
        .status(problem.http)
        .headers({ ...loginPageHeaders, ...retryHeaders(problem) })
        .send(problemPage(problem.message));
    });

    app.get(authPaths.login, async (request, reply) => {
      const parameters = parametersOf(request);
      const destination = destinationOf(parameters);
      if ("userCode" in destination && !(await login.isPending(destination.userCode)))
        throw unauthenticated("the code is unknown or has expired");
      const browser = browserOf(request, authUrl()) ?? newSecret();
      reply.header("set-cookie", cookie(browser, authUrl()));
      const provider = parameters.get("identity_provider");
      // The confirmation proves that this browser was shown the page with the code, on which the person compares it.
      const isConfirmed =
        "redirect" in destination || parameters.get("confirm") === confirmation(browser, destination.userCode);
      if (provider && isConfirmed) {
        countLogin(request);
        return reply.headers(loginPageHeaders).redirect(await login.begin({ provider, browser, destination }), 302);
      }
      return reply.headers(loginPageHeaders).send(await choices(parameters, destination, browser));
    });

    app.get<{ Params: { "*": string } }>(CALLBACK, async (request, reply) => {
      const parameters = parametersOf(request);
      const { redirect } = await login.finish({
        provider: request.params["*"],
        state: required(parameters, "state"),
        browser: browserOf(request, authUrl()) ?? "",
        response: {
          code: parameters.get("code") || undefined,
          error: oauthErrorIn(parameters),
          errorDescription: printable(parameters.get("error_description") ?? ""),
          issuer: parameters.get("iss") || undefined,
        },
        context: request.context,
      });
      reply.headers(loginPageHeaders);
      return redirect === undefined ? reply.send(donePage()) : reply.redirect(redirect, 302);
    });
    done();
  };

  async function choices(parameters: URLSearchParams, destination: Destination, browser: string): Promise<string> {
    const organization = parameters.get("organization") ?? "";
    const named = parameters.get("identity_provider");
    const providers = named ? [await login.provider(named)] : organization ? await login.providersOf(organization) : [];
    const kept = [...parameters].filter(([name]) => keptParameters.has(name));
    const confirm = "userCode" in destination ? { confirm: confirmation(browser, destination.userCode) } : {};
    return signInPage({
      userCode: "userCode" in destination ? destination.userCode : undefined,
      organization,
      choices: providers.map(({ uid, name }) => ({
        name,
        href: `${authPaths.login}?${new URLSearchParams([...kept, ...Object.entries({ ...confirm, identity_provider: uid })])}`,
      })),
      hiddenFields: kept,
    });
  }
}

/** Returns the identity provider's error, if it is one that OAuth allows. */
function oauthErrorIn(parameters: URLSearchParams): string | undefined {
  const error = parameters.get("error") ?? "";
  return isOAuthError(error) ? error : undefined;
}

/** The maximum length of an identity provider's description of an error, in characters. */
const MAX_DESCRIPTION = 200;
const printable = (text: string): string => text.replace(/[^ -~]/g, "?").slice(0, MAX_DESCRIPTION);

/** Returns a value that only the page with the code, in this browser, contains. */
const confirmation = (browser: string, userCode: string): string => challengeOf(`${browser} ${userCode}`);

/** The parameters that begin a login, which pages pass on. */
const keptParameters: ReadonlySet<string> = new Set([
  "redirect",
  "user_code",
  "state",
  "code_challenge",
  "code_challenge_method",
]);

/** Returns the receiver of the result: this machine, or a command line with a code. Throws INVALID_ARGUMENT. */
function destinationOf(parameters: URLSearchParams): Destination {
  const userCode = parameters.get("user_code");
  if (userCode !== null) return { userCode: required(parameters, "user_code", isUserCode) };
  const redirect = required(parameters, "redirect", (url) => isShort(url) && isLoopbackUrl(url));
  const challenge = required(parameters, "code_challenge", isChallenge);
  required(parameters, "code_challenge_method", (method) => method === "S256");
  if (!parameters.has("state")) return { redirect, challenge };
  return { redirect, challenge, state: required(parameters, "state", isShort) };
}

/** Limits stored values, because anybody may begin a login. */
const MAX_KEPT = 512;
const isShort = (text: string): boolean => text.length <= MAX_KEPT;

const problems: Readonly<Record<string, string>> = {
  redirect: `must be an http URL on loopback, with a port, of at most ${MAX_KEPT} characters`,
  state: `must have 1 to ${MAX_KEPT} characters`,
  code_challenge: "must be the SHA-256 of a code_verifier, in base64url",
  code_challenge_method: "must be S256",
  code_verifier: "must have 43 to 128 letters, digits and -._~",
  user_code: "must be a code such as BCDF-GHJK",
};

function required(parameters: URLSearchParams, name: string, test: (value: string) => boolean = Boolean): string {
  const value = parameters.get(name) ?? "";
  if (!test(value)) throw invalidArgument({ path: [name], problem: problems[name] ?? "is required" });
  return value;
}

/** The prefix prevents other hosts of the domain from setting the cookie; it requires TLS and the path "/". */
const HOST_PREFIX = "__Host-";
const isSecure = (authUrl: string): boolean => authUrl.startsWith("https:");
const cookieName = (authUrl: string): string => `${isSecure(authUrl) ? HOST_PREFIX : ""}platform-login`;

/** Returns the browser's secret from its cookie. */
function browserOf({ headers }: FastifyRequest, authUrl: string): string | undefined {
  const own = (headers.cookie ?? "").split(/; */).find((each) => each.startsWith(`${cookieName(authUrl)}=`));
  return /=([A-Za-z0-9_-]{43})$/.exec(own ?? "")?.[1];
}

const cookie = (browser: string, authUrl: string): string =>
  `${cookieName(authUrl)}=${browser}; Path=${isSecure(authUrl) ? "/; Secure" : authPaths.login}; HttpOnly; SameSite=Lax; Max-Age=600`;
