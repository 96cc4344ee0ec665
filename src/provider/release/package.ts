import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type InstallOptions, PROGRAM, platforms, pluginFiles } from "../install";
import { providerSource } from "../package-info";
import { buildExecutable } from "./executable";
import { standaloneNotices } from "./notices";
import type { SigningKey } from "./openpgp";
import { type StandalonePlatform, standalonePlatforms } from "./runtimes";
import { type PackedFile, zipOf } from "./zip";

export interface PackageOptions extends InstallOptions {
  /**
   * What is packaged: executables that contain their runtime, or the files for Node.js, which are the same on every
   * platform and much smaller. "node" by default.
   */
  readonly program?: "standalone" | "node" | undefined;
  /** All platforms of the program by default. */
  readonly platforms?: readonly string[] | undefined;
  /** The C library of Linux executables. */
  readonly libc?: "glibc" | "musl" | undefined;
  /** The directory of the runtimes' tarballs. Required for executables. */
  readonly runtimes?: string | undefined;
}

export interface ReleaseOptions extends PackageOptions {
  /** Signs the checksums. */
  readonly signingKey?: SigningKey | undefined;
}

export interface Package {
  readonly version: string;
  readonly platforms: readonly string[];
  /** The names of the written files, relative to the directory. */
  readonly files: readonly string[];
}

/** File contents by name. */
type Contents = Readonly<Record<string, Uint8Array>>;

/**
 * Writes a release for a provider registry: a zip per platform, the manifest with the protocol version, the checksums of
 * all and, with a signing key, their signature and its public key. Throws an Error if the plugin has not been
 * built or a runtime cannot be obtained, and system errors if files cannot be written.
 */
export async function packageProvider(directory: string, options: ReleaseOptions = {}): Promise<Package> {
  const { signingKey: key } = options;
  const { version, archives } = await archivesOf(options);
  const release = `${PROGRAM}_${version}`;
  const contents: Contents = {
    ...Object.fromEntries([...archives.values()].map(({ name, zip }) => [name, zip])),
    [`${release}_manifest.json`]: json({ version: 1, metadata: { protocol_versions: ["6.0"] } }),
  };
  const lines = Object.entries(contents).map(([name, content]) => `${sha256(content)}  ${name}\n`);
  const checksums = Buffer.from(lines.join(""));
  const signed: Contents = key
    ? {
        [`${release}_SHA256SUMS.sig`]: key.sign(checksums),
        [`${release}_signing_key.asc`]: Buffer.from(key.publicKey),
      }
    : {};
  const files = writeFiles(directory, { ...contents, [`${release}_SHA256SUMS`]: checksums, ...signed });
  return { version, platforms: [...archives.keys()], files };
}

/**
 * Writes a mirror in the layout of `terraform providers mirror`, usable as a `filesystem_mirror` in place, and as a
 * `network_mirror` behind any web server. Other versions in it are kept. Throws the same errors as {@link
 * packageProvider}.
 */
export async function mirrorProvider(directory: string, options: PackageOptions = {}): Promise<Package> {
  const { version, archives } = await archivesOf(options);
  const target = path.join(directory, ...providerSource.split("/"));
  const entries = [...archives].map(([platform, { name, zip, files }]) => {
    const hashes = [`h1:${packageHash(files)}`, `zh:${sha256(zip)}`];
    return [platform, { hashes, url: name }] as const;
  });
  const written = writeFiles(target, {
    ...Object.fromEntries([...archives.values()].map(({ name, zip }) => [name, zip])),
    [`${version}.json`]: json({ archives: Object.fromEntries(entries) }),
  });
  const versions = readdirSync(target).flatMap((name) => /^(\d.*)\.json$/.exec(name)?.[1] ?? []);
  const index = { versions: Object.fromEntries(versions.sort().map((each) => [each, {}])) };
  const files = [...written, ...writeFiles(target, { "index.json": json(index) })];
  return { version, platforms: [...archives.keys()], files };
}

interface Archive {
  readonly name: string;
  readonly zip: Uint8Array;
  readonly files: readonly PackedFile[];
}

async function archivesOf(options: PackageOptions): Promise<{ version: string; archives: Map<string, Archive> }> {
  const { version, files } = pluginFiles(options);
  const all: readonly string[] = options.program === "standalone" ? standalonePlatforms : platforms;
  const chosen = all.filter((platform) => options.platforms?.includes(platform) ?? true);
  const archives = new Map<string, Archive>();
  let forNode: { files: readonly PackedFile[]; zip: Uint8Array } | undefined;
  for (const platform of chosen) {
    const name = `${PROGRAM}_${version}_${platform}.zip`;
    if (options.program === "standalone") {
      const packed = await standaloneFilesOf(platform as StandalonePlatform, version, options);
      archives.set(platform, { name, files: packed, zip: zipOf(packed) });
    } else {
      forNode ??= zipped(files.map((file) => ({ ...file, content: readFileSync(file.path) })));
      archives.set(platform, { name, ...forNode });
    }
  }
  return { version, archives };
}

const zipped = (files: readonly PackedFile[]) => ({ files, zip: zipOf(files) });

async function standaloneFilesOf(
  platform: StandalonePlatform,
  version: string,
  { libc, runtimes }: PackageOptions,
): Promise<readonly PackedFile[]> {
  if (runtimes === undefined)
    throw new Error("runtimes, the directory of runtimes, is required for standalone executables");
  const suffix = platform.startsWith("windows") ? ".exe" : "";
  const content = await buildExecutable({ platform, libc, runtimes });
  const notices = standaloneNotices(platform, libc);
  return [
    { name: `${PROGRAM}_v${version}${suffix}`, content, executable: true },
    ...Object.entries(notices).map(([name, text]) => ({ name, content: Buffer.from(text), executable: false })),
  ];
}

function writeFiles(directory: string, contents: Contents): string[] {
  mkdirSync(directory, { recursive: true });
  for (const [name, content] of Object.entries(contents)) writeFileSync(path.join(directory, name), content);
  return Object.keys(contents);
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Returns Terraform's hash of a package's files, `h1`, without its prefix. */
function packageHash(files: readonly PackedFile[]): string {
  const lines = files.map(({ name, content }) => [name, `${sha256(content)}  ${name}\n`] as const);
  const sorted = lines.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  return createHash("sha256").update(sorted.join("")).digest("base64");
}
