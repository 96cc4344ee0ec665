/** Programs that an example runs: to their end with `run`, or in the background with `start` until the example is over. */
import { spawn } from "node:child_process";
import { appendFileSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

const running = new Set();

/** A command that failed, with all that it wrote. */
export class CommandError extends Error {
  constructor(command, reason, output) {
    super(`${command} ${reason}`);
    this.output = output;
  }
}

/**
 * Runs a program to its end and gives what it wrote. All of it stands in `log` too.
 * Throws a CommandError unless the program succeeds.
 */
export async function run(command, args, { cwd, env, log }) {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = track(child);
  const title = [path.basename(command), ...args.filter((arg) => !path.isAbsolute(arg))].join(" ");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      appendFileSync(log, text);
    });
  }
  const reason = await ended;
  if (reason) throw new CommandError(title, reason, output);
  return output;
}

/** Starts a Node program and gives the JSON line with which it says that it is ready. The rest goes to `log`. */
export async function start(name, program, args, { env, log }) {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", openSync(log, "a")] });
  const ended = track(child);
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise((resolve) => lines.once("line", resolve));
  const line = await Promise.race([ready, ended]);
  if (!running.has(child))
    throw new CommandError(name, `${line ?? "ended"} before it was ready`, readFileSync(log, "utf8"));
  return JSON.parse(line);
}

/** Ends whatever still runs, what was started last first. */
export async function stopAll() {
  for (const child of [...running].reverse()) {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  }
}

/** Resolves when the program has ended: to undefined if it succeeded, else to how it ended. */
function track(child) {
  running.add(child);
  return new Promise((resolve) => {
    child.once("error", (error) => {
      running.delete(child);
      resolve(`could not be started: ${error.message}`);
    });
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve(code === 0 ? undefined : signal ? `was ended by ${signal}` : `failed with exit code ${code}`);
    });
  });
}
