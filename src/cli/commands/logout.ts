import { rmSync } from "node:fs";
import { authPaths } from "../../api";
import { readSession, withSessionLock } from "../../client/tokens/session";
import { requestAuth } from "../auth-requests";
import { withOperation } from "../failure";
import type { Output } from "../output";
import { resolveSessionFile } from "../session-option";

/** Ends the session and removes its file. */
export async function logout({ session }: { readonly session?: string }, output: Output) {
  const file = resolveSessionFile(session);
  readSession(file);
  await withOperation(`end the login session in ${file}`, () =>
    withSessionLock(file, async () => {
      const { authUrl, refreshToken } = readSession(file);
      const asked = { failure: "Cannot end the login session", parameters: { token: refreshToken } };
      await requestAuth(`${authUrl}${authPaths.end}`, asked);
      rmSync(file);
    }),
  );
  output.stdout("logged out\n");
}
