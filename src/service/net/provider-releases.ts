import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** Signed releases of a Terraform provider in a directory, as `platformctl provider package` writes them. */

export interface ProviderReleases {
  /** The directory with the files of one or more versions. */
  readonly directory: string;
  /** The provider's source address without the host. */
  readonly namespace: string;
  readonly type: string;
}

export interface Release {
  readonly version: string;
  /** The versions of the plugin protocol. */
  readonly protocols: readonly string[];
  readonly packages: readonly ReleasePackage[];
  /** The names of the checksums and their signature. */
  readonly checksums: string;
  readonly signature: string;
  readonly key: { readonly key_id: string; readonly ascii_armor: string };
}

export interface ReleasePackage {
  readonly os: string;
  readonly arch: string;
  readonly file: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

/** The parts of a release besides its packages; a version is served once it has all of them. */
const parts = ["SHA256SUMS", "SHA256SUMS.sig", "signing_key.asc", "manifest.json"] as const;

/** Reads the complete releases. New ones are found without a restart. Throws system errors. */
export function readReleases({ directory, type }: ProviderReleases): readonly Release[] {
  const files = new Set(
    readdirSync(directory, { withFileTypes: true })
      .filter(isFile)
      .map(({ name }) => name),
  );
  const prefix = `terraform-provider-${type}_`;
  const checksums = [...files].filter((name) => name.startsWith(prefix) && name.endsWith("_SHA256SUMS"));
  return checksums.flatMap((name) => {
    const version = name.slice(prefix.length, -"_SHA256SUMS".length);
    const named = (part: string) => `${prefix}${version}_${part}`;
    if (!parts.every((part) => files.has(named(part)))) return [];
    const read = (part: string) => readFileSync(path.join(directory, named(part)), "utf8");
    const packages = packagesIn(read("SHA256SUMS"), named(""))
      .filter(({ file }) => files.has(file))
      .map((each) => ({ ...each, size: statSync(path.join(directory, each.file)).size }));
    const armor = read("signing_key.asc");
    return [
      {
        version,
        protocols: JSON.parse(read("manifest.json")).metadata.protocol_versions,
        packages,
        checksums: name,
        signature: named("SHA256SUMS.sig"),
        key: { key_id: keyIdOf(armor), ascii_armor: armor },
      },
    ];
  });
}

/** Throws an Error that names what is missing if the directory contains no complete release, and system errors. */
export function checkReleases(releases: ProviderReleases): void {
  if (readReleases(releases).length > 0) return;
  const names = parts.map((part) => `terraform-provider-${releases.type}_VERSION_${part}`).join(", ");
  throw new Error(`${releases.directory} contains no signed release: a version needs its zips, ${names}`);
}

/** Links too: releases are often deployed as links. */
const isFile = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink();

const packagesIn = (checksums: string, prefix: string): Omit<ReleasePackage, "size">[] =>
  checksums.split("\n").flatMap((line) => {
    const [sha256 = "", file = ""] = line.split(/ [ *]/);
    const [, os = "", arch = ""] = /^([a-z0-9]+)_([a-z0-9]+)\.zip$/.exec(file.slice(prefix.length)) ?? [];
    return file.startsWith(prefix) && os ? [{ os, arch, file, sha256 }] : [];
  });

/** Registries name a key by its id, which clients only show; they verify with the key itself. */
function keyIdOf(armor: string): string {
  const [, body = ""] = /\n\n([^-]*?)\n(?:=[^\n]*\n)?-----END/s.exec(armor.replaceAll("\r", "")) ?? [];
  const bytes = Buffer.from(body, "base64");
  const packet = firstPacket(bytes);
  const hashed = Buffer.concat([Buffer.from([0x99, packet.length >> 8, packet.length & 0xff]), packet]);
  return createHash("sha1").update(hashed).digest("hex").slice(-16).toUpperCase();
}

/** Returns the body of the first OpenPGP packet: the public key. */
function firstPacket(bytes: Buffer): Buffer {
  const [tag = 0, first = 0] = bytes;
  const at = (start: number, length: number) => bytes.subarray(start, start + length);
  if (tag & 0x40) {
    if (first < 192) return at(2, first);
    if (first < 255) return at(3, ((first - 192) << 8) + bytes.readUInt8(2) + 192);
    return at(6, bytes.readUInt32BE(2));
  }
  const size = 1 << (tag & 3);
  return at(1 + size, bytes.readUIntBE(1, size));
}
