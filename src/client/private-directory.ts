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

/** The age at which files are removed, in milliseconds; only the current command and the next one need them. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Returns the directory that contains private directories. */
export const privateBase = (env: Environment): string => env.XDG_RUNTIME_DIR || env.TMPDIR || "/tmp";

/** Returns the file name for a list of parts. A hash, because a part may be a secret. */
export const hashedName = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/**
 * Files shared among the processes of one user. The directory and each file must be owned by the user and inaccessible
 * to others; otherwise nothing is read or written. Sharing is only an optimization: any failure behaves as if the file
 * did not exist.
 */
export class PrivateDirectory {
  readonly #directory: string;
  #isSwept = false;

  /** `base` is the result of {@link privateBase}. */
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

  /** Replaces a file atomically: concurrent readers see the old or the new content, never a part. */
  write(name: string, content: string | Uint8Array): void {
    orUndefined(() => {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      if (!this.#isOwn()) return;
      this.#removeOld();
      const file = path.join(this.#directory, name);
      const temporary = `${file}.${randomUUID()}`;
      writeFileSync(temporary, content, { mode: 0o600, flag: "wx" });
      renameSync(temporary, file);
    });
  }

  /** Creates a directory and returns its path; undefined if it would not be private. */
  subdirectory(name: string): string | undefined {
    return orUndefined(() => {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      if (!this.#isOwn()) return undefined;
      this.#removeOld();
      const directory = path.join(this.#directory, name);
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      return isPrivate(lstatSync(directory), "directory") ? directory : undefined;
    });
  }

  /** Returns the names of files that start with `prefix`. */
  names(prefix: string): readonly string[] {
    const names = orUndefined(() => (this.#isOwn() ? readdirSync(this.#directory) : []));
    return (names ?? []).filter((name) => name.startsWith(prefix));
  }

  /** Removes a file; reports whether it existed. If several processes call it concurrently, only one gets true. */
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
      if (age > MAX_AGE_MS) rmSync(file, { recursive: true, force: true });
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
