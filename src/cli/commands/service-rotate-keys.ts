import { openPlatform } from "../../service";
import { nameOf, requireData } from "../data";
import { attempting } from "../failure";
import type { Output } from "../output";

/** Makes another key sign tokens, on every node that has the store, whether it runs or not. */
export async function serviceRotateKeys(
  { data, revoke }: { readonly data: string; readonly revoke: boolean },
  output: Output,
): Promise<void> {
  requireData(data);
  const platform = await attempting(`open the data in ${nameOf(data)}`, () => openPlatform({ data }));
  try {
    await platform.tokens.rotateKeys({ revoke });
    const { keys } = await platform.tokens.jwks();
    output.stdout(`${JSON.stringify({ published: keys.map(({ kid }) => kid) })}\n`);
  } finally {
    await platform.close();
  }
}
