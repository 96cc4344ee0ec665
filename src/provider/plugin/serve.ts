/**
 * The entry point of a plugin. Terraform waits for the handshake line at every start, and each command starts a plugin
 * several times: load only what that line needs here, and everything else after it.
 */

import { writeSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import type { Provider } from "./provider";
import type { PluginServer } from "./server";
import { createCertificate } from "./transport/certificate";
import { handshakeLine, reattachValue, startedByTerraform } from "./transport/handshake";
import { defaultNetwork, listen, type PluginAddress } from "./transport/listen";
import type { PluginTls } from "./transport/tls";

export interface ServeOptions {
  /** The full source address: `registry.terraform.io/NAMESPACE/TYPE`. */
  readonly address: string;
  /** Shown when the program is started by hand. */
  readonly version: string;
  /**
   * Loads the provider; called once, by the first call that needs it. Import the provider's modules inside this
   * function.
   */
  readonly load: () => Provider | Promise<Provider>;
  /** The output of {@link encodeProviderSchema} at build time; saves encoding and waiting for `load`. */
  readonly schemaBytes?: () => Uint8Array;
}

/**
 * Serves a provider to the Terraform process that started this one, and exits with it. With the `--debug` option it
 * serves any client without TLS until it is stopped, and prints how to attach Terraform to it. It listens on a Unix socket
 * or, on Windows and with the `--tcp` option, on a port of the loopback interface.
 */
export function serve(options: ServeOptions): void {
  const { env } = process;
  const debug = process.argv.includes("--debug");
  if (!debug && !startedByTerraform(env)) {
    writeSync(2, manualStartMessage(options));
    process.exit(1);
  }
  // Ctrl-C signals the plugin too; ignore it, because Terraform sends its own stop request with time to finish.
  let isInterrupted = false;
  process.on("SIGINT", () => {
    isInterrupted = true;
    if (debug) process.exit(0);
  });

  const clientCertificate = debug ? undefined : env.PLUGIN_CLIENT_CERT;
  const certificate = clientCertificate ? createCertificate() : undefined;
  const tls = certificate && clientCertificate ? { ...certificate, clientCertificate } : undefined;

  let server: Promise<PluginServer> | undefined;
  const start = (): Promise<PluginServer> => {
    server ??= startServer(options, tls, () => isInterrupted);
    return server;
  };
  // An engine that dies before it connects would leave this process behind; go-plugin also exits after a minute.
  const connectTimeout = debug ? undefined : setTimeout(() => process.exit(1), 60_000);
  let connections = 0;
  const accept = (socket: Socket): void => {
    clearTimeout(connectTimeout);
    connections++;
    socket.on("close", () => --connections === 0 && !debug && process.exit(0));
    void start().then(({ accept }) => accept(socket));
  };

  const network = process.argv.includes("--tcp") ? "tcp" : defaultNetwork();
  listen(createServer({ noDelay: true }, accept), network, env, (address) => {
    writeSync(1, debug ? attachInstructions(options, address) : `${handshakeLine(address, certificate?.der, env)}\n`);
    setImmediate(start);
  });
}

async function startServer(
  { load, schemaBytes }: ServeOptions,
  tls: PluginTls | undefined,
  isInterrupted: () => boolean,
): Promise<PluginServer> {
  const { createPluginServer, pluginMethods } = await import("./server");
  const shutdown = () => process.exit(0);
  return createPluginServer(pluginMethods({ load, schemaBytes, shutdown, isInterrupted }), tls);
}

function manualStartMessage({ address, version }: ServeOptions): string {
  return (
    `This is the Terraform provider ${address} ${version}.\n` +
    "Terraform starts providers itself; to run one manually, use --debug.\n"
  );
}

function attachInstructions({ address: source }: ServeOptions, address: PluginAddress): string {
  return `Provider started. Set this where you run Terraform, and stop the provider with Ctrl-C:\n\n\tTF_REATTACH_PROVIDERS='${reattachValue(source, address)}'\n\n`;
}
