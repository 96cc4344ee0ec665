import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { findPackage, providerSource } from "./package-info";

/**
 * Installs the built provider where Terraform and OpenTofu find it without a registry. Used by the command line and by
 * constructs during synthesis, so it must load quickly: it imports only Node's own modules.
 */

export { providerSource };

/** The supported platforms. The program is the same for all, but Terraform requires a directory for each. */
export const platforms = ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"] as const;

export type Platform = (typeof platforms)[number];

/** The name prefix of the executable. */
export const PROGRAM = "terraform-provider-platform";

export interface InstallOptions {
  /** The version in the directory names; the package's own by default. */
  readonly version?: string;
  /** The directory of the built plugin; the package's own by default. */
  readonly plugin?: string;
}

export interface Installation {
  readonly version: string;
  /** Absolute paths, one per platform, with identical files. */
  readonly directories: Readonly<Record<Platform, string>>;
}

/**
 * Copies the plugin into a plugin directory, such as `~/.terraform.d/plugins` or a stack's `terraform.d/plugins`.
 * Unchanged files are not touched, and changed ones are replaced atomically, so a concurrent plan finds either version.
 * Throws an Error if the plugin has not been built, and system errors if files cannot be written.
 */
export function installProvider(directory: string, options: InstallOptions = {}): Installation {
  const { version, files } = pluginFiles(options);
  const directories = Object.fromEntries(
    platforms.map((platform) => {
      const target = path.resolve(directory, ...providerSource.split("/"), version, platform);
      copyFiles(files, target);
      return [platform, target];
    }),
  ) as Record<Platform, string>;
  return { version, directories };
}

/** A file of the plugin: its source path and its installed name. */
export interface PluginFile {
  readonly path: string;
  readonly name: string;
  readonly executable: boolean;
}

/** Returns the files to install, the same for every platform. Throws an Error if the plugin has not been built. */
export function pluginFiles(options: InstallOptions = {}): { version: string; files: readonly PluginFile[] } {
  const { root, version: ownVersion } = findPackage();
  const { version = ownVersion, plugin = path.join(root, "dist", "plugin") } = options;
  if (!existsSync(path.join(plugin, PROGRAM)))
    throw new Error(`the provider has not been built: ${path.join(plugin, PROGRAM)} is missing`);
  const files = readdirSync(plugin, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({
      path: path.join(plugin, name),
      name: name === PROGRAM ? `${PROGRAM}_v${version}` : name,
      executable: name === PROGRAM,
    }));
  return { version, files };
}

function copyFiles(files: readonly PluginFile[], target: string): void {
  mkdirSync(target, { recursive: true });
  for (const { path: source, name, executable } of files) copyIfChanged(source, path.join(target, name), executable);
  // Files of an earlier build would become part of the package hash.
  for (const name of readdirSync(target))
    if (!files.some((file) => file.name === name)) rmSync(path.join(target, name), { recursive: true });
}

function copyIfChanged(source: string, target: string, executable: boolean): void {
  if (!existsSync(target) || !readFileSync(target).equals(readFileSync(source))) {
    const temporary = `${target}.${process.pid}.tmp`;
    copyFileSync(source, temporary);
    renameSync(temporary, target);
  }
  chmodSync(target, executable ? 0o755 : 0o644);
}
