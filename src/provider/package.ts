import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ZippableFile, zipSync } from "fflate";
import {
  type InstallOptions,
  type Platform,
  type PluginFile,
  PROGRAM,
  platforms,
  pluginFiles,
  providerSource,
} from "./install";

/**
 * Packages the built provider as a registry release or as a mirror. The same plugin results in the same bytes on every
 * machine, so that anyone can rebuild a release and compare checksums.
 */

export interface Package {
  readonly version: string;
  /** The names of the written files, relative to the directory. */
  readonly files: readonly string[];
}

/** File contents by name. */
type Contents = Readonly<Record<string, Uint8Array>>;

/**
 * Writes a release for a provider registry: a zip per platform, the manifest with the protocol version, and the
 * checksums of all, which the publisher signs. Throws an Error if the plugin has not been built, and system errors if
 * files cannot be written.
 */
export function packageProvider(directory: string, options: InstallOptions = {}): Package {
  const { version, files } = pluginFiles(options);
  const release = `${PROGRAM}_${version}`;
  const contents: Contents = {
    ...zipsByName(version, files),
    [`${release}_manifest.json`]: json({ version: 1, metadata: { protocol_versions: ["6.0"] } }),
  };
  const checksums = Object.entries(contents).map(([name, content]) => `${sha256(content)}  ${name}\n`);
  return {
    version,
    files: writeFiles(directory, { ...contents, [`${release}_SHA256SUMS`]: Buffer.from(checksums.join("")) }),
  };
}

/**
 * Writes a mirror in the layout of `terraform providers mirror`, usable as a `filesystem_mirror` in place, and as a
 * `network_mirror` behind any web server. Other versions in it are kept. Throws as {@link packageProvider}.
 */
export function mirrorProvider(directory: string, options: InstallOptions = {}): Package {
  const { version, files } = pluginFiles(options);
  const archives = zipsByName(version, files);
  const target = path.join(directory, ...providerSource.split("/"));
  const written = writeFiles(target, {
    ...archives,
    [`${version}.json`]: json({
      archives: Object.fromEntries(
        platforms.map((platform) => {
          const url = zipName(version, platform);
          return [platform, { hashes: [`zh:${sha256(archives[url]!)}`], url }];
        }),
      ),
    }),
  });
  const versions = readdirSync(target).flatMap((name) => /^(\d.*)\.json$/.exec(name)?.[1] ?? []);
  const index = { versions: Object.fromEntries(versions.sort().map((each) => [each, {}])) };
  return { version, files: [...written, ...writeFiles(target, { "index.json": json(index) })] };
}

const zipName = (version: string, platform: Platform): string => `${PROGRAM}_${version}_${platform}.zip`;

/** Returns the same zip under each platform's file name. */
function zipsByName(version: string, files: readonly PluginFile[]): Record<string, Uint8Array> {
  const zip = zipOf(files);
  return Object.fromEntries(platforms.map((platform) => [zipName(version, platform), zip]));
}

/** The earliest date of the zip format. Zip stores local time without a zone, as the Date constructor takes it. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/** The code for Unix in a zip's "version made by"; its file attributes contain the file mode. */
const MADE_BY_UNIX = 3;

function zipOf(files: readonly PluginFile[]): Uint8Array {
  const entries = files.map(({ path: source, name, executable }): [string, ZippableFile] => {
    const attrs = ((executable ? 0o100755 : 0o100644) << 16) >>> 0;
    return [name, [readFileSync(source), { os: MADE_BY_UNIX, attrs }]];
  });
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { level: 9, mtime: ZIP_EPOCH });
}

function writeFiles(directory: string, contents: Contents): string[] {
  mkdirSync(directory, { recursive: true });
  for (const [name, content] of Object.entries(contents)) writeFileSync(path.join(directory, name), content);
  return Object.keys(contents);
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
