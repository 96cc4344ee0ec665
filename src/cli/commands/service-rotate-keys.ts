import { requireData } from "../data";
import { withPlatform } from "../open-data";
import type { Output } from "../output";

/** Rotates the signing key, for every node that shares the store, running or not. */
export async function serviceRotateKeys(
  { data, revoke }: { readonly data: string; readonly revoke: boolean },
  output: Output,
): Promise<void> {
  requireData(data);
  await withPlatform({ data }, async ({ tokens, login }) => {
    // End sessions first: their refresh tokens could obtain tokens with the new key.
    if (revoke) await login.endAll();
    await tokens.rotateKeys({ revoke });
    const { keys } = await tokens.jwks();
    output.stdout(`${JSON.stringify({ published: keys.map(({ kid }) => kid) })}\n`);
  });
}
