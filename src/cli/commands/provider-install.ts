import { homedir } from "node:os";
import path from "node:path";
import { installProvider, platforms, providerSource } from "../../provider/install";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";

/** Returns the directory where Terraform and OpenTofu look for providers by default. */
const defaultDirectory = () => path.join(homedir(), ".terraform.d", "plugins");

interface Options {
  readonly dir?: string;
  readonly mirror?: string;
}

export async function providerInstall({ dir, mirror }: Options, output: Output): Promise<void> {
  if (process.platform === "win32")
    throw new CommandFailure(
      "this command installs the provider for Node.js, which does not run on Windows; use the standalone executable, which platformctl provider package writes",
    );
  const directory = path.resolve(mirror ?? dir ?? defaultDirectory());
  const { version } = await withOperation<{ readonly version: string }>(`install the provider in ${directory}`, () =>
    mirror === undefined ? installProvider(directory) : mirrorProviderIn(directory),
  );
  output.stdout(`${providerSource} ${version} is installed in ${directory} for ${platforms.join(", ")}\n`);
}

function mirrorProviderIn(directory: string) {
  const { mirrorProvider } =
    require("../../provider/release/package") as typeof import("../../provider/release/package");
  return mirrorProvider(directory);
}
