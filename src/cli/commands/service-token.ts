import { isUid } from "../../api";
import { requireData } from "../data";
import { CommandFailure } from "../failure";
import { withPlatform } from "../open-data";
import type { Output } from "../output";

/** Prints a new token for an identity. Access to the data is sufficient authorization. */
export async function serviceToken(
  { data, identity }: { readonly data: string; readonly identity: string },
  output: Output,
): Promise<void> {
  if (!isUid(identity))
    throw new CommandFailure(
      `--identity ${JSON.stringify(identity)} must be a uid, such as the identityUid that \`platformctl service init\` printed`,
    );
  requireData(data);
  await withPlatform({ data }, async ({ tokens }) =>
    output.stdout(`${await tokens.mint({ identityUid: identity })}\n`),
  );
}
