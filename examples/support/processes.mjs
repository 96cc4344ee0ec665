/**
 * Programs that an example runs: until they exit with `run`, or in the background until the example ends with `start`.
 */
import { spawn } from "node:child_process";
import { appendFileSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

const running = new Set();

/** The failure of a command, with all its output. */
export class CommandError extends Error {
  constructor(command, reason, output) {
    super(`${command} ${reason}`);
    this.output = output;
  }
}

/**
 * Runs a program until it exits and returns its output, which is also written to `log`. Throws a CommandError if it
 * fails.
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

/** Starts a Node program and returns the JSON line that it prints when ready. Other output is written to `log`. */
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

/** Stops all running programs, in reverse order. */
export async function stopAll() {
  for (const child of [...running].reverse()) {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  }
}

/** Resolves when the program has exited: to undefined if it succeeded, otherwise to the reason. */
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
