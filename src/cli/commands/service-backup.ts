import { statSync } from "node:fs";
import { backupStore } from "../../service";
import { requireDirectory } from "../data";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";

/** Copies the store to one file; the service may be running. */
export async function serviceBackup(
  { data, output: file, force }: { readonly data: string; readonly output: string; readonly force: boolean },
  output: Output,
): Promise<void> {
  requireDirectory(data);
  const isThere = await withOperation(`write ${file}`, () => statSync(file, { throwIfNoEntry: false }) !== undefined);
  if (isThere && !force)
    throw new CommandFailure(`--output ${file} already exists; specify another file, or use --force to replace it`);
  const what = (syscall: string) => (syscall ? `write ${file}` : `copy the data in ${data}`);
  const bytes = await withOperation(what, () => backupStore(data, file));
  output.stdout(`${JSON.stringify({ output: file, bytes })}\n`);
}
