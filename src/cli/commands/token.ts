import { authPaths, PlatformError } from "../../api";
import { askElsewhere } from "../../client/http/ask-elsewhere";
import { readSession } from "../../client/tokens/session";
import { longLivedSessionToken, sessionToken } from "../../client/tokens/session-token";
import { askAuth } from "../auth-requests";
import { attempting } from "../failure";
import type { Output } from "../output";
import { sessionAt } from "../session-option";

export interface TokenOptions {
  readonly session?: string;
  /** Whom the token is for; the API unless given. */
  readonly audience?: string;
  /** The name or the uid of the organization that the login must be of, where a token is exchanged. */
  readonly organization?: string;
}

/** How long the service may take to say whether a token is still good; one that does not answer is no reason to print none. */
const CHECK_MS = 5000;

/** Prints a token of whoever logged in, after a fresh one was got if need be: never one that the service refuses. */
export async function token({ session, audience, organization }: TokenOptions, output: Output): Promise<void> {
  const file = sessionAt(session);
  // One that is exchanged bounds the life of what comes of it.
  const credentials = audience === undefined ? sessionToken(file) : longLivedSessionToken(file);
  const own = await attempting(`renew the login in ${file}`, async () => {
    const kept = readSession(file).token;
    const token = await credentials.token();
    // An exchange tells by itself, and a fresh token needs no asking.
    if (audience !== undefined || token !== kept || !(await isRefused(file, token))) return token;
    return credentials.token({ refused: token });
  });
  const parameters = { ...(audience ? { aud: audience } : {}), ...(organization ? { organization } : {}) };
  output.stdout(`${audience === undefined ? own : await exchanged(readSession(file).authUrl, own, parameters)}\n`);
}

/** Whether the service refuses a token: its session was ended elsewhere, say. False where the service cannot be asked. */
async function isRefused(file: string, token: string): Promise<boolean> {
  const { authUrl } = readSession(file);
  const signal = AbortSignal.timeout(CHECK_MS);
  const headers = { authorization: `Bearer ${token}` };
  const request = { url: `${authUrl}${authPaths.whoAmI}`, headers, sendOnce: true, signal };
  return askElsewhere("Cannot check the token", request).then(
    () => false,
    (error) => error instanceof PlatformError && error.code === "UNAUTHENTICATED",
  );
}

async function exchanged(authUrl: string, bearer: string, parameters: Readonly<Record<string, string>>) {
  const asked = { failure: "Cannot get a token", parameters, bearer };
  return (await askAuth<{ readonly token: string }>(`${authUrl}${authPaths.exchange}`, asked)).token;
}
