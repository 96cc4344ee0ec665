import { backupStore } from "../service";
import { attempting } from "./failure";
import type { Output } from "./run";
import { requireData } from "./service-token";

/** Copies the store to one file while the service runs. */
export async function serviceBackup(
  { data, output: file }: { readonly data: string; readonly output: string },
  output: Output,
): Promise<void> {
  requireData(data);
  const bytes = await attempting(`write ${file}`, () => backupStore(data, file));
  output.stdout(`${JSON.stringify({ output: file, bytes })}\n`);
}
