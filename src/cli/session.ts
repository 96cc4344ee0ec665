import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { attempting, CommandFailure } from "./failure";
import { openSecretFile } from "./secret-file";

/** What a login left behind, in a file that its owner alone can read. */
export interface Session {
  readonly authUrl: string;
  readonly token: string;
  /** When the token expires, RFC 3339. */
  readonly expiry: string;
  readonly refreshToken: string;
}

/** Where the session is kept unless a file is named. */
export function sessionFile(env: NodeJS.ProcessEnv = process.env): string {
  return path.join(env.XDG_CONFIG_HOME || path.join(homedir(), ".config"), "platform-iac", "session.json");
}

export async function writeSession(file: string, session: Session): Promise<void> {
  await attempting(`write ${file}`, () => mkdir(path.dirname(file), { recursive: true, mode: 0o700 }));
  const secret = await openSecretFile(file);
  try {
    await secret.write(`${JSON.stringify(session, undefined, 2)}\n`);
  } finally {
    await secret.discard();
  }
}

export async function readSession(file: string): Promise<Session> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new CommandFailure("nobody is logged in; `platformctl login` does it");
    return attempting(`read ${file}`, () => Promise.reject(error));
  });
  try {
    const session = JSON.parse(text) as Partial<Session>;
    const { authUrl, token, expiry, refreshToken } = session;
    if (authUrl && token && expiry && refreshToken) return { authUrl, token, expiry, refreshToken };
  } catch {}
  throw new CommandFailure(`${file} does not hold a session; \`platformctl login\` makes another`);
}

const RETRY_MS = 50;
/** A lock so old was left by a process that died. */
const STALE_MS = 60_000;

/** Does something while no other process does: a refresh token that two use at once ends the session. */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  for (;;) {
    const held = await open(lock, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return undefined;
      return attempting(`write ${lock}`, () => Promise.reject(error));
    });
    if (held) {
      await held.close();
      break;
    }
    const since = await stat(lock).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > STALE_MS) await rm(lock, { force: true });
    else await setTimeout(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}
