import { generateKeyPairSync } from "node:crypto";
import { createLocalJWKSet, type JWK } from "jose";
import { keySetProblem, type PublicKey, publicKeyProblem, signatureAlgorithms } from "../../src/model";

const exported = (pair: { publicKey: { export(options: { format: "jwk" }): object } }) =>
  pair.publicKey.export({ format: "jwk" }) as Readonly<Record<string, string>>;
const ec = (namedCurve: string) => exported(generateKeyPairSync("ec", { namedCurve }));
const rsaOf = (modulusLength: number) => exported(generateKeyPairSync("rsa", { modulusLength }));
const p256 = ec("P-256");
const ed25519 = exported(generateKeyPairSync("ed25519"));
const rsa = rsaOf(2048);
const changed = (text: string, change: (bytes: Buffer) => Buffer | undefined) => {
  const bytes = Buffer.from(text, "base64url");
  return (change(bytes) ?? bytes).toString("base64url");
};
const flipped = (text: string) =>
  changed(text, (bytes) => {
    bytes[bytes.length - 1]! ^= 2;
    return undefined;
  });

const usable: Readonly<Record<string, PublicKey>> = {
  "P-256": p256,
  "P-384": ec("P-384"),
  "P-521": ec("P-521"),
  Ed25519: ed25519,
  "RSA of 2048 bits": rsa,
  "a use, an algorithm and operations": { ...p256, use: "sig", alg: "ES256", key_ops: ["verify"], ext: true, kid: "a" },
  "undefined members": { ...ed25519, use: undefined, alg: undefined, d: undefined },
  "the algorithm Ed25519": { ...ed25519, alg: "Ed25519" },
  "RSA-PSS": { ...rsa, alg: "PS512" },
  "a leading zero": { ...rsa, n: changed(rsa.n!, (bytes) => Buffer.concat([Buffer.alloc(1), bytes])) },
  padding: { ...p256, x: `${p256.x}=` },
};

const unusable: Readonly<Record<string, readonly [PublicKey, string]>> = {
  "an unknown type": [{ kty: "oct" }, 'has the key type (kty) "oct", which must be "EC", "OKP" or "RSA"'],
  "short coordinates": [{ ...p256, x: "AA", y: "AA" }, "has an x coordinate of 1 byte; P-256 requires 32"],
  "a missing coordinate": [{ ...p256, y: undefined }, "is incomplete: it must have x and y, but has no y"],
  "coordinates off the curve": [{ ...p256, y: flipped(p256.y!) }, "is not a point on the curve P-256"],
  "the point of another curve": [{ ...p256, crv: "P-384" }, "has an x coordinate of 32 bytes; P-384 requires 48"],
  "an unknown curve": [{ ...p256, crv: "P-999" }, 'curve (crv) "P-999", which must be "P-256", "P-384" or "P-521"'],
  "a curve of another type": [{ ...ed25519, kty: "EC" }, 'has the curve (crv) "Ed25519"'],
  "no curve": [{ kty: "EC" }, "has the curve (crv) none"],
  "an encryption curve": [{ ...ed25519, crv: "X25519" }, 'which must be "Ed25519" for the key type OKP'],
  Ed448: [exported(generateKeyPairSync("ed448")), 'has the curve (crv) "Ed448"'],
  "a short Ed25519 key": [
    { kty: "OKP", crv: "Ed25519", x: "AAAA" },
    "has an x coordinate of 3 bytes; Ed25519 requires 32",
  ],
  "a small modulus": [rsaOf(1024), "has a modulus (n) of 1024 bits: RSA keys must have 2048 to 4096"],
  "no exponent": [{ ...rsa, e: undefined }, "is incomplete: it must have n and e, but has no e"],
  "another use": [{ ...p256, use: "enc" }, 'has the use "enc", which must be "sig" or absent'],
  "other operations": [{ ...p256, key_ops: ["encrypt"] }, 'has the key_ops ["encrypt"], which must be ["verify"]'],
  "more operations": [{ ...rsa, key_ops: ["sign", "verify"] }, 'has the key_ops ["sign","verify"]'],
  "another key's algorithm": [{ ...p256, alg: "ES384" }, '(alg) "ES384", which must be "ES256" for this key'],
  "an encryption algorithm": [{ ...rsa, alg: "RSA-OAEP" }, 'has the algorithm (alg) "RSA-OAEP"'],
  "a string as ext": [{ ...p256, ext: "yes" }, "has an ext member that is not a boolean"],
};

/** Keys that the verifier imports, although no signature verifies with them, or any does. */
const imported: Readonly<Record<string, readonly [PublicKey, string]>> = {
  "an Ed25519 key off the curve": [
    { ...ed25519, x: changed(ed25519.x!, () => Buffer.concat([Buffer.from([2]), Buffer.alloc(31)])) },
    "is not a point on the curve Ed25519",
  ],
  "exponent 1": [{ ...rsa, e: "AQ" }, "has an invalid public exponent (e)"],
  "an even modulus": [{ ...rsa, n: `${rsa.n!.slice(0, -2)}AA` }, "has an even modulus (n)"],
};

/** Reports whether the library that verifies tokens can use a key for one of the accepted algorithms. */
async function verifies(key: PublicKey): Promise<boolean> {
  for (const alg of signatureAlgorithms)
    try {
      await createLocalJWKSet({ keys: [key as JWK] })({ alg });
      return true;
    } catch {}
  return false;
}

test.each(Object.entries(usable))("accepts a key with %s, as the verifier does", async (_, key) => {
  expect(publicKeyProblem(key)).toBeUndefined();
  expect(await verifies(key)).toBe(true);
});

test.each(Object.entries(unusable))("rejects a key with %s, as the verifier does", async (_, [key, problem]) => {
  expect(publicKeyProblem(key)).toContain(problem);
  // The verifier ignores small RSA keys before the library reads them.
  if (!problem.includes("modulus")) expect(await verifies(key)).toBe(false);
});

test.each(Object.entries(imported))("rejects a key with %s", (_, [key, problem]) => {
  expect(publicKeyProblem(key)).toContain(problem);
});

test("accepts every generated Ed25519 key", () => {
  for (let count = 0; count < 50; count++)
    expect(publicKeyProblem(exported(generateKeyPairSync("ed25519")))).toBeUndefined();
});

test("names the first unusable key of a set by its index and kid", () => {
  const problem = (...keys: PublicKey[]) => keySetProblem(JSON.stringify({ keys }));
  expect(problem(p256, ed25519)).toBeUndefined();
  expect(problem(p256, { ...ed25519, x: "AAAA" })).toMatch(
    /^is not accepted: keys\[1\] has an x coordinate of 3 bytes/,
  );
  expect(problem({ ...rsa, use: "enc", kid: "b" }, p256)).toMatch(
    /^is not accepted: keys\[0\] \(kid "b"\) has the use/,
  );
});
