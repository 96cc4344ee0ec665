import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { wrap } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import type { PrivateDirectory } from "../client/private-directory";

/**
 * Keeps what V8 makes of the program's parts, its `.cjs` files, for the processes to come: a command starts several, and
 * each would compile all that it runs anew. V8 itself refuses what another version, or other flags, have made.
 */
export function keepCompiled(directory: PrivateDirectory): void {
  require.extensions[".cjs"] = (module, file) => {
    const source = readFileSync(file, "utf8");
    const whatFor = `${process.version} ${process.arch} ${source}`;
    const name = `compiled-${createHash("sha256").update(whatFor).digest("hex")}`;
    const script = new Script(wrap(source), { filename: file, cachedData: directory.readBytes(name) });
    // At the end, since only then it is known what else is compiled than what runs at once.
    if (script.cachedDataRejected !== false)
      process.once("exit", () => directory.write(name, script.createCachedData()));
    const require = (id: string): unknown => module.require(id);
    script.runInThisContext().call(module.exports, module.exports, require, module, file, path.dirname(file));
  };
}
