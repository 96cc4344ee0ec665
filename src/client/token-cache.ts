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
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** A token, and when to get another, in milliseconds since the epoch. */
export interface HeldToken {
  readonly token: string;
  readonly renewAt: number;
}

/** No token is meant to live longer, in milliseconds; files older than this are removed. */
const DAY = 24 * 60 * 60 * 1000;

/**
 * Tokens in files, for the processes of one command, which would otherwise exchange one each. Only this user can read
 * them: the directory must be this user's own and closed to all others, and so must each file, or nothing is read or
 * written. It is a help and no more: whatever goes wrong, a token is exchanged.
 */
export class TokenCache {
  readonly #directory: string;

  /** `base` is where directories of this kind are kept: XDG_RUNTIME_DIR, or where temporary files are. */
  constructor(base: string) {
    this.#directory = path.join(base, `platform-iac-${process.getuid?.() ?? ""}`);
  }

  /** The token that was kept for what is the same in every part; undefined if it has had its time. */
  read(parts: readonly unknown[]): HeldToken | undefined {
    try {
      if (!isPrivate(lstatSync(this.#directory), "directory")) return undefined;
      const file = openSync(this.#file(parts), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        if (!isPrivate(fstatSync(file), "file")) return undefined;
        const { token, renewAt } = JSON.parse(readFileSync(file, "utf8")) as Partial<HeldToken>;
        const isGood = typeof token === "string" && typeof renewAt === "number" && Date.now() < renewAt;
        return isGood ? { token, renewAt } : undefined;
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  }

  /** Keeps a token. A process that reads meanwhile finds this one or the one before, whole. */
  write(parts: readonly unknown[], { token, renewAt }: HeldToken): void {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      if (!isPrivate(lstatSync(this.#directory), "directory")) return;
      this.#removeOld();
      const file = this.#file(parts);
      const beside = `${file}.${randomUUID()}`;
      writeFileSync(beside, JSON.stringify({ token, renewAt }), { mode: 0o600, flag: "wx" });
      renameSync(beside, file);
    } catch {
      // The token is as good without.
    }
  }

  /** Named by a hash, since a part may be a secret. */
  #file(parts: readonly unknown[]): string {
    return path.join(this.#directory, createHash("sha256").update(JSON.stringify(parts)).digest("hex"));
  }

  #removeOld(): void {
    for (const name of readdirSync(this.#directory)) {
      const file = path.join(this.#directory, name);
      const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > DAY) rmSync(file, { force: true });
    }
  }
}

function isPrivate(stats: Stats, kind: "directory" | "file"): boolean {
  const isKind = kind === "directory" ? stats.isDirectory() : stats.isFile();
  return isKind && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
}
