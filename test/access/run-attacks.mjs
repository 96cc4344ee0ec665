/** Attacks random organizations: `--organizations` is their number, `--seed` selects them. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { organizations: { type: "string", default: "20" }, seed: { type: "string", default: "2" } },
});
const env = { ...process.env, ACCESS_ORGANIZATIONS: values.organizations, ACCESS_SEED: values.seed };
const { status } = spawnSync("npx", ["jest", "test/access/attacks"], { stdio: "inherit", env });
process.exitCode = status ?? 1;
