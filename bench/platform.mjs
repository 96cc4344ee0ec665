/** A platform in a process of its own, so that what it does is not done in the time of what measures. */
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
