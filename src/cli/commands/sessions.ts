import { authPaths, isUid } from "../../api";
import { createClient, type PlatformClient, type Resource } from "../../client";
import { readSession } from "../../client/tokens/session";
import { sessionToken } from "../../client/tokens/session-token";
import type { session } from "../../model";
import { requestAuth } from "../auth-requests";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";
import { resolveSessionFile } from "../session-option";

export interface SessionsOptions {
  /** The uid of the identity whose sessions to use; defaults to the logged-in user's. */
  readonly identity?: string;
  readonly session?: string;
}

type Session = Resource<typeof session>;

/** Prints sessions, one per line, or all as JSON. */
export function listSessions({ json, ...options }: SessionsOptions & { readonly json: boolean }, output: Output) {
  return withSession("list sessions", options, async (client) => {
    const query = options.identity ? { identity: options.identity } : {};
    const found: Session[] = [];
    for await (const each of client.sessions.list(query)) found.push(each);
    if (json) output.stdout(`${JSON.stringify(found)}\n`);
    else for (const each of found) output.stdout(`${describe(each)}\n`);
  });
}

/** Revokes one session, or all sessions and tokens of an identity. */
export function revokeSessions(
  uid: string | undefined,
  { all, ...options }: SessionsOptions & { readonly all: boolean },
  output: Output,
) {
  if ((uid !== undefined) === all) throw new CommandFailure("specify either the uid of a session or --all");
  if (uid !== undefined && options.identity !== undefined)
    throw new CommandFailure(
      "--identity can only be used with --all; the uid of a session already identifies its owner",
    );
  if (uid !== undefined && !isUid(uid)) throw new CommandFailure(`${JSON.stringify(uid)} is not the uid of a session`);
  return withSession("revoke", options, async (client, whoAmI) => {
    if (uid !== undefined) await client.sessions.delete(uid);
    else await client.revokeTokens(options.identity ?? (await whoAmI()));
    output.stdout(uid === undefined ? "all sessions and tokens revoked\n" : "session revoked\n");
  });
}

const describe = ({ uid, createTime, lastUsedTime, expirationTime, current }: Session): string =>
  [
    uid,
    `created ${createTime}`,
    `last used ${lastUsedTime}`,
    `expires ${expirationTime}`,
    ...(current ? ["current"] : []),
  ].join("  ");

/** Runs an operation as the logged-in user, with the API that the session is for. */
async function withSession(
  what: string,
  { identity, session }: SessionsOptions,
  work: (client: PlatformClient, whoAmI: () => Promise<string>) => Promise<void>,
): Promise<void> {
  if (identity !== undefined && !isUid(identity))
    throw new CommandFailure(`--identity ${JSON.stringify(identity)} must be the uid of an identity`);
  const file = resolveSessionFile(session);
  await withOperation(what, async () => {
    const credentials = sessionToken(file);
    const token = await credentials.token();
    const { authUrl } = readSession(file);
    const who = () =>
      requestAuth<{ readonly identity: { readonly uid: string }; readonly audiences: readonly string[] }>(
        `${authUrl}${authPaths.whoAmI}`,
        { failure: `Cannot ${what}`, method: "GET", bearer: token },
      );
    const [baseUrl = authUrl] = (await who()).audiences.filter((each) => URL.canParse(each));
    const client = createClient({ baseUrl, credentials });
    try {
      await work(client, async () => (await who()).identity.uid);
    } finally {
      await client.close();
    }
  });
}
