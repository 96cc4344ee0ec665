import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../package-info";
import { signAdHoc } from "./code-signature";
import { ownPlatform, type Runtime, runtimeFor, runtimeProgram, type StandalonePlatform } from "./runtimes";

/**
 * Builds the standalone executables: the provider with its runtime in one file, which needs nothing else on a machine.
 * Executables for all platforms are built on any of them, and equal inputs give equal bytes.
 */

export interface ExecutableOptions {
  readonly platform: StandalonePlatform;
  /** The C library of Linux; glibc by default. */
  readonly libc?: "glibc" | "musl" | undefined;
  /** The directory of the runtimes' tarballs. */
  readonly runtimes: string;
  /** The directory of the built program; the package's own by default. */
  readonly program?: string | undefined;
}

/** Returns the directory of the program's files, which the executables embed. */
export const standaloneFiles = (): string => path.join(packageRoot(), "dist", "standalone");

/** Options of Bun's compiler. The files that a runtime reads from the working directory are the user's, not ours. */
const COMPILE = [
  "--compile",
  "--bytecode",
  "--minify-syntax",
  "--minify-whitespace",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
];

/** Returns an executable. Throws an Error if the runtime cannot be obtained or the program has not been built. */
export async function buildExecutable(options: ExecutableOptions): Promise<Buffer> {
  const { platform, libc, runtimes, program = standaloneFiles() } = options;
  const entry = path.join(program, "program.cjs");
  if (!existsSync(entry)) throw new Error(`the provider has not been built: ${entry} is missing`);
  const runtime = runtimeFor(platform, libc);
  const directory = mkdtempSync(path.join(tmpdir(), "platform-standalone-"));
  try {
    const builder = await unpacked(runtimeFor(ownPlatform(), ownLibc()), runtimes, path.join(directory, "builder"));
    const target = await unpacked(runtime, runtimes, path.join(directory, "runtime"));
    const out = path.join(directory, "provider");
    const args = ["build", "program.cjs", ...COMPILE, "--target", runtime.target, "--compile-executable-path", target];
    const env = { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, TEMP: directory };
    await promisify(execFile)(builder, [...args, "--outfile", out], { cwd: program, env });
    const built = readFileSync(platform.startsWith("windows") ? `${out}.exe` : out);
    return signAdHoc(built, "terraform-provider-platform");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function unpacked(runtime: Runtime, directory: string, file: string): Promise<string> {
  const executable = process.platform === "win32" ? `${file}.exe` : file;
  writeFileSync(executable, await runtimeProgram(runtime, directory));
  chmodSync(executable, 0o755);
  return executable;
}

/** Returns the C library of this machine: the report names glibc's version where it is used. */
function ownLibc(): "glibc" | "musl" {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return process.platform === "linux" && header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}
