/**
 * Measures the time from the plugin's start to its handshake line, with a client certificate as Terraform sets it,
 * on each runtime,
 * compared with an empty Node process.
 */
import { spawn } from "node:child_process";
import { internals } from "./load-internals.mjs";
import { compare, report } from "./measure.mjs";
import { providerRuntimes } from "./runtimes.mjs";

export default async function startup() {
  const { createCertificate } = internals;
  const { runtimes, close } = await providerRuntimes();
  const env = {
    PATH: process.env.PATH,
    TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_PROTOCOL_VERSIONS: "6",
    PLUGIN_CLIENT_CERT: createCertificate().certificate,
  };
  const rows = await compare(
    {
      "an empty node process, to its first output": () => firstOutput(process.execPath, ["-e", "console.log(1)"], env),
      ...Object.fromEntries(
        Object.entries(runtimes).map(([name, { program, env: selected }]) => [
          `the plugin on ${name}, to its handshake line`,
          () => firstOutput(program, [], { ...env, ...selected }),
        ]),
      ),
    },
    { rounds: 31, reference: "an empty node process, to its first output" },
  );
  report("Start of the plugin", rows);
  close();
}

/** Returns the milliseconds from the start of a process to its first byte on standard output, then kills it. */
function firstOutput(command, args, env) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    let took;
    child.stdout.once("data", () => {
      took = performance.now() - started;
      child.kill("SIGKILL");
    });
    child.once("error", reject);
    child.once("close", (code) =>
      took === undefined ? reject(new Error(`${command} ended with ${code} and no output`)) : resolve(took),
    );
  });
}
