import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { platforms } from "../../provider/install";
import { providerSource } from "../../provider/package-info";
import { readSigningKey, type SigningKey } from "../../provider/release/openpgp";
import { mirrorProvider, packageProvider } from "../../provider/release/package";
import { standalonePlatforms } from "../../provider/release/runtimes";
import { CommandFailure, describeSystemError, withOperation } from "../failure";
import type { Output } from "../output";

export interface ProviderPackageOptions {
  readonly out: string;
  readonly layout: "release" | "mirror";
  readonly program: "standalone" | "node";
  readonly platform?: readonly string[];
  readonly libc: "glibc" | "musl";
  readonly runtimes?: string;
  readonly signingKey?: string;
}

/** Returns the directory in which downloaded runtimes are kept. */
const defaultRuntimes = () =>
  path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "platform-iac", "runtimes");

export async function providerPackage(options: ProviderPackageOptions, output: Output): Promise<void> {
  checkOptions(options);
  const { layout, program, libc, platform, runtimes = defaultRuntimes(), signingKey } = options;
  const directory = path.resolve(options.out);
  const given = { program, libc, platforms: platform, runtimes: path.resolve(runtimes) };
  const written = await withOperation(`package the provider in ${directory}`, () =>
    layout === "mirror"
      ? mirrorProvider(directory, given)
      : packageProvider(directory, {
          ...given,
          signingKey: signingKey === undefined ? undefined : readKey(signingKey),
        }),
  );
  const done = `${providerSource} ${written.version} is packaged in ${directory} for ${written.platforms.join(", ")}`;
  output.stdout(`${done}\n`);
}

function checkOptions({ layout, program, platform, libc, signingKey }: ProviderPackageOptions): void {
  const allowed: readonly string[] = program === "node" ? platforms : standalonePlatforms;
  for (const each of platform ?? [])
    if (!allowed.includes(each))
      throw new CommandFailure(
        `--platform ${each}: not supported by --program ${program}; allowed: ${allowed.join(", ")}`,
      );
  if (libc === "musl" && program === "node")
    throw new CommandFailure("--libc cannot be used with --program node, which contains no runtime");
  if (signingKey !== undefined && layout === "mirror")
    throw new CommandFailure("--signing-key cannot be used with --layout mirror, because mirrors have no signatures");
}

function readKey(file: string): SigningKey {
  try {
    return readSigningKey(readFileSync(file, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `--signing-key ${file} ${code ? `cannot be read: ${describeSystemError(code)}` : message}`,
    );
  }
}
