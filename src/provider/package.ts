import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ZippableFile, zipSync } from "fflate";
import {
  builtPlugin,
  type InstallOptions,
  type Platform,
  type PluginFile,
  PROGRAM,
  platforms,
  providerSource,
} from "./install";

/**
 * Packs the built provider: as a release that a registry takes, and as a mirror. The same plugin gives the same bytes on
 * every machine, so that anyone can make a release again and compare checksums.
 */

export interface Packaged {
  readonly version: string;
  /** The files that were written, by their names in the directory. */
  readonly files: readonly string[];
}

/** Files by their names. */
type Contents = Readonly<Record<string, Uint8Array>>;

/**
 * Writes what a provider registry asks for a release: a zip for each platform, the manifest that names the protocol, and
 * the checksums of them all, which whoever publishes signs. Throws an Error when the plugin has not been built, and
 * system errors for what cannot be written.
 */
export function packageProvider(directory: string, options: InstallOptions = {}): Packaged {
  const { version, files } = builtPlugin(options);
  const release = `${PROGRAM}_${version}`;
  const contents: Contents = {
    ...zips(version, files),
    [`${release}_manifest.json`]: json({ version: 1, metadata: { protocol_versions: ["6.0"] } }),
  };
  const sums = Object.entries(contents).map(([name, content]) => `${sha256(content)}  ${name}\n`);
  return { version, files: write(directory, { ...contents, [`${release}_SHA256SUMS`]: Buffer.from(sums.join("")) }) };
}

/**
 * Writes a mirror: the layout of `terraform providers mirror`, which serves as a `filesystem_mirror` where it stands, and
 * as a `network_mirror` behind any web server. Other versions in it stay. Throws as {@link packageProvider}.
 */
export function mirrorProvider(directory: string, options: InstallOptions = {}): Packaged {
  const { version, files } = builtPlugin(options);
  const archives = zips(version, files);
  const target = path.join(directory, ...providerSource.split("/"));
  const written = write(target, {
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
  return { version, files: [...written, ...write(target, { "index.json": json(index) })] };
}

const zipName = (version: string, platform: Platform): string => `${PROGRAM}_${version}_${platform}.zip`;

/** The same zip for every platform, under the name that each one's is looked for. */
function zips(version: string, files: readonly PluginFile[]): Record<string, Uint8Array> {
  const zip = zipOf(files);
  return Object.fromEntries(platforms.map((platform) => [zipName(version, platform), zip]));
}

/** Zip's first day: archives hold the time of day without a zone, and so does a Date that is made of parts. */
const EPOCH = new Date(1980, 0, 1);

/** The Unix of a zip's "made by", whose attributes hold the mode of a file. */
const UNIX = 3;

function zipOf(files: readonly PluginFile[]): Uint8Array {
  const entries = files.map(({ path: source, name, executable }): [string, ZippableFile] => {
    const attrs = ((executable ? 0o100755 : 0o100644) << 16) >>> 0;
    return [name, [readFileSync(source), { os: UNIX, attrs }]];
  });
  const inOrder = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(inOrder), { level: 9, mtime: EPOCH });
}

function write(directory: string, contents: Contents): string[] {
  mkdirSync(directory, { recursive: true });
  for (const [name, content] of Object.entries(contents)) writeFileSync(path.join(directory, name), content);
  return Object.keys(contents);
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
