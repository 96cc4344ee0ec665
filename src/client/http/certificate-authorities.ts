import { readFileSync } from "node:fs";
import { errorCode } from "../../api";
import type { Environment } from "../../workloads";

/** CA certificates that are trusted in addition to those of Node.js. */

/** Reads a PEM file of CA certificates. A returned problem is phrased to follow the name of the setting. */
export function readCaFile(file: string): { readonly pem: string } | { readonly problem: string } {
  try {
    const pem = readFileSync(file, "utf8");
    const problem = caProblem(pem);
    return problem === undefined ? { pem } : { problem: `names ${file}, which ${problem}` };
  } catch (error) {
    return { problem: `names ${file}, which cannot be read: ${errorCode(error)}` };
  }
}

export const caProblem = (pem: string): string | undefined =>
  pem.includes("-----BEGIN CERTIFICATE-----") ? undefined : "must contain PEM certificates";

/**
 * Returns the CA certificates that the environment names; none if the file is unusable, because other programs share
 * the variable.
 */
export function caFromEnvironment(env: Environment): string | undefined {
  const file = env.PLATFORM_CA_FILE || env.SSL_CERT_FILE;
  const read = file ? readCaFile(file) : undefined;
  return read && "pem" in read ? read.pem : undefined;
}
