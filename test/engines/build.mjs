// Builds the engines for end-to-end tests into .engines/, each from its own Go module in this folder: their replace
// directives and versions conflict in one module. Engines that are built already are kept.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const output = path.join(root, ".engines");

/** This machine as Go and Terraform name it; CGO is off so that no C compiler is needed. */
const target = {
  GOOS: process.platform,
  GOARCH: process.arch === "x64" ? "amd64" : process.arch,
  CGO_ENABLED: "0",
};

/** @cdktf/provider-null requires one exact release of hashicorp/null; our build is stored under that version. */
const nullRelease = JSON.parse(readFileSync(path.join(root, "node_modules/@cdktf/provider-null/package.json"), "utf8"))
  .cdktf.provider;
const nullFolder = `${nullRelease.name}/${nullRelease.version}/${target.GOOS}_${target.GOARCH}`;

/** One row per engine: its module's folder, its program's path below .engines/, and the linker's version flags. */
const engines = [
  { folder: "null", file: `mirror/${nullFolder}/terraform-provider-null_v${nullRelease.version}` },
  { folder: "pulumi-language-nodejs", file: "bin/pulumi-language-nodejs" },
  { folder: "opentofu", file: "bin/tofu", identity: () => "-X github.com/opentofu/opentofu/version.dev=no" },
  {
    folder: "pulumi",
    file: "bin/pulumi",
    identity: (version) => `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`,
  },
].map(plan);

/** Adds the go.mod contents, the build arguments and a digest of all build inputs to a row. */
function plan({ folder, file, identity = () => "" }) {
  const directory = path.join(here, folder);
  const goMod = readFileSync(path.join(directory, "go.mod"), "utf8");
  const goSum = readFileSync(path.join(directory, "go.sum"), "utf8");
  const program = goMod.match(/^tool (\S+)$/m)[1];
  const required = [...goMod.matchAll(/^(?:require)?\s+(\S+) (v\S+)/gm)];
  const [, , version] = required.find(([, module]) => `${program}/`.startsWith(`${module}/`));

  const binary = path.join(output, file);
  const args = ["build", "-ldflags", `-s -w ${identity(version)}`.trim(), "-o", binary, program];
  return {
    label: `${folder} ${version}`,
    directory,
    binary,
    args,
    oldestGo: goMod.match(/^go (\S+)$/m)[1],
    stamp: path.join(output, "stamps", folder),
    digest: createHash("sha256")
      .update(JSON.stringify([goMod, goSum, args, target]))
      .digest("hex"),
  };
}

function isBuilt({ binary, stamp, digest }) {
  return existsSync(binary) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
}

/** Runs the installed Go: it neither downloads another toolchain nor changes the committed go.mod and go.sum. */
function go(args, options) {
  const env = { ...process.env, ...target, GOTOOLCHAIN: "local", GOFLAGS: "-mod=readonly", GOWORK: "off" };
  return spawnSync("go", args, { ...options, env, encoding: "utf8" });
}

function build({ label, directory, args, stamp, digest }) {
  rmSync(stamp, { force: true });
  const started = Date.now();
  // Go lists every downloaded module, which matters only when the build fails.
  const { status, stderr } = go(args, { cwd: directory, maxBuffer: Number.POSITIVE_INFINITY });
  if (status !== 0) throw new Error(`${label}: could not be built\n${stderr}`);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
  console.log(`${label}: built in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Compares Go's version numbers: 1.9 is before 1.26, which is before 1.26.6. */
const { compare } = new Intl.Collator("en", { numeric: true });

function main() {
  // Sequentially, because Go uses every core for one, and at low priority, so that a developer's machine remains usable.
  if (!process.env.CI) os.setPriority(os.constants.priority.PRIORITY_LOW);

  for (const { label } of engines.filter(isBuilt)) console.log(`${label}: already built`);
  const missing = engines.filter((engine) => !isBuilt(engine));
  if (missing.length === 0) return;

  const needed = engines
    .map(({ oldestGo }) => oldestGo)
    .sort(compare)
    .at(-1);
  const installed = go(["env", "GOVERSION"]).stdout?.trim().replace(/^go/, "");
  if (!installed || compare(installed, needed) < 0) {
    throw new Error(
      `Go ${needed} or newer is needed to build the test engines; npm test runs without them and names what it leaves out`,
    );
  }
  for (const engine of missing) build(engine);
}

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
