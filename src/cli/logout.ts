import { rm } from "node:fs/promises";
import { askAuth } from "./auth-requests";
import { attempting } from "./failure";
import type { Output } from "./run";
import { alone, readSession, sessionFile } from "./session";

/** Ends the login and removes what is kept of it. */
export async function logout({ session: file = sessionFile() }: { readonly session?: string }, output: Output) {
  await readSession(file);
  await alone(file, async () => {
    const { authUrl, refreshToken } = await readSession(file);
    await askAuth(`${authUrl}/oauth/revoke`, { parameters: { token: refreshToken } });
    await attempting(`remove ${file}`, () => rm(file));
  });
  output.stdout("logged out\n");
}
