import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { openPlatform } from "../../service";
import { ImportError, importLines } from "../../service/import";
import { nameOf, requireData } from "../data";
import { attempting, CommandFailure } from "../failure";
import type { Output } from "../output";
import { progressOn } from "../progress";

/** Brings repos, tags and advisories into the store, from a file of JSON lines. It may run beside the service. */
export async function serviceImport(file: string, { data }: { readonly data: string }, output: Output): Promise<void> {
  requireData(data);
  const platform = await attempting(`open the data in ${nameOf(data)}`, () => openPlatform({ data }));
  const progress = progressOn(output, process.stderr.isTTY === true);
  try {
    const count = await attempting(`read ${file}`, () =>
      importLines(() => linesOf(file), {
        ...platform,
        onBatch: ({ lines, total }) => progress.show(lines, total, "lines"),
      }),
    );
    progress.end();
    output.stdout(`${JSON.stringify(count)}\n`);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    output.stderr(`${error.message}\n`);
    const said = error.done === 0 ? "nothing was imported" : `${error.done} lines before were imported`;
    throw new CommandFailure(`${file} cannot be imported: ${said}; run it again once it is corrected`);
  } finally {
    await platform.close();
  }
}

const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
