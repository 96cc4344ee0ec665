/** Starts a platform in a separate process, so that its work does not count as the measuring process's. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export async function startPlatform() {
  const child = fork(fileURLToPath(new URL("./platform-process.mjs", import.meta.url)));
  const next = () => new Promise((resolve) => child.once("message", resolve));
  const ask = (question) => {
    child.send(question);
    return next();
  };
  return { ...(await next()), reset: () => ask("reset"), requests: () => ask("requests"), close: () => child.kill() };
}
