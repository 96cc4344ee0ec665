import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Environment } from "../workloads";

/** What is kept is meant for the processes of one command, or of the next; files older than this are removed. In milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** Where directories of this kind are kept. */
export const privateBase = (env: Environment): string => env.XDG_RUNTIME_DIR || env.TMPDIR || "/tmp";

/** A name for a file that belongs to what is the same in every part. A hash, since a part may be a secret. */
export const nameOf = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/**
 * Files for other processes of this user, whom alone they are to be seen by: the directory must be this user's own and
 * closed to all others, and so must each file, or nothing is read or written. It is a help and no more: what goes wrong
 * is as if nothing had been kept.
 */
export class PrivateDirectory {
  readonly #directory: string;
  #isSwept = false;

  /** `base` is what {@link privateBase} gives. */
  constructor(base: string) {
    this.#directory = path.join(base, `platform-iac-${process.getuid?.() ?? ""}`);
  }

  read(name: string): string | undefined {
    return this.readBytes(name)?.toString("utf8");
  }

  readBytes(name: string): Buffer | undefined {
    return orUndefined(() => {
      if (!this.#isOwn()) return undefined;
      const file = openSync(path.join(this.#directory, name), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        return isPrivate(fstatSync(file), "file") ? readFileSync(file) : undefined;
      } finally {
        closeSync(file);
      }
    });
  }

  /** Who reads meanwhile finds this or what was there before, whole. */
  write(name: string, content: string | Uint8Array): void {
    orUndefined(() => {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      if (!this.#isOwn()) return;
      this.#removeOld();
      const file = path.join(this.#directory, name);
      const beside = `${file}.${randomUUID()}`;
      writeFileSync(beside, content, { mode: 0o600, flag: "wx" });
      renameSync(beside, file);
    });
  }

  /** The names of files that begin so. */
  names(beginning: string): readonly string[] {
    const names = orUndefined(() => (this.#isOwn() ? readdirSync(this.#directory) : []));
    return (names ?? []).filter((name) => name.startsWith(beginning));
  }

  /** Whether the file was there: of several processes that remove it, one is told so. */
  remove(name: string): boolean {
    const removed = orUndefined(() => {
      unlinkSync(path.join(this.#directory, name));
      return true;
    });
    return removed ?? false;
  }

  #isOwn(): boolean {
    return isPrivate(lstatSync(this.#directory), "directory");
  }

  #removeOld(): void {
    if (this.#isSwept) return;
    this.#isSwept = true;
    for (const name of readdirSync(this.#directory)) {
      const file = path.join(this.#directory, name);
      const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > DAY) rmSync(file, { force: true });
    }
  }
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isPrivate(stats: Stats, kind: "directory" | "file"): boolean {
  const isKind = kind === "directory" ? stats.isDirectory() : stats.isFile();
  return isKind && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
}
