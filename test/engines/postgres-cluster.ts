import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { engines } from "./locate";

/** A separate PostgreSQL server on a local port, for tests that kill, suspend or promote it. */
export interface PostgresServer {
  readonly port: number;
  /** Runs a statement as a superuser. */
  query<R>(text: string): Promise<R[]>;
  /** Kills it as a crash would. */
  kill(): Promise<void>;
  /** Suspends all its processes until `resume`. */
  suspend(): void;
  resume(): void;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export const DATABASE = "platform";

/** Starts an empty server with a database named `platform`. Settings are those of postgresql.conf. */
export async function postgresServer(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const directory = makeDirectory();
  const data = path.join(directory, "data");
  run("initdb", ["-D", data, "-U", "platform", "-A", "trust", "-E", "UTF8", "--no-sync"]);
  const server = await started(directory, settings);
  await server.query(`create database ${DATABASE}`, "postgres");
  return server;
}

/** Starts a standby that follows a server. */
export async function standbyOf(primary: PostgresServer, name: string): Promise<PostgresServer> {
  const directory = makeDirectory();
  const source = `host=127.0.0.1 port=${primary.port} user=platform application_name=${name}`;
  run("pg_basebackup", ["-D", path.join(directory, "data"), "-d", source, "-R", "-X", "stream", "-c", "fast"]);
  return started(directory, {});
}

async function started(directory: string, settings: Readonly<Record<string, string>>) {
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: directory, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const server = spawn(program("postgres"), ["-D", path.join(directory, "data"), ...flags], {
      ...options(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = server;
    let log = "";
    await new Promise<void>((resolve, reject) => {
      server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
      server.stderr.on("data", (chunk) => {
        log += chunk;
        if (/ready to accept (read-only )?connections/.test(log)) resolve();
      });
    });
    server.removeAllListeners("exit");
  }

  async function query<R>(text: string, database = DATABASE): Promise<R[]> {
    const client = new Client({ host: "127.0.0.1", port, user: "platform", database });
    await client.connect();
    try {
      return (await client.query(text)).rows as R[];
    } finally {
      await client.end();
    }
  }

  const processes = () => {
    const pid = child!.pid!;
    const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
    return [pid, ...children.split("\n").filter(Boolean).map(Number)];
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) process.kill(pid, name);
  };

  async function kill(): Promise<void> {
    const server = child;
    child = undefined;
    if (!server || server.exitCode !== null) return;
    const ended = once(server, "exit");
    child = server;
    signal("SIGKILL");
    child = undefined;
    await ended;
  }

  await start();
  return {
    port,
    query,
    kill,
    start,
    suspend: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    async remove() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "platform-cluster-"));
  const { uid, gid } = options();
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  return directory;
}

const program = (name: string): string => path.join(engines.postgresql!.path, name);

const run = (name: string, args: readonly string[]): void => {
  execFileSync(program(name), args, { ...options(), stdio: ["ignore", "ignore", "pipe"] });
};

/** PostgreSQL refuses to run as root; there it runs as the user `postgres`, or `nobody`. */
function options(): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  const common = { cwd: "/", env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } };
  if (process.getuid?.() !== 0) return common;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((which) => Number(execFileSync("id", [which, name], { stdio: "pipe" })));
      return { ...common, uid: uid!, gid: gid! };
    } catch {
      // The user does not exist.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody");
}
