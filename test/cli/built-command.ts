import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { JWK } from "jose";

/** Runs the built command in separate processes, each test in its own directory. */
export const built = path.resolve(__dirname, "../../dist/platformctl.js");

export let directory: string;
export const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "platformctl-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(directory, { recursive: true });
});

export const environment = () => ({ PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: directory });

export function platformctl(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [built, ...args], {
    encoding: "utf8",
    env: environment(),
  });
  return { code: status, stdout, stderr };
}

/** Starts a server command; returns its ready line and, later, its outcome. */
export async function start(...args: string[]) {
  const child = spawn(process.execPath, [built, ...args], { env: environment() });
  children.push(child);
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    child,
    ready: JSON.parse(first.value) as Record<string, string>,
    stderr: () => stderr,
    /** Returns the logged host and port, which the URLs may not contain. */
    listening: async () => {
      const entry = () => stderr.split("\n").find((line) => line.includes('"listening"') && line.endsWith("}"));
      while (!entry()) await once(child.stderr, "data");
      const { host, port } = JSON.parse(entry()!);
      return `${host}:${port}`;
    },
    stop: (signal: "SIGTERM" | "SIGINT" = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

export const data = () => path.join(directory, "data");
export const init = (organization: string, ...further: string[]) =>
  platformctl("service", "init", "--data", data(), "--organization", organization, ...further);

export interface Owner {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly groupUid: string;
  readonly identityUid: string;
  readonly token: string;
  readonly privateKey?: JWK;
}

/** Returns the status of reading the owner's group. */
export async function read(baseUrl: string, { groupUid, token }: Pick<Owner, "groupUid" | "token">): Promise<number> {
  const response = await fetch(`${baseUrl}/iam/v2beta1/groups/${groupUid}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.status;
}
