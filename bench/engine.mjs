/**
 * A directory in which Terraform runs with the built plugin and hashicorp/null, isolated from this machine's
 * configuration.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const { installProvider } = createRequire(import.meta.url)("../dist/provider.js");
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const providers = {
  platform: "registry.terraform.io/platform-iac/platform",
  null: "registry.terraform.io/hashicorp/null",
};

/** Runs Terraform, prints its process id, and finally the processor time of it and all its child processes. */
const script = 'terraform "$@" & echo $! >&4; wait $!; code=$?; times >&3; exit $code';

/** The kernel's clock tick, in milliseconds. */
const TICK = 10;

/** Returns the processor time of a process without its children, in milliseconds; undefined if it is unavailable. */
function ownTimeOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return undefined;
  }
}

/** Parses the user and system time in a line such as `0m1.25s 0m0.31s`; returns their sum in milliseconds. */
const millisecondsOf = (line) =>
  [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + minutes * 60_000 + seconds * 1000,
    0,
  );

/**
 * Creates and initializes a directory with a configuration; `provider` is the name of the required provider, if any,
 * and `install` writes the platform provider into a plugin directory.
 */
export function workspace(configuration, { provider, env = {}, install = installProvider } = {}) {
  const directory = mkdtempSync(path.join(tmpdir(), "bench-"));
  const plugins = path.join(directory, "plugins");
  install(plugins);
  const mirror = (folder, source) =>
    `  filesystem_mirror {\n    path    = "${folder}"\n    include = ["${source}"]\n  }\n`;
  const mirrors = mirror(plugins, providers.platform) + mirror(path.join(root, ".engines/mirror"), providers.null);
  const settings = path.join(directory, "terraform.tfrc");
  writeFileSync(settings, `provider_installation {\n${mirrors}}\n`);
  const home = path.join(directory, "home");
  mkdirSync(home);
  const environment = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    TMPDIR: home,
    TF_CLI_CONFIG_FILE: settings,
    CHECKPOINT_DISABLE: "1",
    ...env,
  };
  const required = provider
    ? `terraform {\n  required_providers {\n    ${provider} = { source = "${providers[provider]}" }\n  }\n}\n`
    : "";
  writeFileSync(path.join(directory, "main.tf"), required + configuration);
  // Asynchronous, because a platform in this process must respond while it runs. `own` is the last processor time
  // observed of Terraform itself; undefined if it is unavailable.
  const measured = (...args) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const stdio = ["ignore", "pipe", "pipe", "pipe", "pipe"];
      const child = spawn("sh", ["-c", script, "sh", ...args], { cwd: directory, env: environment, stdio });
      let [output, times] = ["", ""];
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      child.stdio[3].on("data", (chunk) => (times += chunk));
      let own;
      let watching;
      child.stdio[4].once("data", (pid) => {
        watching = setInterval(() => (own = ownTimeOf(Number(pid)) ?? own), 2 * TICK);
      });
      child.once("error", reject);
      child.once("close", (code) => {
        const elapsedMs = performance.now() - started;
        clearInterval(watching);
        if (code !== 0) reject(new Error(`terraform ${args.join(" ")} ended with ${code}\n${output}`));
        else resolve({ elapsedMs, own, cpu: millisecondsOf(times.trim().split("\n").at(-1)) });
      });
    });
  const run = async (...args) => (await measured(...args)).elapsedMs;
  /** Writes a state with resources of a type: by name, the attributes of each instance. */
  const writeState = (type, byName) => {
    const resources = Object.entries(byName).map(([name, all]) => ({
      mode: "managed",
      type,
      name,
      provider: `provider["${providers[provider]}"]`,
      instances: all.map((attributes, index_key) => ({ index_key, schema_version: 1, attributes })),
    }));
    const state = { version: 4, serial: 1, lineage: "bench", resources };
    writeFileSync(path.join(directory, "terraform.tfstate"), JSON.stringify(state));
  };
  const stateSize = () => statSync(path.join(directory, "terraform.tfstate")).size;
  return {
    directory,
    run,
    measured,
    writeState,
    stateSize,
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
