/** Codes of Node.js for certificates of an authority that is not trusted. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_UNTRUSTED)$/;
const invalid = /^(CERT_|ERR_TLS_CERT_|HOSTNAME_MISMATCH$)/;

/** Why an error or one of its causes says that the server's certificate was not accepted; undefined for other errors. */
export function certificateProblem(error: unknown): "untrusted" | "invalid" | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code = "", cause } = error as NodeJS.ErrnoException;
  if (untrusted.test(code)) return "untrusted";
  return invalid.test(code) ? "invalid" : certificateProblem(cause);
}
