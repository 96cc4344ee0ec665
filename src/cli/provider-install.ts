import { homedir } from "node:os";
import path from "node:path";
import { installProvider, platforms, providerSource } from "../provider/install";
import { attempting, CommandFailure } from "./failure";
import type { Output } from "./run";

/** Where Terraform and OpenTofu look for providers of every configuration. */
const everyones = () => path.join(homedir(), ".terraform.d", "plugins");

export async function providerInstall({ dir }: { readonly dir?: string }, output: Output): Promise<void> {
  if (process.platform === "win32")
    throw new CommandFailure("the provider does not run on Windows, only on Linux and macOS");
  const directory = path.resolve(dir ?? everyones());
  const { version } = await attempting(`install the provider in ${directory}`, () => installProvider(directory));
  output.stdout(`${providerSource} ${version} is installed in ${directory} for ${platforms.join(", ")}\n`);
}
