import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Places the built provider where Terraform and OpenTofu find it without a registry. Used by the command line, and by
 * constructs at synth, so this file is quick to load: it imports nothing but Node's own modules.
 */

/** The provider's address, written in full, since OpenTofu would look for a short one in a registry of its own. */
export const providerSource = "registry.terraform.io/platform-iac/platform";

/** The provider is one program for all of these; Terraform wants a directory for each. */
export const platforms = ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"] as const;

export type Platform = (typeof platforms)[number];

/** How the file that Terraform starts begins. */
export const PROGRAM = "terraform-provider-platform";

export interface InstallOptions {
  /** The version that the directories are named after; the package's own by default. */
  readonly version?: string;
  /** Where the built plugin stands; the package's own by default. */
  readonly plugin?: string;
}

export interface Installed {
  readonly version: string;
  /** Absolute, one for each platform. Their files are the same. */
  readonly directories: Readonly<Record<Platform, string>>;
}

/**
 * Copies the plugin below a directory of plugins, such as `~/.terraform.d/plugins` or a stack's `terraform.d/plugins`.
 * Files that are there and the same stay untouched; each of the others is replaced whole, so a plan that runs meanwhile
 * finds one or the other. Throws an Error when the plugin has not been built, and system errors for what cannot be
 * written.
 */
export function installProvider(directory: string, options: InstallOptions = {}): Installed {
  const { version, files } = builtPlugin(options);
  const directories = Object.fromEntries(
    platforms.map((platform) => {
      const target = path.resolve(directory, ...providerSource.split("/"), version, platform);
      place(files, target);
      return [platform, target];
    }),
  ) as Record<Platform, string>;
  return { version, directories };
}

/** A file of the plugin: where it stands, and what it is called where Terraform looks for it. */
export interface PluginFile {
  readonly path: string;
  readonly name: string;
  readonly executable: boolean;
}

/** What is installed, the same for every platform. Throws an Error when the plugin has not been built. */
export function builtPlugin(options: InstallOptions = {}): { version: string; files: readonly PluginFile[] } {
  const { root, version: ownVersion } = readPackage();
  const { version = ownVersion, plugin = path.join(root, "dist", "plugin") } = options;
  if (!existsSync(path.join(plugin, PROGRAM)))
    throw new Error(`the provider has not been built: there is no ${path.join(plugin, PROGRAM)}`);
  const files = readdirSync(plugin, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({
      path: path.join(plugin, name),
      name: name === PROGRAM ? `${PROGRAM}_v${version}` : name,
      executable: name === PROGRAM,
    }));
  return { version, files };
}

/** The version in the package's manifest. */
export const packageVersion = (): string => readPackage().version;

function place(files: readonly PluginFile[], target: string): void {
  mkdirSync(target, { recursive: true });
  for (const { path: source, name, executable } of files) copyIfChanged(source, path.join(target, name), executable);
  // What an earlier build left would be hashed with the rest.
  for (const name of readdirSync(target))
    if (!files.some((file) => file.name === name)) rmSync(path.join(target, name), { recursive: true });
}

function copyIfChanged(source: string, target: string, executable: boolean): void {
  if (!existsSync(target) || !readFileSync(target).equals(readFileSync(source))) {
    const beside = `${target}.${process.pid}.tmp`;
    copyFileSync(source, beside);
    renameSync(beside, target);
  }
  chmodSync(target, executable ? 0o755 : 0o644);
}

/** The package that this file belongs to: above the sources, and above what is built from them. */
function readPackage(from = __dirname): { readonly root: string; readonly version: string } {
  const file = path.join(from, "package.json");
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  if (manifest.name === "platform-iac") return { root: from, version: manifest.version };
  const parent = path.dirname(from);
  if (parent === from) throw new Error("the manifest of platform-iac is missing");
  return readPackage(parent);
}
