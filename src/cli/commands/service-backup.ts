import { backupStore } from "../../service";
import { requireDirectory } from "../data";
import { attempting } from "../failure";
import type { Output } from "../output";

/** Copies the store to one file while the service runs. */
export async function serviceBackup(
  { data, output: file }: { readonly data: string; readonly output: string },
  output: Output,
): Promise<void> {
  requireDirectory(data);
  const what = (syscall: string) => (syscall ? `write ${file}` : `copy the data in ${data}`);
  const bytes = await attempting(what, () => backupStore(data, file));
  output.stdout(`${JSON.stringify({ output: file, bytes })}\n`);
}
