import { readFileSync } from "node:fs";
import { createSecureContext, type Server } from "node:tls";
import { errorCode, errorMessage } from "../../api";
import type { Log } from "./log";

/** PEM files: a certificate, followed by its intermediate certificates, and its private key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** How often the files are checked; renewals replace one file after the other. */
const POLL_MS = 5000;

/** Reads certificate and key. Throws an error that names the unreadable file, or says that the two do not match. */
export function readCertificate({ certificate, key }: CertificateFiles): Pair {
  const pair = { cert: textOf("certificate", certificate), key: textOf("private key", key) };
  try {
    createSecureContext(pair);
  } catch {
    throw new Error(`${certificate} and ${key} must be a PEM certificate and its private key`);
  }
  return pair;
}

function textOf(what: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`the ${what} in ${file} cannot be read: ${errorCode(cause)}`, { cause });
  }
}

/**
 * Reloads the certificate as soon as the files contain a new matching pair. Until then, keeps the previous one and logs
 * why. Open connections keep theirs. Returns a function that stops watching.
 */
export function watchCertificate(server: Server, files: CertificateFiles, log: Log, pollMs = POLL_MS): () => void {
  let known = contentsOf(files);
  const look = () => {
    const now = contentsOf(files);
    if (now === known) return;
    known = now;
    try {
      server.setSecureContext(readCertificate(files));
      log({ event: "certificate reloaded" });
    } catch (error) {
      log({
        level: "error",
        event: "failed to reload the certificate",
        problem: errorMessage(error),
      });
    }
  };
  const timer = setInterval(look, pollMs).unref();
  return () => clearInterval(timer);
}

function contentsOf({ certificate, key }: CertificateFiles): string {
  try {
    return readFileSync(certificate, "utf8") + readFileSync(key, "utf8");
  } catch (error) {
    return String(error);
  }
}
