import { createPublicKey, type JsonWebKey } from "node:crypto";

/** A member of a JSON Web Key Set, as parsed from JSON. */
export type PublicKey = Readonly<Record<string, unknown>>;

interface Curve {
  readonly kty: "EC" | "OKP";
  /** The length of a coordinate. */
  readonly bytes: number;
  readonly coordinates: readonly ("x" | "y")[];
  readonly algorithms: readonly string[];
}

const curves: Readonly<Record<string, Curve>> = {
  "P-256": { kty: "EC", bytes: 32, coordinates: ["x", "y"], algorithms: ["ES256"] },
  "P-384": { kty: "EC", bytes: 48, coordinates: ["x", "y"], algorithms: ["ES384"] },
  "P-521": { kty: "EC", bytes: 66, coordinates: ["x", "y"], algorithms: ["ES512"] },
  Ed25519: { kty: "OKP", bytes: 32, coordinates: ["x"], algorithms: ["EdDSA", "Ed25519"] },
};

const rsaAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];

/**
 * The signature algorithms of accepted tokens: asymmetric ones only, because a public key must never verify as a shared
 * secret.
 */
export const signatureAlgorithms: readonly string[] = [
  ...curvesOf("EC").flatMap(([, { algorithms }]) => algorithms),
  ...rsaAlgorithms,
  ...curvesOf("OKP").flatMap(([, { algorithms }]) => algorithms),
];

/** RSA keys are bounded: the time to verify a signature grows with modulus and exponent, which issuers choose. */
const MIN_MODULUS_BITS = 2048;
const MAX_MODULUS_BITS = 4096;
const MAX_EXPONENT_BITS = 32;

/** The maximum length of a key's `kid` in an error, in characters. */
const MAX_KID = 100;

/** Returns why a key set is rejected: the first key that cannot verify tokens. Undefined if all keys can. */
export function keySetProblem(jwks: string): string | undefined {
  const { keys } = JSON.parse(jwks) as { readonly keys: readonly PublicKey[] };
  for (const [index, key] of keys.entries()) {
    const problem = publicKeyProblem(key);
    if (problem === undefined) continue;
    const kid = typeof key.kid === "string" ? ` (kid ${JSON.stringify(key.kid.slice(0, MAX_KID))})` : "";
    return `is not accepted: keys[${index}]${kid} ${problem}`;
  }
  return undefined;
}

/** Returns why tokens cannot be verified with a key; undefined if they can. Members may be undefined. */
export function publicKeyProblem(key: PublicKey): string | undefined {
  const { kty, crv } = key;
  if (kty === "RSA") return materialProblem(key, ["n", "e"]) ?? rsaProblem(key) ?? purposeProblem(key, rsaAlgorithms);
  if (kty !== "EC" && kty !== "OKP")
    return `has the key type (kty) ${formatValue(kty)}, which must be "EC", "OKP" or "RSA"`;
  const known = curvesOf(kty);
  const [name, curve] = known.find(([each]) => each === crv) ?? [];
  if (name === undefined || curve === undefined) {
    const names = known.map(([each]) => each);
    return `has the curve (crv) ${formatValue(crv)}, which must be ${joinWithOr(names)} for the key type ${kty}`;
  }
  return (
    materialProblem(key, curve.coordinates) ?? pointProblem(key, name, curve) ?? purposeProblem(key, curve.algorithms)
  );
}

/** Returns why an RSA public key is not allowed; undefined for other keys and for missing members. */
export function rsaProblem({ kty, n, e }: PublicKey): string | undefined {
  if (kty !== "RSA") return undefined;
  const modulus = bitsOf(n);
  if (modulus !== undefined && (modulus < MIN_MODULUS_BITS || modulus > MAX_MODULUS_BITS))
    return `has a modulus (n) of ${modulus} bits: RSA keys must have ${MIN_MODULUS_BITS} to ${MAX_MODULUS_BITS}`;
  const exponent = bitsOf(e);
  if (exponent !== undefined && exponent > MAX_EXPONENT_BITS)
    return `has a public exponent (e) of ${exponent} bits: at most ${MAX_EXPONENT_BITS} bits are allowed`;
  // With exponent 1, the signature equals the message. RSA exponents and moduli are always odd.
  if (exponent !== undefined && (exponent < 2 || isEven(e)))
    return "has an invalid public exponent (e): it must be odd and greater than 1, usually 65537 (AQAB)";
  return modulus !== undefined && isEven(n) ? "has an even modulus (n), so it is not a valid RSA key" : undefined;
}

/** Returns which member of the key itself is missing, or that the key is not public. */
function materialProblem(key: PublicKey, names: readonly string[]): string | undefined {
  const missing = names.filter((name) => typeof key[name] !== "string" || key[name] === "");
  if (missing.length > 0)
    return `is incomplete: it must have ${names.join(" and ")}, but has no ${missing.join(" and no ")}`;
  return key.d === undefined ? undefined : "is a private key";
}

/** Returns why the coordinates of a key are not a point on its curve. */
function pointProblem(key: PublicKey, name: string, { kty, bytes, coordinates }: Curve): string | undefined {
  // Verifiers import keys in the same way, and tolerate padding and absent or additional leading zeros.
  if (isImportable(key)) return kty === "EC" || isOnEd25519(bytesOf(key.x)) ? undefined : notOnCurve(name, coordinates);
  const wrong = coordinates.find((each) => bytesOf(key[each]).length !== bytes);
  if (wrong === undefined) return notOnCurve(name, coordinates);
  const { length } = bytesOf(key[wrong]);
  return `has ${wrong === "x" ? "an" : "a"} ${wrong} coordinate of ${length} byte${length === 1 ? "" : "s"}; ${name} requires ${bytes}`;
}

const notOnCurve = (curve: string, coordinates: readonly string[]): string =>
  `is not a point on the curve ${curve}; check that ${coordinates.join(" and ")} ${coordinates.length > 1 ? "were" : "was"} copied completely`;

function isImportable(key: PublicKey): boolean {
  try {
    createPublicKey({ key: key as JsonWebKey, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** Returns why verifiers ignore a key: its `use`, `key_ops`, `alg` or `ext` (RFC 7517, section 4). */
function purposeProblem(key: PublicKey, algorithms: readonly string[]): string | undefined {
  const { use, alg, ext, key_ops: operations } = key;
  if (use !== undefined && use !== "sig")
    return `has the use ${formatValue(use)}, which must be "sig" or absent: remove keys that are not used for signing`;
  if (operations !== undefined && JSON.stringify(operations) !== '["verify"]')
    return `has the key_ops ${formatValue(operations)}, which must be ["verify"] or absent`;
  if (alg !== undefined && !algorithms.some((each) => each === alg))
    return `has the algorithm (alg) ${formatValue(alg)}, which must be ${joinWithOr(algorithms)} for this key, or absent`;
  return ext === undefined || typeof ext === "boolean" ? undefined : "has an ext member that is not a boolean";
}

function curvesOf(kty: Curve["kty"]): (readonly [name: string, curve: Curve])[] {
  return Object.entries(curves).filter(([, curve]) => curve.kty === kty);
}

/** The maximum length of a shown value, in characters. */
const MAX_SHOWN = 60;

const formatValue = (value: unknown): string =>
  value === undefined ? "none" : JSON.stringify(value).slice(0, MAX_SHOWN);

const joinWithOr = (values: readonly string[]): string =>
  values
    .map((value) => JSON.stringify(value))
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");

/** Returns the bytes of a member, which is base64url text; none for any other value. */
const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === "string" ? value : "", "base64url");

const isEven = (value: unknown): boolean => ((bytesOf(value).at(-1) ?? 0) & 1) === 0;

/** Returns the number of bits of a base64url number, without leading zeros. */
function bitsOf(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const bytes = bytesOf(value);
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first - 1) * 8 + (32 - Math.clz32(bytes[first] ?? 0));
}

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Reports whether an Ed25519 public key is a point on the curve (RFC 8032, section 5.1.3), which an import does not
 * check: x² = (y² - 1) / (dy² + 1) has a root.
 */
function isOnEd25519(key: Buffer): boolean {
  const squared = (BigInt(`0x${Buffer.from(key).reverse().toString("hex")}`) % 2n ** 255n) ** 2n % P;
  return power((squared - 1n) * (D * squared + 1n), (P - 1n) / 2n) <= 1n;
}

/** Returns a power modulo {@link P}. */
function power(base: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, ((base % P) + P) % P];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}
