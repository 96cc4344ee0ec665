import { createInterface } from "node:readline/promises";
import { isUid } from "../../api";
import { createClientFromSettings, type PlatformClient, resolveConfiguration } from "../../client";
import { SESSION_FILE } from "../../client/tokens/session-file";
import { definitions, singular, snakeCase } from "../../model";
import { CommandFailure } from "../failure";
import type { Output } from "../output";

export interface GroupsDeleteOptions {
  readonly force: boolean;
  readonly yes: boolean;
  readonly session?: string;
}

/** The timeout of a deletion; deleting a large group can take a long time. */
const TIMEOUT_MS = 30 * 60_000;

/** Deletes an empty group; with --force, deletes it and everything below it, after a preview. */
export async function groupsDelete(uid: string, { force, yes, session }: GroupsDeleteOptions, output: Output) {
  if (!isUid(uid)) throw new CommandFailure(`${JSON.stringify(uid)} must be the uid of a group`);
  const env = session === undefined ? process.env : { ...process.env, [SESSION_FILE]: session };
  const client = createClientFromSettings(resolveConfiguration({}, env), { timeoutMs: TIMEOUT_MS });
  try {
    if (!force) await client.groups.delete(uid);
    else await deleteAll(client, uid, yes, output);
    output.stdout(`deleted group ${uid}\n`);
  } finally {
    await client.close();
  }
}

async function deleteAll(client: PlatformClient, uid: string, yes: boolean, output: Output): Promise<void> {
  const preview = await client.groups.previewDelete(uid);
  const lines = Object.entries(preview.deleted).map(([plural, count]) => `  ${formatCount(count, plural)}`);
  const { externalRoleBindings: count, totalCount } = preview;
  const elsewhere =
    count > 0 ? `\n${count} of the role bindings ${count === 1 ? "is in another group" : "are in other groups"}` : "";
  output.stdout(
    `This will delete group ${JSON.stringify(preview.group.name)} (${uid}) and everything below it (${totalCount} ${totalCount === 1 ? "resource" : "resources"}):\n${lines.join("\n")}${elsewhere}\n`,
  );
  if (!yes) await confirm(preview.group.name);
  // The etag limits the deletion to the resources in the preview.
  await client.groups.delete(uid, { force: true, etag: preview.etag });
}

/** Formats a count: `1 role binding`, `2 role bindings`. */
function formatCount(count: number, plural: string): string {
  const definition = count === 1 ? definitions.find((each) => each.plural === plural) : undefined;
  return `${count} ${snakeCase(definition ? singular(definition) : plural).replaceAll("_", " ")}`;
}

async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandFailure(
      "cannot ask for confirmation: standard input is not a terminal; use --yes to delete without asking",
    );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`Type the group's name to confirm: `);
    if (answer !== name) throw new CommandFailure("nothing was deleted: the name does not match");
  } finally {
    lines.close();
  }
}
