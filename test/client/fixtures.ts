import { type ClientOptions, createClient, type PlatformClient, type RetryPolicy, staticToken } from "../../src/client";
import { type Received, type Reply, serve, type TestServer } from "./http-server";

export const rootUid = "a".repeat(40);
export const groupUid = `${rootUid}/${"b".repeat(16)}`;
export const uidBelow = (parent: string, digit: string): string => `${parent}/${digit.repeat(16)}`;

/** A retry policy without noticeable pauses. */
export const quickRetry: RetryPolicy = { attempts: 4, baseMs: 1, maxMs: 2 };

export const aGroup = (uid: string, name = "staging") => ({ uid, name, description: "" });

/** Returns an error body as the service formats it. */
export const anError = (code: number, message: string, ...details: unknown[]) => ({ code, message, details });

/** Runs a test with a server that answers with `reply` and a client for it, and closes both. */
export async function withClient(
  reply: (request: Received, index: number) => Reply | Promise<Reply>,
  work: (client: PlatformClient, server: TestServer) => Promise<void>,
  options: Partial<ClientOptions> = {},
): Promise<void> {
  const server = await serve(reply);
  const client = createClient({
    baseUrl: server.url,
    credentials: staticToken("secret-token"),
    retry: quickRetry,
    ...options,
  });
  try {
    await work(client, server);
  } finally {
    await server.close();
    await client.close();
  }
}

/** Returns the names of the groups directly below a group, in order. */
export async function namesBelow(client: PlatformClient, uid: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of client.groups.list({ childrenOf: uid })) names.push(name);
  return names.sort();
}
