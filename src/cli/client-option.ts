import { createClientFromSettings, type PlatformClient, resolveConfiguration } from "../client";
import { SESSION_FILE } from "../client/tokens/session-file";

/**
 * Runs an operation with a client that has the credentials of the environment or of a login session, and closes the
 * client. Throws SettingsError if there are none.
 */
export async function withClient<T>(
  { session, timeoutMs }: { readonly session?: string | undefined; readonly timeoutMs?: number },
  work: (client: PlatformClient) => Promise<T>,
): Promise<T> {
  const env = session === undefined ? process.env : { ...process.env, [SESSION_FILE]: session };
  const client = createClientFromSettings(resolveConfiguration({}, env), timeoutMs === undefined ? {} : { timeoutMs });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
