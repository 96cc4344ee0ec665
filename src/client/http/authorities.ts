import { readFileSync } from "node:fs";
import type { Environment } from "../../workloads";

/** Certificates of private authorities, which are trusted beside those that come with Node.js. */

/** Reads a file of certificates: gives its text, or what is wrong with it, to be read after the name of what named it. */
export function readAuthorities(file: string): { readonly pem: string } | { readonly problem: string } {
  try {
    const pem = readFileSync(file, "utf8");
    const problem = authoritiesProblem(pem);
    return problem === undefined ? { pem } : { problem: `names ${file}, which ${problem}` };
  } catch (error) {
    return { problem: `names ${file}, which cannot be read: ${(error as NodeJS.ErrnoException).code}` };
  }
}

export const authoritiesProblem = (pem: string): string | undefined =>
  pem.includes("-----BEGIN CERTIFICATE-----") ? undefined : "must contain PEM certificates";

/** What the environment trusts; nothing where its file cannot be used, since other programs share the variable. */
export function authoritiesOf(env: Environment): string | undefined {
  const file = env.PLATFORM_CA_FILE || env.SSL_CERT_FILE;
  const read = file ? readAuthorities(file) : undefined;
  return read && "pem" in read ? read.pem : undefined;
}
