/**
 * Where a plugin listens: on a Unix socket that only the user can open or, on Windows, on a TCP port of the loopback
 * interface.
 */

import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Network = "unix" | "tcp";

export interface PluginAddress {
  readonly network: Network;
  /** The path of the socket, or host and port. */
  readonly address: string;
}

/** Loopback only: go-plugin connects to the address that the handshake line names. */
const HOST = "127.0.0.1";

/** The errors of ports that are in use or reserved, as Windows reserves ranges of them. */
const taken: ReadonlySet<string | undefined> = new Set(["EADDRINUSE", "EACCES"]);

/** go-plugin in Go listens on TCP on Windows only. */
export const defaultNetwork = (): Network => (process.platform === "win32" ? "tcp" : "unix");

/** Listens on an address of the network, and calls `listening` with it. Throws or emits errors as `Server.listen`. */
export function listen(
  server: Server,
  network: Network,
  env: NodeJS.ProcessEnv,
  listening: (address: PluginAddress) => void,
): void {
  if (network === "tcp") listenOnPort(server, env, listening);
  else listenOnSocket(server, env, listening);
}

/** In the directory that Terraform requests, or in the temporary directory. */
function listenOnSocket(server: Server, env: NodeJS.ProcessEnv, listening: (address: PluginAddress) => void): void {
  const path = join(env.PLUGIN_UNIX_SOCKET_DIR || tmpdir(), `plugin${randomBytes(6).toString("hex")}`);
  process.on("exit", () => rmSync(path, { force: true }));
  const mask = process.umask(0o077); // restricts the socket to this user
  server.listen(path, () => listening({ network: "unix", address: path }));
  process.umask(mask);
}

/** On the first free port of the range that Terraform requests, or on any free port. */
function listenOnPort(server: Server, env: NodeJS.ProcessEnv, listening: (address: PluginAddress) => void): void {
  const least = Number(env.PLUGIN_MIN_PORT) || 0;
  const most = Number(env.PLUGIN_MAX_PORT) || least;
  let port = least;
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (!taken.has(error.code)) throw error;
    if (port >= most) throw new Error(`no free port from ${least} to ${most}`, { cause: error });
    port += 1;
    server.listen(port, HOST);
  });
  server.once("listening", () => {
    const { port: bound } = server.address() as AddressInfo;
    listening({ network: "tcp", address: `${HOST}:${bound}` });
  });
  server.listen(port, HOST);
}
