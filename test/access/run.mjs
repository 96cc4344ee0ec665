/** Asks the service random questions about access: `--questions` is their number, `--seed` selects them. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { questions: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const env = { ...process.env, ACCESS_QUESTIONS: values.questions, ACCESS_SEED: values.seed };
const { status } = spawnSync("npx", ["jest", "test/access/questions"], { stdio: "inherit", env });
process.exitCode = status ?? 1;
