import { requireData } from "../data";
import { withPlatform } from "../open-data";
import type { Output } from "../output";

/** Makes another key sign tokens, on every node that has the store, whether it runs or not. */
export async function serviceRotateKeys(
  { data, revoke }: { readonly data: string; readonly revoke: boolean },
  output: Output,
): Promise<void> {
  requireData(data);
  await withPlatform({ data }, async ({ tokens, login }) => {
    // First: a refresh token would bring a token of the new key.
    if (revoke) await login.endAll();
    await tokens.rotateKeys({ revoke });
    const { keys } = await tokens.jwks();
    output.stdout(`${JSON.stringify({ published: keys.map(({ kid }) => kid) })}\n`);
  });
}
