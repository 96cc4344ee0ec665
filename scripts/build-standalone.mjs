/**
 * Builds the standalone executables of the provider into dist/executables, for the named platforms or for all:
 * `npm run build:standalone -- linux_amd64 windows_amd64`; `own` is this machine. Their runtimes are downloaded from
 * the npm registry into .engines/runtimes once. With `--runtimes`, only the runtime of this machine is downloaded.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "./generate/load.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const runtimes = path.join(root, ".engines/runtimes");
const program = path.join(root, "dist/standalone");

const release = await load("src/provider/release/index.ts");

async function main(args) {
  if (args.includes("--runtimes")) {
    await release.runtimeProgram(release.runtimeFor(release.ownPlatform()), runtimes);
    console.log(`Bun ${release.RUNTIME_VERSION}: downloaded`);
    return;
  }
  const named = args.map((name) => (name === "own" ? release.ownPlatform() : name));
  const unknown = named.filter((name) => !release.standalonePlatforms.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `unknown platform ${unknown.join(", ")}; expected ${release.standalonePlatforms.join(", ")} or own`,
    );
  for (const platform of named.length > 0 ? named : release.standalonePlatforms) await build(platform);
}

/** Builds an executable, unless it was built from the same files. */
async function build(platform) {
  const directory = path.join(root, "dist/executables", platform);
  const file = path.join(directory, `terraform-provider-platform${platform.startsWith("windows") ? ".exe" : ""}`);
  const stamp = path.join(directory, ".stamp");
  const digest = digestOfInputs();
  if (!existsSync(file) || !existsSync(stamp) || readFileSync(stamp, "utf8") !== digest) {
    const built = await release.buildExecutable({ platform, runtimes, program });
    mkdirSync(directory, { recursive: true });
    // Replaced at once: another process may start it.
    writeFileSync(`${file}.${process.pid}`, built, { mode: 0o755 });
    renameSync(`${file}.${process.pid}`, file);
    writeFileSync(stamp, digest);
  }
  console.log(file);
}

function digestOfInputs() {
  const hash = createHash("sha256").update(release.RUNTIME_VERSION);
  const sources = path.join(root, "src/provider/release");
  for (const folder of [program, sources])
    for (const name of readdirSync(folder).sort())
      hash.update(`${name}\0`).update(readFileSync(path.join(folder, name)));
  return hash.digest("hex");
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
