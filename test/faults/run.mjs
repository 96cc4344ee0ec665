/**
 * Runs the scenarios of test/faults: `--scenarios` is their number, `--seed` the first seed; each next scenario
 * increments it.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { scenarios: { type: "string", default: "30" }, seed: { type: "string", default: "1" } },
});
const env = { ...process.env, FAULT_SCENARIOS: values.scenarios, FAULT_SEED: values.seed };
const { status } = spawnSync("npx", ["jest", "test/faults"], { stdio: "inherit", env });
process.exitCode = status ?? 1;
