import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { wrap } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import type { PrivateDirectory } from "../client/private-directory";

/**
 * Keeps what V8 makes of the program's parts, its `.cjs` files, for the processes to come: a command starts several, and
 * each would compile all that it runs anew. V8 itself refuses what another version, or other flags, have made; not what
 * was damaged since, which it would run.
 */
export function keepCompiled(directory: PrivateDirectory): void {
  require.extensions[".cjs"] = (module, file) => {
    const source = readFileSync(file, "utf8");
    const whatFor = `${process.version} ${process.arch} ${source}`;
    const name = `compiled-${digestOf(whatFor).toString("hex")}`;
    const cachedData = unsealed(directory.readBytes(name));
    const script = new Script(wrap(source), { filename: file, cachedData });
    // At the end, since only then it is known what else is compiled than what runs at once.
    if (script.cachedDataRejected !== false)
      process.once("exit", () => directory.write(name, sealed(script.createCachedData())));
    const require = (id: string): unknown => module.require(id);
    script.runInThisContext().call(module.exports, module.exports, require, module, file, path.dirname(file));
  };
}

const digestOf = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();

const DIGEST = 32;

const sealed = (data: Buffer): Buffer => Buffer.concat([digestOf(data), data]);

/** What was sealed; undefined if it is not as it was then. */
function unsealed(bytes: Buffer | undefined): Buffer | undefined {
  const data = bytes?.subarray(DIGEST);
  return data && digestOf(data).equals(bytes!.subarray(0, DIGEST)) ? data : undefined;
}
