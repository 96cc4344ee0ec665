/** Runs load generators and services in separate processes, so that they do not distort the measurement. */
import { fork } from "node:child_process";

/** Starts a program. `ask` sends it a message and resolves to its answer; `next` resolves to its next message. */
export function startProcess(program) {
  const child = fork(program);
  const next = () =>
    new Promise((resolve, reject) => {
      const ended = (code, signal) => reject(new Error(`${program} ended with ${signal ?? `exit code ${code}`}`));
      child.once("exit", ended);
      child.once("message", (answer) => {
        child.off("exit", ended);
        resolve(answer);
      });
    });
  const ask = (message) => {
    child.send(message);
    return next();
  };
  return { ask, next, stop: () => child.kill() };
}

/** Starts a client. `run` sends it a request and resolves to its milliseconds, or rejects with the client's error. */
export function startLoad(program) {
  const { ask, stop } = startProcess(program);
  const run = async (request) => {
    const { milliseconds, error } = await ask(request);
    if (error !== undefined) throw new Error(`${program}: ${error}`);
    return milliseconds;
  };
  return { run, stop };
}

/** Runs in a client's process: answers each request with the time that `work` takes, or with its error. */
export function serveLoad(work) {
  process.on("message", async (request) => {
    const started = performance.now();
    try {
      await work(request);
      process.send({ milliseconds: performance.now() - started });
    } catch (error) {
      process.send({ error: error.message });
    }
  });
  process.once("disconnect", () => process.exit());
}
