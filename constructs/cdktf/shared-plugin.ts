import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import type { ISynthesisSession } from "cdktf";
import { type Installation, installProvider, providerSource } from "../../src/provider/install";
import { packageHash } from "./package-hash";

/** The plugin of an app: one copy in the output directory, to which the plugin directory of each stack is a link. */
export interface SharedPlugin {
  readonly version: string;
  /** The hash of its files, as in lock files. */
  readonly hash: string;
  /** Makes the plugin available in the directory of a stack. */
  linkTo(stackDirectory: string): void;
}

/** Next to `stacks`, where CDKTF removes nothing. */
const DIRECTORY = "platform-plugins";

const plugins = new WeakMap<ISynthesisSession, SharedPlugin>();

/** Writes the plugin into the output directory, once for each synthesis. */
export function sharedPlugin(session: ISynthesisSession): SharedPlugin {
  const known = plugins.get(session);
  if (known) return known;
  const directory = path.resolve(session.outdir, DIRECTORY);
  const installation = installProvider(directory);
  shareFiles(installation);
  const { version, directories } = installation;
  const plugin = {
    version,
    hash: packageHash(directories.linux_amd64),
    linkTo: (stackDirectory: string) => link(path.resolve(stackDirectory, "terraform.d/plugins"), directory),
  };
  plugins.set(session, plugin);
  return plugin;
}

/** Replaces the identical copies for the other platforms with hard links where supported. */
function shareFiles({ directories }: Installation): void {
  const [first, ...others] = Object.values(directories);
  for (const name of readdirSync(first!))
    for (const other of others) {
      const [from, to] = [path.join(first!, name), path.join(other, name)];
      if (statSync(from).ino === statSync(to).ino) continue;
      const temporary = `${to}.${process.pid}.tmp`;
      try {
        linkSync(from, temporary);
        renameSync(temporary, to);
      } catch {
        // The copy works too. Some file systems have no hard links.
        rmSync(temporary, { force: true });
      }
    }
}

/**
 * Links a stack's plugin directory to the shared one. Terraform and OpenTofu follow only this link, none below it. If
 * there are other plugins in the directory, or links are not supported, the plugin is copied instead.
 */
function link(plugins: string, shared: string): void {
  const target = path.relative(path.dirname(plugins), shared);
  if (targetOf(plugins) === target) return;
  removeOwnCopy(plugins);
  try {
    mkdirSync(path.dirname(plugins), { recursive: true });
    const temporary = `${plugins}.${process.pid}.tmp`;
    rmSync(temporary, { force: true });
    symlinkSync(target, temporary, "dir");
    renameSync(temporary, plugins);
  } catch {
    rmSync(`${plugins}.${process.pid}.tmp`, { force: true });
    installProvider(plugins);
  }
}

const targetOf = (file: string): string | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined;

/** Removes what earlier versions of this package copied into a plugin directory, and the directory if it is then empty. */
function removeOwnCopy(plugins: string): void {
  if (!lstatSync(plugins, { throwIfNoEntry: false })?.isDirectory()) return;
  const [host = "", namespace = "", name = ""] = providerSource.split("/");
  rmSync(path.join(plugins, host, namespace, name), { recursive: true, force: true });
  for (const directory of [path.join(plugins, host, namespace), path.join(plugins, host), plugins]) {
    if (lstatSync(directory, { throwIfNoEntry: false }) && readdirSync(directory).length > 0) return;
    try {
      rmdirSync(directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
