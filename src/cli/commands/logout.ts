import { rmSync } from "node:fs";
import { authPaths } from "../../api";
import { alone, readSession } from "../../client/tokens/session";
import { askAuth } from "../auth-requests";
import { attempting } from "../failure";
import type { Output } from "../output";
import { sessionAt } from "../session-option";

/** Ends the session and removes its file. */
export async function logout({ session }: { readonly session?: string }, output: Output) {
  const file = sessionAt(session);
  readSession(file);
  await attempting(`end the login in ${file}`, () =>
    alone(file, async () => {
      const { authUrl, refreshToken } = readSession(file);
      const asked = { failure: "Cannot end the login", parameters: { token: refreshToken } };
      await askAuth(`${authUrl}${authPaths.end}`, asked);
      rmSync(file);
    }),
  );
  output.stdout("logged out\n");
}
