import { readFileSync } from "node:fs";
import { errorCode } from "../../api";
import type { Environment } from "../../workloads";

/** CA certificates that are trusted in addition to those of Node.js. */

/** Reads a PEM file of CA certificates. A returned problem does not contain the setting's name. */
export function readCaFile(file: string): { readonly pem: string } | { readonly problem: string } {
  try {
    const pem = readFileSync(file, "utf8");
    const problem = caProblem(pem);
    return problem === undefined ? { pem } : { problem: `is invalid: ${file} ${problem}` };
  } catch (error) {
    return { problem: `cannot be read: ${file}: ${errorCode(error)}` };
  }
}

export const caProblem = (pem: string): string | undefined =>
  pem.includes("-----BEGIN CERTIFICATE-----") ? undefined : "must contain PEM certificates";

/**
 * Returns the CA certificates from PLATFORM_CA_FILE or SSL_CERT_FILE. Ignores an unusable file, because other programs
 * also use SSL_CERT_FILE.
 */
export function caFromEnvironment(env: Environment): string | undefined {
  const file = env.PLATFORM_CA_FILE || env.SSL_CERT_FILE;
  const read = file ? readCaFile(file) : undefined;
  return read && "pem" in read ? read.pem : undefined;
}
