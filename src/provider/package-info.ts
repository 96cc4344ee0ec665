import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The provider's source address, fully qualified, since OpenTofu resolves a short one in its own registry. */
export const providerSource = "registry.terraform.io/platform-iac/platform";

/** Replaced by the bundler in the standalone executables, which have no files beside them. */
declare const EMBEDDED_VERSION: string;

/** Returns the package's version. */
export const packageVersion = (): string =>
  typeof EMBEDDED_VERSION === "string" ? EMBEDDED_VERSION : findPackage().version;

/** Returns the directory of the package. */
export const packageRoot = (): string => findPackage().root;

/** Describes the runtime of this process. */
export function runtimeName(): string {
  const { bun, node } = process.versions;
  if (bun === undefined) return `Node.js ${node}`;
  return typeof EMBEDDED_VERSION === "string" ? `Bun ${bun} (standalone executable)` : `Bun ${bun}`;
}

/**
 * Finds the package's manifest above this file, in the sources and in the build output. That of the plugin has no name,
 * because Jest warns of several packages with one name, and a project contains a copy for each platform.
 */
export function findPackage(from = __dirname): { readonly root: string; readonly version: string } {
  const file = path.join(from, "package.json");
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  if ([manifest.name, manifest.plugin].includes("platform-iac")) return { root: from, version: manifest.version };
  const parent = path.dirname(from);
  if (parent === from) throw new Error("the manifest of platform-iac is missing");
  return findPackage(parent);
}
