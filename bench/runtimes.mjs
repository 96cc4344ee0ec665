/** The runtimes that the provider runs on: Node.js, Bun in PATH, and that of the standalone executable. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../scripts/generate/load.mjs";

const { installProvider } = createRequire(import.meta.url)("../dist/provider.js");

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const plugin = path.join(root, "dist/plugin/terraform-provider-platform");

/**
 * Returns each runtime by name, with the provider's `program`, the environment that selects the runtime, and `install`,
 * which writes the provider into a plugin directory. Builds the executable if needed. `close` removes the files.
 */
export async function providerRuntimes() {
  const { ownPlatform, runtimeFor, runtimeProgram } = await load("src/provider/release/index.ts");
  const directory = mkdtempSync(path.join(tmpdir(), "bench-runtimes-"));
  const bun = await runtimeProgram(runtimeFor(ownPlatform()), path.join(root, ".engines/runtimes"));
  writeFileSync(path.join(directory, "bun"), bun, { mode: 0o755 });
  const build = [path.join(root, "scripts/build-standalone.mjs"), "own"];
  const executable = execFileSync(process.execPath, build, { encoding: "utf8" }).trim();
  const installExecutable = (plugins) => {
    const { version, directories } = installProvider(plugins);
    const target = directories[ownPlatform()];
    rmSync(target, { recursive: true });
    mkdirSync(target, { recursive: true });
    linkSync(executable, path.join(target, `terraform-provider-platform_v${version}`));
  };
  const runtimes = {
    "Node.js": { program: plugin, env: { PLATFORM_RUNTIME: "node" }, install: installProvider },
    Bun: { program: plugin, env: { PATH: `${directory}:${process.env.PATH}` }, install: installProvider },
    standalone: { program: executable, env: {}, install: installExecutable },
  };
  return { runtimes, close: () => rmSync(directory, { recursive: true }) };
}
