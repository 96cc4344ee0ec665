import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The hash by which Terraform and OpenTofu know the content of a provider's directory (`h1:…` in lock files): SHA-256
 * over one line for each file, in the order of their names. "" for a directory that is not there.
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
