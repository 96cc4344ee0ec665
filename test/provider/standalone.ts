import { execFileSync } from "node:child_process";
import path from "node:path";

let executable: string | undefined;

/** Builds the standalone executable for this machine from dist, if needed, and returns its path. */
export function standaloneExecutable(): string {
  executable ??= execFileSync(process.execPath, ["scripts/build-standalone.mjs", "own"], {
    cwd: path.resolve(__dirname, "../.."),
    encoding: "utf8",
  }).trim();
  return executable;
}
