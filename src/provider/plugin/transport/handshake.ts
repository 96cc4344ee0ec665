/**
 * The handshake: the environment that Terraform starts a plugin with, and the line that the plugin prints in return.
 * This code must be fast, because Terraform waits for that line at every start.
 */

import type { PluginAddress } from "./listen";

/** Shows that Terraform started the process. Not a secret, only a guard against starting a plugin by hand. */
const magicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The versions of go-plugin's handshake and of the Terraform plugin protocol. */
const coreVersion = 1;
const protocolVersion = 6;

export function startedByTerraform(env: NodeJS.ProcessEnv): boolean {
  return env.TF_PLUGIN_MAGIC_COOKIE === magicCookie;
}

/**
 * Returns the line that tells Terraform where to connect. It states protocol version 6 even if PLUGIN_PROTOCOL_VERSIONS
 * does not list it: Terraform then reports the mismatch to the user, which the plugin cannot.
 */
export function handshakeLine(
  { network, address }: PluginAddress,
  certificate: Buffer | undefined,
  env: NodeJS.ProcessEnv,
): string {
  const fields = [coreVersion, protocolVersion, network, address, "grpc", base64WithoutPadding(certificate)];
  // Answers whether connections are multiplexed; older engines do not send the variable and do not expect the field.
  if (env.PLUGIN_MULTIPLEX_GRPC) fields.push("false");
  return fields.join("|");
}

/** Returns the value of TF_REATTACH_PROVIDERS that makes Terraform use a running plugin. */
export function reattachValue(source: string, { network, address }: PluginAddress): string {
  return JSON.stringify({
    [source]: {
      Protocol: "grpc",
      ProtocolVersion: protocolVersion,
      Pid: process.pid,
      Test: true,
      Addr: { Network: network, String: address },
    },
  });
}

function base64WithoutPadding(certificate: Buffer | undefined): string {
  return certificate?.toString("base64").replace(/=+$/, "") ?? "";
}
