import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** An installed engine: the absolute path of its program, or of the mirror's root folder. */
export interface Engine {
  readonly path: string;
}

export interface Engines {
  readonly terraform: Engine | undefined;
  readonly tofu: Engine | undefined;
  /** Present only if its Node language host is too, which our programs require. */
  readonly pulumi: Engine | undefined;
  /** A filesystem mirror that contains hashicorp/null in the release that @cdktf/provider-null requires. */
  readonly nullMirror: Engine | undefined;
  /** The directory of the runtimes of standalone executables, if it contains that of this machine. */
  readonly standalone: Engine | undefined;
  /** The folder of a PostgreSQL server's programs. */
  readonly postgresql: Engine | undefined;
  readonly gnupg: Engine | undefined;
  /** A browser for the tests of pages. */
  readonly chromium: Engine | undefined;
}

export type EngineName = keyof Engines;

const root = path.resolve(__dirname, "../..");

/**
 * The folders searched for programs, in order: the output of `npm run engines`, the npm package with Pulumi's dynamic
 * provider, the Node that runs the tests, and PATH.
 */
export const programFolders: readonly string[] = [
  path.join(root, ".engines/bin"),
  path.join(root, "node_modules/@pulumi/pulumi"),
  path.dirname(process.execPath),
  ...(process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
];

function program(name: string): Engine | undefined {
  const found = programFolders.map((folder) => path.join(folder, name)).find(isProgram);
  return found === undefined ? undefined : { path: found };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function mirrorOf(provider: string): Engine | undefined {
  const mirror = path.join(root, ".engines/mirror");
  return existsSync(path.join(mirror, provider)) ? { path: mirror } : undefined;
}

function standaloneRuntimes(): Engine | undefined {
  const directory = path.join(root, ".engines/runtimes");
  return existsSync(directory) && readdirSync(directory).some((name) => name.endsWith(".tgz"))
    ? { path: directory }
    : undefined;
}

/** Distributions keep the server's programs outside of PATH, in a folder per version. */
function postgresPrograms(): Engine | undefined {
  const home = "/usr/lib/postgresql";
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(home, version, "bin")), ...programFolders];
  const found = folders.find((folder) => ["postgres", "initdb"].every((name) => isProgram(path.join(folder, name))));
  return found === undefined ? undefined : { path: found };
}

/** The engines of this machine, looked up once. */
export const engines: Engines = {
  terraform: program("terraform"),
  tofu: program("tofu"),
  pulumi: program("pulumi-language-nodejs") && program("pulumi"),
  nullMirror: mirrorOf("registry.terraform.io/hashicorp/null"),
  standalone: standaloneRuntimes(),
  postgresql: postgresPrograms(),
  gnupg: program("gpg"),
  chromium: program("chromium"),
};
