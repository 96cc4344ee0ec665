import { EXCHANGE_PATH, PlatformError } from "../api";
import { askAuth } from "./auth-requests";
import { CommandFailure } from "./failure";
import type { Output } from "./run";
import { alone, readSession, type Session, sessionFile, writeSession } from "./session";

/** A token is printed only if it lives this long: whoever takes it wants to use it. */
const MIN_LIFETIME_MS = 5 * 60_000;

export interface TokenOptions {
  readonly session?: string;
  /** Whom the token is for; the API unless given. */
  readonly audience?: string;
}

/** Prints a token of whoever logged in, after a fresh one was got if need be. */
export async function token({ session: file = sessionFile(), audience }: TokenOptions, output: Output): Promise<void> {
  const kept = await readSession(file);
  const session = isFresh(kept) ? kept : await alone(file, () => refreshed(file));
  output.stdout(`${audience === undefined ? session.token : await tokenFor(session, audience)}\n`);
}

async function tokenFor({ authUrl, token: bearer }: Session, audience: string): Promise<string> {
  const parameters = { aud: audience };
  return (await askAuth<{ readonly token: string }>(`${authUrl}${EXCHANGE_PATH}`, { parameters, bearer })).token;
}

const isFresh = ({ expiry }: Session): boolean => Date.parse(expiry) - Date.now() >= MIN_LIFETIME_MS;

async function refreshed(file: string): Promise<Session> {
  // Another process may have been quicker.
  const before = await readSession(file);
  if (isFresh(before)) return before;
  const { authUrl, refreshToken } = before;
  const pair = await askAuth<{ token: { token: string; expiry: string }; refreshToken: { token: string } }>(
    `${authUrl}/sts/exchange_refresh_token`,
    { bearer: refreshToken },
  ).catch((error) => {
    if (error instanceof PlatformError && error.code === "UNAUTHENTICATED")
      throw new CommandFailure("the login has ended; `platformctl login` begins another");
    throw error;
  });
  const session = { authUrl, ...pair.token, refreshToken: pair.refreshToken.token };
  await writeSession(file, session);
  return session;
}
