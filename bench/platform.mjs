/** Starts a platform in a separate process. */
import { fileURLToPath } from "node:url";
import { startProcess } from "./processes.mjs";

export async function startPlatform() {
  const { ask, next, stop } = startProcess(fileURLToPath(new URL("./platform-process.mjs", import.meta.url)));
  return { ...(await next()), reset: () => ask("reset"), requests: () => ask("requests"), close: stop };
}
