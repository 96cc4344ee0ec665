/** Node.js error codes for certificates of an untrusted CA. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_UNTRUSTED)$/;
const invalid = /^(CERT_|ERR_TLS_CERT_|HOSTNAME_MISMATCH$)/;

/**
 * Returns why the server's certificate was rejected, from an error or one of its causes; undefined for other errors.
 */
export function certificateProblem(error: unknown): "untrusted" | "invalid" | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code = "", cause } = error as NodeJS.ErrnoException;
  if (untrusted.test(code)) return "untrusted";
  return invalid.test(code) ? "invalid" : certificateProblem(cause);
}
