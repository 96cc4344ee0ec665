import path from "node:path";
import { platforms, providerSource } from "../../provider/install";
import { packageProvider } from "../../provider/package";
import { withOperation } from "../failure";
import type { Output } from "../output";

export async function providerPackage({ out }: { readonly out: string }, output: Output): Promise<void> {
  const directory = path.resolve(out);
  const { version } = await withOperation(`package the provider in ${directory}`, () => packageProvider(directory));
  output.stdout(`${providerSource} ${version} is packaged in ${directory} for ${platforms.join(", ")}\n`);
}
