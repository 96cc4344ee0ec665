/** Measures the peak memory of a provider process while Terraform refreshes 10,000 resources. Linux only. */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { workspace } from "./engine.mjs";
import { organizationOf } from "./organization.mjs";

const require = createRequire(import.meta.url);

const COUNT = 10_000;
/** Instances per block of the configuration. */
const BLOCK = 500;
/** The limit, in MB. */
const LIMIT = 120;

export default async function memory() {
  if (process.platform !== "linux") return;
  const { startService } = require("../dist/service.js");
  const data = mkdtempSync(path.join(os.tmpdir(), "bench-memory-"));
  const { platform, group, caller, uidOf } = await organizationOf(data, COUNT);
  const token = await platform.tokens.mint({ identityUid: caller.identityUid });
  await platform.close();
  const service = await startService({ data, rateLimit: 0 });
  // Terraform is slow with very many instances in one block.
  const blocks = Object.fromEntries(
    Array.from({ length: COUNT / BLOCK }, (_, block) => [
      `it${block}`,
      Array.from({ length: BLOCK }, (_, index) => {
        const uid = uidOf(block * BLOCK + index);
        return { id: uid, uid, group_uid: group, name: `repo-${block * BLOCK + index}` };
      }),
    ]),
  );
  const configuration = Object.keys(blocks).map(
    (name, block) =>
      `resource "platform_repo" "${name}" {\n  count = ${BLOCK}\n  group_uid = "${group}"\n  name = "repo-\${${block * BLOCK} + count.index}"\n}\n`,
  );
  const env = { PLATFORM_BASE_URL: service.baseUrl, PLATFORM_TOKEN: token };
  const terraform = workspace(configuration.join(""), { provider: "platform", env });
  await terraform.run("init");
  terraform.writeState("platform_repo", blocks);
  const peak = peakOf(terraform.directory);
  const took = await terraform.run("plan", "-detailed-exitcode");
  const megabytes = peak();
  console.log(`\nMemory at ${COUNT.toLocaleString("en")} resources`);
  console.log(
    `  a plan that refreshes them: ${(took / 1000).toFixed(1)} s; peak of the plugin's process ${megabytes.toFixed(0)} MB (limit ${LIMIT})`,
  );
  terraform.close();
  await service.close();
  rmSync(data, { recursive: true });
}

/**
 * Watches the provider's processes in a directory; the returned function stops it and returns the highest peak, in MB.
 */
function peakOf(directory) {
  let most = 0;
  const timer = setInterval(() => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
      if (runsProvider(pid, directory)) most = Math.max(most, peakSoFar(pid));
  }, 20);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function runsProvider(pid, directory) {
  try {
    const isIn = readlinkSync(`/proc/${pid}/cwd`) === directory;
    return isIn && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("terraform-provider-platform");
  } catch {
    return false; // the process has ended
  }
}

function peakSoFar(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
