import { authPaths, type Code, PlatformError, unauthenticated } from "../../../api";
import type { RequestContext } from "../../net/request-info";
import type { Clock } from "../../store";
import { type LoginSecrets, newSecret, newUserCode } from "./secrets";
import type { LoggedIn, Session, StartSession } from "./sessions";

/** How long a person may take to log in. */
export const LOGIN_MS = 10 * 60_000;
/** The polling interval of the command line. */
const POLL_SECONDS = 2;

export interface HeadlessLogin {
  /** The secret with which the command line polls for its tokens. */
  readonly code: string;
  /** The user code, shown in the terminal and in the browser. */
  readonly userCode: string;
  /** The page on which the person continues, in a browser on any machine. */
  readonly url: string;
  /** RFC 3339. */
  readonly expiry: string;
  /** The polling interval in seconds. */
  readonly interval: number;
}

export interface PollRequest {
  readonly code: string;
  readonly audiences: readonly string[];
  readonly context?: RequestContext | undefined;
}

/** The person who logged in, or why the login failed. */
type HeadlessResult = LoggedIn | { readonly error: { readonly code: Code; readonly message: string } };

export interface HeadlessLoginsOptions {
  readonly secrets: LoginSecrets;
  readonly startSession: StartSession;
  readonly authUrl: () => string;
  readonly clock: Clock;
}

/** Logins for command lines on machines without a browser, which poll until the person has logged in elsewhere. */
export class HeadlessLogins {
  constructor(private readonly options: HeadlessLoginsOptions) {}

  async begin(organization: string | undefined, identityProvider: string | undefined): Promise<HeadlessLogin> {
    const { secrets, authUrl, clock } = this.options;
    const [code, userCode] = [newSecret(), newUserCode()];
    await secrets.put("user code", userCode, {}, LOGIN_MS);
    await secrets.put("poll", code, { userCode }, LOGIN_MS);
    const query = new URLSearchParams({
      user_code: userCode,
      ...(organization ? { organization } : {}),
      ...(identityProvider ? { identity_provider: identityProvider } : {}),
    });
    const url = `${authUrl()}${authPaths.login}?${query}`;
    return { code, userCode, url, expiry: new Date(clock() + LOGIN_MS).toISOString(), interval: POLL_SECONDS };
  }

  /** Returns whether a login with this code is in progress. */
  async isPending(userCode: string): Promise<boolean> {
    return (await this.options.secrets.peek("user code", userCode)) !== undefined;
  }

  /** Passes the person to the command line. Throws UNAUTHENTICATED. */
  async complete(userCode: string, loggedIn: LoggedIn): Promise<void> {
    if (!(await this.#end(userCode, loggedIn)))
      throw unauthenticated("the code was already used or has expired; start again");
  }

  /** Passes an error to the command line, which would otherwise poll until the login expires. */
  async fail(userCode: string, { code, message }: PlatformError): Promise<void> {
    await this.#end(userCode, { error: { code, message } });
  }

  /** Starts the session once the person has logged in; undefined until then. Throws the error of a failed login. */
  async poll({ code, audiences }: PollRequest): Promise<Session | undefined> {
    const { secrets, startSession } = this.options;
    const pending = await secrets.peek<{ readonly userCode: string }>("poll", code);
    if (!pending) throw unauthenticated("the code was already used or has expired; start again");
    const result = await secrets.take<HeadlessResult>("logged in", pending.userCode);
    if (!result) return undefined;
    await secrets.take("poll", code);
    if ("error" in result) throw new PlatformError(result.error.code, result.error.message);
    return startSession(result, pending.userCode, audiences);
  }

  /** Stores the result of a login. Returns false if the login has already ended. */
  async #end(userCode: string, result: HeadlessResult): Promise<boolean> {
    const { secrets } = this.options;
    if (!(await secrets.take("user code", userCode))) return false;
    await secrets.put("logged in", userCode, result, LOGIN_MS);
    return true;
  }
}
