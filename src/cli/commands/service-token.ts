import { isUid } from "../../api";
import { openPlatform } from "../../service";
import { nameOf, requireData } from "../data";
import { attempting, CommandFailure } from "../failure";
import type { Output } from "../output";

/** Prints a fresh token of an identity. Whoever holds the data needs no other proof. */
export async function serviceToken(
  { data, identity }: { readonly data: string; readonly identity: string },
  output: Output,
): Promise<void> {
  if (!isUid(identity))
    throw new CommandFailure(
      `--identity ${JSON.stringify(identity)} must be a uid, such as the identityUid that \`platformctl service init\` printed`,
    );
  requireData(data);
  const platform = await attempting(`open the data in ${nameOf(data)}`, () => openPlatform({ data }));
  try {
    output.stdout(`${await platform.tokens.mint({ identityUid: identity })}\n`);
  } finally {
    await platform.close();
  }
}
