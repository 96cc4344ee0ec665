import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Returns the hash of a provider's directory as in lock files (`h1:…`): SHA-256 over one line per file, sorted by name.
 * Returns "" if the directory does not exist.
 */
export function packageHash(directory: string): string {
  const lines = filesIn(directory)
    .sort()
    .map((name) => `${sha256(readFileSync(path.join(directory, name))).toString("hex")}  ${name}\n`);
  return lines.length === 0 ? "" : `h1:${sha256(lines.join("")).toString("base64")}`;
}

const sha256 = (content: Uint8Array | string): Buffer => createHash("sha256").update(content).digest();

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.posix.join(path.relative(directory, entry.parentPath ?? entry.path), entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
