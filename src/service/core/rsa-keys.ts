/**
 * Bounds RSA keys: the time to verify a signature grows with modulus and exponent, which untrusted clients may choose.
 */

export const MIN_MODULUS_BITS = 2048;
export const MAX_MODULUS_BITS = 4096;
export const MAX_EXPONENT_BITS = 32;

/** Returns why the size of an RSA public key is not allowed; undefined for other keys and for missing members. */
export function rsaProblem({ kty, n, e }: Readonly<Record<string, unknown>>): string | undefined {
  if (kty !== "RSA") return undefined;
  const modulus = bitsOf(n);
  if (modulus !== undefined && (modulus < MIN_MODULUS_BITS || modulus > MAX_MODULUS_BITS))
    return `has a modulus (n) of ${modulus} bits: RSA keys must have ${MIN_MODULUS_BITS} to ${MAX_MODULUS_BITS}`;
  const exponent = bitsOf(e);
  if (exponent !== undefined && exponent > MAX_EXPONENT_BITS)
    return `has a public exponent (e) of ${exponent} bits: RSA keys must have ${MAX_EXPONENT_BITS} at most`;
  return undefined;
}

/** Returns the number of bits of a base64url number, without leading zeros. */
function bitsOf(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const bytes = Buffer.from(value, "base64url");
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first - 1) * 8 + (32 - Math.clz32(bytes[first]!));
}
