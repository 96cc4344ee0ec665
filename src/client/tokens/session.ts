import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { errorCode, PlatformError } from "../../api";

/** The login session of `platformctl login`, stored in a file that only its owner can read. */
export interface Session {
  readonly authUrl: string;
  readonly token: string;
  /** When the token expires, in RFC 3339 format. */
  readonly expiry: string;
  /** Single-use: exchanged for a new token and a new refresh token. */
  readonly refreshToken: string;
}

/**
 * Returns the session, undefined if the user is not logged in. Throws PlatformError UNAUTHENTICATED for an invalid file,
 * and if other users can read or write the file, because they could steal the tokens or replace the session.
 */
export function findSession(file: string): Session | undefined {
  try {
    // Written by this program, and checked next.
    const { authUrl, token, expiry, refreshToken } = JSON.parse(readPrivateFile(file)) as Partial<Session>;
    const isTime = !Number.isNaN(Date.parse(String(expiry)));
    if (authUrl && isAddress(authUrl) && token && expiry && isTime && refreshToken)
      return { authUrl, token, expiry, refreshToken };
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    const code = errorCode(error);
    if (code === "ENOENT") return undefined;
    if (code) throw refused(`cannot read ${file}: ${code}`);
  }
  throw refused(`${file} is not a valid session file; run \`platformctl login\``);
}

/**
 * Reads a file that only the user can read and write. Throws system errors, and PlatformError UNAUTHENTICATED for any
 * other file.
 */
function readPrivateFile(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const stats = fstatSync(descriptor);
    const { mode, uid } = stats;
    const user = process.getuid?.();
    if (user !== undefined && uid !== user)
      throw refused(
        `${file} belongs to another user (uid ${uid}), who could change the session: remove it, and run \`platformctl login\``,
      );
    if (user !== undefined && (mode & OTHERS_WRITE) !== 0)
      throw refused(
        `other users can write ${file} (mode ${(mode & 0o777).toString(8)}): run \`chmod 600 ${file}\`, or ` +
          "`platformctl login` if someone may have changed it",
      );
    if (user !== undefined && stats.isFile() && (mode & OTHERS_READ) !== 0)
      throw refused(
        `other users can read ${file} (mode ${(mode & 0o777).toString(8)}): run \`chmod 600 ${file}\`; if someone may have ` +
          "read it, run `platformctl logout` and `platformctl login`",
      );
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

/** The permission bits that let group and others write. */
const OTHERS_WRITE = 0o022;
/** The permission bits that let group and others read. */
const OTHERS_READ = 0o044;

const isAddress = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text);

/** Returns the session. Throws PlatformError UNAUTHENTICATED if the user is not logged in. */
export function readSession(file: string): Session {
  const session = findSession(file);
  if (!session) throw refused("not logged in; run `platformctl login`");
  return session;
}

/** Replaces the session file atomically. Throws system errors. */
export function writeSession(file: string, session: Session): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(session, undefined, 2)}\n`, { mode: 0o600, flag: "wx", flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const RETRY_MS = 50;
/** The age at which a lock is stale, because the process that held it died, in milliseconds. */
const STALE_MS = 60_000;

/**
 * Runs an operation on a session with an exclusive lock, because concurrent use of a refresh token ends the session.
 * Throws system errors if the lock cannot be written; the session could not be written either.
 */
export async function withSessionLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  while (!tryLock(lock)) {
    if (isStale(lock)) removeStaleLock(lock);
    else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

const isStale = (lock: string): boolean => {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > STALE_MS;
};

/** Moves a stale lock aside, which only one process can do; a new lock that was moved by mistake is restored. */
function removeStaleLock(lock: string): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (!isStale(aside)) linkSync(aside, lock);
  } catch {
    // Another process removed it first.
  }
  rmSync(aside, { force: true });
}

/** Takes a lock unless another process holds it; reports whether it did. */
function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, "", { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

const refused = (problem: string): PlatformError => new PlatformError("UNAUTHENTICATED", problem);
