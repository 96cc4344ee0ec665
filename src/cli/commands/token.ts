import { authPaths, PlatformError } from "../../api";
import { requestOtherOrigin } from "../../client/http/request-other-origin";
import { readSession } from "../../client/tokens/session";
import { longLivedSessionToken, sessionToken } from "../../client/tokens/session-token";
import { requestAuth } from "../auth-requests";
import { withOperation } from "../failure";
import type { Output } from "../output";
import { resolveSessionFile } from "../session-option";

export interface TokenOptions {
  readonly session?: string;
  /** The audience of the token; defaults to the API. */
  readonly audience?: string;
  /** The name or uid of the organization that the session must belong to, for an exchange. */
  readonly organization?: string;
}

/** How long to wait for the service to check a token. If it does not respond, the token is printed unchecked. */
const CHECK_MS = 5000;

/** Prints a token of the logged-in user, renewed if necessary: never one that the service rejects. */
export async function token({ session, audience, organization }: TokenOptions, output: Output): Promise<void> {
  const file = resolveSessionFile(session);
  // The lifetime of an exchanged token is limited by that of the session's token.
  const credentials = audience === undefined ? sessionToken(file) : longLivedSessionToken(file);
  const own = await withOperation(`refresh the login session in ${file}`, async () => {
    const saved = readSession(file).token;
    const token = await credentials.token();
    // An exchange detects a rejected token itself, and a renewed token needs no check.
    if (audience !== undefined || token !== saved || !(await isRejected(file, token))) return token;
    return credentials.token({ rejected: token });
  });
  const parameters = { ...(audience ? { aud: audience } : {}), ...(organization ? { organization } : {}) };
  output.stdout(`${audience === undefined ? own : await exchangeToken(readSession(file).authUrl, own, parameters)}\n`);
}

/**
 * Reports whether the service rejects a token, for example because its session was ended elsewhere. False if the
 * service cannot be reached.
 */
async function isRejected(file: string, token: string): Promise<boolean> {
  const { authUrl } = readSession(file);
  const signal = AbortSignal.timeout(CHECK_MS);
  const headers = { authorization: `Bearer ${token}` };
  const request = { url: `${authUrl}${authPaths.whoAmI}`, headers, sendOnce: true, signal };
  return requestOtherOrigin("Cannot check the token", request).then(
    () => false,
    (error) => error instanceof PlatformError && error.code === "UNAUTHENTICATED",
  );
}

async function exchangeToken(authUrl: string, bearer: string, parameters: Readonly<Record<string, string>>) {
  const request = { failure: "Cannot get a token", parameters, bearer };
  return (await requestAuth<{ readonly token: string }>(`${authUrl}${authPaths.exchange}`, request)).token;
}
