/** A directory in which real Terraform runs with the built plugin and hashicorp/null, and nothing of this machine's own. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const providers = {
  platform: "registry.terraform.io/platform-iac/platform",
  null: "registry.terraform.io/hashicorp/null",
};

/** Runs Terraform, tells its process, and then what processor time it took, with all processes that it started. */
const script = 'terraform "$@" & echo $! >&4; wait $!; code=$?; times >&3; exit $code';

/** A clock tick of the kernel, in milliseconds. */
const TICK = 10;

/** What a process has used so far, without those that it started; undefined where the system does not tell, or it ended. */
function ownTimeOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return undefined;
  }
}

/** Of a line such as `0m1.25s 0m0.31s`: what a process used of its own and in the kernel. */
const millisecondsOf = (line) =>
  [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + minutes * 60_000 + seconds * 1000,
    0,
  );

/** Initialized with a configuration; `provider` is the name of the one that it needs, if it needs one. */
export function workspace(configuration, { provider, env = {} } = {}) {
  const directory = mkdtempSync(path.join(tmpdir(), "bench-"));
  const plugins = path.join(directory, "plugins");
  require("../dist/src/provider/install.js").installProvider(plugins);
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
  // Not awaited synchronously: a platform in this process has to answer meanwhile. `own` is the time of Terraform itself,
  // as it was seen last; undefined where the system does not tell.
  const measured = (...args) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const stdio = ["ignore", "pipe", "pipe", "pipe", "pipe"];
      const child = spawn("sh", ["-c", script, "sh", ...args], { cwd: directory, env: environment, stdio });
      let [said, times] = ["", ""];
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
      child.stdio[3].on("data", (chunk) => (times += chunk));
      let own;
      let watching;
      child.stdio[4].once("data", (pid) => {
        watching = setInterval(() => (own = ownTimeOf(Number(pid)) ?? own), 2 * TICK);
      });
      child.once("error", reject);
      child.once("close", (code) => {
        const took = performance.now() - started;
        clearInterval(watching);
        if (code !== 0) reject(new Error(`terraform ${args.join(" ")} ended with ${code}\n${said}`));
        else resolve({ took, own, cpu: millisecondsOf(times.trim().split("\n").at(-1)) });
      });
    });
  const run = async (...args) => (await measured(...args)).took;
  /** Makes the state hold resources of a type: by name, the attributes of each instance. */
  const hold = (type, byName) => {
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
    hold,
    stateSize,
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
