import path from "node:path";
import type { Environment } from "../../workloads";

/** Where the login of a person is kept. The command line's help loads this file, so it loads nothing. */

/** Names another file than the usual one. */
export const SESSION_FILE = "PLATFORM_SESSION_FILE";

/** Where the session is kept; undefined for whoever has no home directory. */
export function sessionFile(env: Environment): string | undefined {
  if (env[SESSION_FILE]) return env[SESSION_FILE];
  const directory = env.XDG_CONFIG_HOME || (env.HOME && path.join(env.HOME, ".config"));
  return directory ? path.join(directory, "platform-iac", "session.json") : undefined;
}
