import path from "node:path";
import type { Environment } from "../../workloads";

/** The location of the login session. The command line's help loads this file, so it must import nothing heavy. */

/** The environment variable that overrides the location. */
export const SESSION_FILE = "PLATFORM_SESSION_FILE";

/** Returns the path of the session file; undefined without a home directory. */
export function sessionFile(env: Environment): string | undefined {
  if (env[SESSION_FILE]) return env[SESSION_FILE];
  const directory = env.XDG_CONFIG_HOME || (env.HOME && path.join(env.HOME, ".config"));
  return directory ? path.join(directory, "platform-iac", "session.json") : undefined;
}
