import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type ImportCount, ImportError, importLines } from "../../service/core/import";
import { requireData } from "../data";
import { CommandFailure, withOperation } from "../failure";
import { withPlatform } from "../open-data";
import type { Output } from "../output";
import { createProgress } from "../progress";

/** Imports repos, tags and advisories into the store from a JSON Lines file. The service may be running. */
export async function serviceImport(file: string, { data }: { readonly data: string }, output: Output): Promise<void> {
  requireData(data);
  const progress = createProgress(output, process.stderr.isTTY === true);
  try {
    const count = await withPlatform({ data, isBulk: true }, (platform) => {
      const onBatch = ({ lines, total }: ImportCount) => progress.show(lines, total, "lines");
      return withOperation(`read ${file}`, () => importLines(() => linesOf(file), { ...platform, onBatch }));
    });
    progress.end();
    output.stdout(`${JSON.stringify(count)}\n`);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    output.stderr(`${error.message}\n`);
    const outcome = error.done === 0 ? "nothing was imported" : `the first ${error.done} lines were imported`;
    throw new CommandFailure(`importing ${file} failed: ${outcome}; correct the file and run the command again`);
  }
}

const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
