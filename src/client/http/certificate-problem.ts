import { errorCode } from "../../api";
import { objectOrEmpty } from "../../model";

/** Node.js error codes for certificates of an untrusted CA. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_UNTRUSTED)$/;
const invalid = /^(CERT_|ERR_TLS_CERT_|HOSTNAME_MISMATCH$)/;

/**
 * Returns why the server's certificate was rejected, from an error or one of its causes; undefined for other errors.
 */
export function certificateProblem(error: unknown): "untrusted" | "invalid" | undefined {
  const code = errorCode(error);
  if (untrusted.test(code)) return "untrusted";
  if (invalid.test(code)) return "invalid";
  const { cause } = objectOrEmpty(error);
  return cause === undefined ? undefined : certificateProblem(cause);
}
