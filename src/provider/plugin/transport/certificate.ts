/**
 * Creates the plugin's TLS certificate, new for each process. The DER is encoded by hand, which takes milliseconds;
 * loading a library would take longer than starting the plugin.
 */

import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface ServerCertificate {
  readonly der: Buffer;
  /** PEM. */
  readonly certificate: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

/** Creates a self-signed certificate for localhost with a new P-256 key, matching those of go-plugin. */
export function createCertificate(now: Date = new Date()): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(oid.commonName, utf8("localhost"))));
  const validity = sequence(time(now.getTime() - day), time(now.getTime() + 365 * day));
  const extensions = explicit(
    3,
    sequence(
      extension(oid.keyUsage, Buffer.from([0x03, 0x02, 0x02, 0xac]), true), // signature, encipherment, agreement, certificates
      extension(oid.extendedKeyUsage, sequence(oid.clientAuth, oid.serverAuth)),
      extension(oid.basicConstraints, sequence(boolean(true)), true), // CA:TRUE, because it signs itself
      extension(oid.subjectAltName, sequence(der(0x82, Buffer.from("localhost")))),
    ),
  );
  const body = sequence(
    explicit(0, integer(2)), // X.509 version 3
    der(0x02, positive(randomBytes(16))),
    sequence(oid.ecdsaWithSha256),
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, sequence(oid.ecdsaWithSha256), der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    der: whole,
    certificate: certificatePem(whole),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

export function certificatePem(certificate: Buffer): string {
  // No empty line may follow: OpenSSL rejects such a certificate, and its length varies with the signature's.
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const day = 86_400_000;

/** DER-encoded object identifiers. */
const oid = {
  commonName: Buffer.from("0603550403", "hex"), // 2.5.4.3
  subjectAltName: Buffer.from("0603551d11", "hex"), // 2.5.29.17
  keyUsage: Buffer.from("0603551d0f", "hex"), // 2.5.29.15
  basicConstraints: Buffer.from("0603551d13", "hex"), // 2.5.29.19
  extendedKeyUsage: Buffer.from("0603551d25", "hex"), // 2.5.29.37
  serverAuth: Buffer.from("06082b06010505070301", "hex"), // 1.3.6.1.5.5.7.3.1
  clientAuth: Buffer.from("06082b06010505070302", "hex"), // 1.3.6.1.5.5.7.3.2
  ecdsaWithSha256: Buffer.from("06082a8648ce3d040302", "hex"), // 1.2.840.10045.4.3.2
} as const;

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts));
const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, Buffer.concat(parts));
const explicit = (tag: number, content: Uint8Array): Buffer => der(0xa0 + tag, content);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));

/** UTCTime, `yymmddhhmmssZ`. */
const time = (milliseconds: number): Buffer =>
  der(0x17, Buffer.from(new Date(milliseconds).toISOString().replace(/^\d\d|[-:T]|\.\d+/g, "")));

const extension = (id: Uint8Array, value: Uint8Array, critical = false): Buffer =>
  critical ? sequence(id, boolean(true), der(0x04, value)) : sequence(id, der(0x04, value));

/** Makes random bytes a positive integer in its shortest form by setting the top bits to 01. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}
