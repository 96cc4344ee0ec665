/**
 * Runs a PostgreSQL server until its parent exits, which closes standard input: `postgres-keeper.mjs BIN DIRECTORY`.
 * The directory contains data and socket, and is removed on exit. Prints one line when the server is ready. PostgreSQL
 * refuses to run as root, so there it runs as the user `postgres`, or `nobody`.
 */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";

const [bin, directory] = process.argv.slice(2);
const user = process.getuid() === 0 ? unprivileged() : {};
const options = { ...user, cwd: "/", env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } };

function unprivileged() {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((which) => Number(execFileSync("id", [which, name], { stdio: "pipe" })));
      return { uid, gid };
    } catch {}
  }
  throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody");
}

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
chmodSync(directory, 0o755);
if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
const data = path.join(directory, "data");
execFileSync(path.join(bin, "initdb"), ["-D", data, "-U", "platform", "-A", "trust", "-E", "UTF8", "--no-sync"], {
  ...options,
  stdio: ["ignore", "ignore", "inherit"],
});
// Listens only on a socket in the directory. Durability is off, since the data need not survive a crash.
const settings = {
  listen_addresses: "",
  unix_socket_directories: directory,
  max_connections: 100,
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
};
const server = spawn(
  path.join(bin, "postgres"),
  ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
  { ...options, stdio: ["ignore", "ignore", "pipe"] },
);
let log = "";
server.stderr.on("data", function wait(chunk) {
  log += chunk;
  if (!/ready to accept connections/.test(log)) return;
  process.stdout.write("ready\n");
  server.stderr.off("data", wait).resume();
});
let isStopping = false;
server.on("exit", (code) => {
  rmSync(directory, { recursive: true, force: true });
  if (code !== 0 && !isStopping) process.stderr.write(log);
  process.exit();
});
process.stdin
  .on("end", () => {
    isStopping = true;
    server.kill("SIGQUIT");
  })
  .resume();
