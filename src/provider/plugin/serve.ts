/**
 * A plugin's entry. What comes before the handshake line is all that Terraform waits for at a start, and it starts a
 * plugin several times in each command: so only what that line needs is loaded here, the rest once it is out.
 */

import { rmSync, writeSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import type { Provider } from "./provider";
import { createCertificate } from "./transport/certificate";
import { handshakeLine, reattachValue, socketPath, startedByTerraform } from "./transport/handshake";
import type { PluginServer } from "./transport/server";
import type { PluginTls } from "./transport/tls";

export interface ServeOptions {
  /** The whole source address: `registry.terraform.io/NAMESPACE/TYPE`. */
  readonly address: string;
  /** Shown when the program is started by hand. */
  readonly version: string;
  /** Loads the provider; called once, when a call first needs it. Load its modules here, not above. */
  readonly load: () => Provider | Promise<Provider>;
  /** What {@link encodeProviderSchema} made of the provider at build time: it spares encoding, and waiting for `load`. */
  readonly schemaBytes?: () => Uint8Array;
}

/**
 * Serves a provider to the Terraform that started this process, and exits with it. With `--debug` on the command line
 * it serves whoever connects, without TLS, until it is stopped, and prints how to make Terraform do so.
 */
export function serve(options: ServeOptions): void {
  const { env } = process;
  const debug = process.argv.includes("--debug");
  if (!debug && !startedByTerraform(env)) {
    writeSync(2, byHand(options));
    process.exit(1);
  }
  // The person's Ctrl-C reaches us too; Terraform asks us to stop in its own way, with time to finish.
  let isInterrupted = false;
  process.on("SIGINT", () => {
    isInterrupted = true;
    if (debug) process.exit(0);
  });

  const path = socketPath(env);
  process.on("exit", () => rmSync(path, { force: true }));
  const clientCertificate = debug ? undefined : env.PLUGIN_CLIENT_CERT;
  const certificate = clientCertificate ? createCertificate() : undefined;
  const tls = certificate && clientCertificate ? { ...certificate, clientCertificate } : undefined;

  let server: PluginServer | undefined;
  const start = (): PluginServer => {
    server ??= startServer(options, tls, () => isInterrupted);
    return server;
  };
  // An engine that dies before it connects would leave us behind; go-plugin too gives up after a minute.
  const lonely = debug ? undefined : setTimeout(() => process.exit(1), 60_000);
  let connections = 0;
  const accept = (socket: Socket): void => {
    clearTimeout(lonely);
    connections++;
    socket.on("close", () => --connections === 0 && !debug && process.exit(0));
    start().accept(socket);
  };

  const mask = process.umask(0o077); // the socket is for this user alone
  createServer(accept).listen(path, () => {
    writeSync(1, debug ? howToAttach(options, path) : `${handshakeLine(path, certificate?.der, env)}\n`);
    setImmediate(start);
  });
  process.umask(mask);
}

function startServer(
  { load, schemaBytes }: ServeOptions,
  tls: PluginTls | undefined,
  isInterrupted: () => boolean,
): PluginServer {
  const { pluginMethods } = require("./rpc") as typeof import("./rpc");
  const { createPluginServer } = require("./transport/server") as typeof import("./transport/server");
  const shutdown = () => process.exit(0);
  return createPluginServer(pluginMethods({ load, schemaBytes, shutdown, isInterrupted }), tls);
}

function byHand({ address, version }: ServeOptions): string {
  return (
    `This is the Terraform provider ${address} ${version}.\n` +
    "Terraform starts it by itself; it does nothing when started by hand, except with --debug.\n"
  );
}

function howToAttach({ address }: ServeOptions, path: string): string {
  return `Provider started. Set this where you run Terraform, and stop the provider with Ctrl-C:\n\n\tTF_REATTACH_PROVIDERS='${reattachValue(address, path)}'\n\n`;
}
