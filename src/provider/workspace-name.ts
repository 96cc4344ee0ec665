import { readFileSync } from "node:fs";
import path from "node:path";

/** Returns the name of the engine's workspace; undefined for the default one. */
export function workspaceName(env: NodeJS.ProcessEnv): string | undefined {
  const name = env.TF_WORKSPACE || selected(path.join(env.TF_DATA_DIR || ".terraform", "environment"));
  return name && name !== "default" ? name : undefined;
}

function selected(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
