import { authPaths } from "../../api";
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

/** Prints a token of whoever logged in, after a fresh one was got if need be. */
export async function token({ session, audience, organization }: TokenOptions, output: Output): Promise<void> {
  const file = sessionAt(session);
  // One that is exchanged bounds the life of what comes of it.
  const credentials = audience === undefined ? sessionToken(file) : longLivedSessionToken(file);
  const own = await attempting(`renew the login in ${file}`, () => credentials.token());
  const parameters = { ...(audience ? { aud: audience } : {}), ...(organization ? { organization } : {}) };
  output.stdout(`${audience === undefined ? own : await exchanged(readSession(file).authUrl, own, parameters)}\n`);
}

async function exchanged(authUrl: string, bearer: string, parameters: Readonly<Record<string, string>>) {
  const asked = { failure: "Cannot get a token", parameters, bearer };
  return (await askAuth<{ readonly token: string }>(`${authUrl}${authPaths.exchange}`, asked)).token;
}
