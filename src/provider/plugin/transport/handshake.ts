/**
 * How Terraform and a plugin find each other: the environment that Terraform starts it with, and the one line that it
 * prints in return. Nothing here may take time: this stands between the start of the process and that line.
 */

import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Shows that Terraform started the process. It is no secret, only a guard against starting a plugin by hand. */
const magicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** Of the transport between the two, and of the calls on it. */
const coreVersion = 1;
const protocolVersion = 6;

export function startedByTerraform(env: NodeJS.ProcessEnv): boolean {
  return env.TF_PLUGIN_MAGIC_COOKIE === magicCookie;
}

/** A path for a socket that nobody else has, where Terraform wants it or among the temporary files. */
export function socketPath(env: NodeJS.ProcessEnv): string {
  return join(env.PLUGIN_UNIX_SOCKET_DIR || tmpdir(), `plugin${randomBytes(6).toString("hex")}`);
}

/**
 * The line that tells Terraform where to connect. It carries our protocol version even if PLUGIN_PROTOCOL_VERSIONS
 * does not offer it: Terraform then says so to the person, which we could not.
 */
export function handshakeLine(path: string, certificate: Buffer | undefined, env: NodeJS.ProcessEnv): string {
  const fields = [coreVersion, protocolVersion, "unix", path, "grpc", unpadded(certificate)];
  // Asked whether one connection may carry several conversations, older engines know no such field.
  if (env.PLUGIN_MULTIPLEX_GRPC) fields.push("false");
  return fields.join("|");
}

/** The value of TF_REATTACH_PROVIDERS with which Terraform uses a plugin that it has not started. */
export function reattachValue(address: string, path: string): string {
  return JSON.stringify({
    [address]: {
      Protocol: "grpc",
      ProtocolVersion: protocolVersion,
      Pid: process.pid,
      Test: true,
      Addr: { Network: "unix", String: path },
    },
  });
}

function unpadded(certificate: Buffer | undefined): string {
  return certificate?.toString("base64").replace(/=+$/, "") ?? "";
}
