import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";

/**
 * OpenPGP signatures (RFC 4880, version 4) with an RSA key from a PEM file: registries for providers require them, and
 * the public one accepts RSA keys only. They contain no date of the build, so that a release can be built again.
 */

/**
 * The creation time of keys and signatures, 2020-01-01. It is part of a key's fingerprint, so changing it changes every
 * key ID.
 */
const CREATED = 1_577_836_800;

const RSA = 1;
const SHA256 = 8;
const MIN_BITS = 2048;
const USER_ID = Buffer.from("platform-iac provider release");

const tag = { signature: 2, publicKey: 6, userId: 13 } as const;
const signatureType = { binary: 0x00, certification: 0x13 } as const;
const subpacket = { created: 2, issuer: 16, keyFlags: 27, issuerFingerprint: 33 } as const;
/** May certify and sign. */
const KEY_FLAGS = 0x03;

export interface SigningKey {
  /** The key's id, as registries name it. */
  readonly keyId: string;
  /** The public key, armored. */
  readonly publicKey: string;
  /** Returns a detached signature in binary form. */
  sign(content: Uint8Array): Uint8Array;
}

/** Reads an RSA key in PEM form. Throws an Error whose message continues "the signing key …". */
export function readSigningKey(pem: string): SigningKey {
  const key = privateKey(pem);
  const { n = "", e = "" } = key.export({ format: "jwk" });
  const body = Buffer.concat([
    Buffer.from([4]),
    uint32(CREATED),
    Buffer.from([RSA]),
    integer(Buffer.from(n, "base64url")),
    integer(Buffer.from(e, "base64url")),
  ]);
  const hashed = Buffer.concat([Buffer.from([0x99]), uint16(body.length), body]);
  const fingerprint = createHash("sha1").update(hashed).digest();
  const certified = Buffer.concat([hashed, Buffer.from([0xb4]), uint32(USER_ID.length), USER_ID]);
  const signer = { key, fingerprint };
  const publicKey = [
    packet(tag.publicKey, body),
    packet(tag.userId, USER_ID),
    signaturePacket(signer, signatureType.certification, certified),
  ];
  return {
    keyId: fingerprint.subarray(-8).toString("hex").toUpperCase(),
    publicKey: armored("PUBLIC KEY BLOCK", Buffer.concat(publicKey)),
    sign: (content) => signaturePacket(signer, signatureType.binary, content),
  };
}

function privateKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    if (/ENCRYPTED/.test(pem)) throw new Error("is encrypted; remove its passphrase");
    throw new Error('is not a PEM-encoded private key; create one with "openssl genrsa -out key.pem 4096"');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== "rsa" || bits < MIN_BITS)
    throw new Error(`must be an RSA key of at least ${MIN_BITS} bits, as registries accept no others`);
  return key;
}

function signaturePacket(
  { key, fingerprint }: { readonly key: KeyObject; readonly fingerprint: Buffer },
  type: number,
  content: Uint8Array,
): Buffer {
  const flags = type === signatureType.certification ? [field(subpacket.keyFlags, Buffer.from([KEY_FLAGS]))] : [];
  const fields = Buffer.concat([
    field(subpacket.created, uint32(CREATED)),
    field(subpacket.issuerFingerprint, Buffer.concat([Buffer.from([4]), fingerprint])),
    ...flags,
  ]);
  const header = Buffer.concat([Buffer.from([4, type, RSA, SHA256]), uint16(fields.length), fields]);
  const signed = Buffer.concat([content, header, Buffer.from([4, 0xff]), uint32(header.length)]);
  const issuer = field(subpacket.issuer, fingerprint.subarray(-8));
  return packet(
    tag.signature,
    Buffer.concat([
      header,
      uint16(issuer.length),
      issuer,
      createHash("sha256").update(signed).digest().subarray(0, 2),
      integer(sign("sha256", signed, key)),
    ]),
  );
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Encodes a positive integer without leading zeros, after its number of bits. */
function integer(value: Buffer): Buffer {
  const digits = value.subarray(value.findIndex((byte) => byte !== 0));
  return Buffer.concat([uint16(digits.length * 8 - Math.clz32(digits[0]!) + 24), digits]);
}

/** Encodes a packet, with a length in four bytes. */
const packet = (type: number, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0xc0 | type, 0xff]), uint32(body.length), body]);

/** Encodes a subpacket, whose length is below 192. */
const field = (type: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([content.length + 1, type]), content]);

function armored(title: string, content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
  const checksum = `=${checksumOf(content).toString("base64")}`;
  return [`-----BEGIN PGP ${title}-----`, "", ...lines, checksum, `-----END PGP ${title}-----`, ""].join("\n");
}

/** Returns the CRC-24 of RFC 4880. */
function checksumOf(content: Buffer): Buffer {
  let crc = 0xb704ce;
  for (const byte of content) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x800000 ? (crc << 1) ^ 0x1864cfb : crc << 1;
  }
  return Buffer.from([(crc >> 16) & 0xff, (crc >> 8) & 0xff, crc & 0xff]);
}
