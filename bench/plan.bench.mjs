/**
 * Whole `terraform plan` processes, against a built-in provider and against the Go-written hashicorp/null: one resource,
 * and a refresh of a thousand. Ours talks to a service, which runs in a process of its own and counts what it is asked.
 */
import { spawn } from "node:child_process";
import { workspace } from "./engine.mjs";
import { compare, median, report } from "./measure.mjs";
import { startPlatform } from "./platform.mjs";

const EMPTY = "three empty node processes";

export default async function plan() {
  const platform = await startPlatform();
  const { groupUid, env } = platform;
  const empty = async () => {
    const started = performance.now();
    for (let index = 0; index < 3; index += 1) await emptyNode();
    return performance.now() - started;
  };
  const kinds = {
    terraform_data: { body: () => "" },
    null_resource: { provider: "null", body: () => "" },
    platform_group: { provider: "platform", env, body: (name) => `parent_uid = "${groupUid}"\n  name = "${name}"\n` },
  };
  for (const [count, rounds] of [
    [1, 11],
    [1000, 5],
  ]) {
    const subjects = count === 1 ? { [EMPTY]: empty } : {};
    const open = [];
    const cpu = {};
    for (const [type, { provider, env, body }] of Object.entries(kinds)) {
      const name = `r${count}-\${count.index}`;
      const made = workspace(`resource "${type}" "it" {\n  count = ${count}\n  ${body(name)}}\n`, { provider, env });
      open.push(made);
      await made.run("init");
      await made.run("apply", "-auto-approve", "-parallelism=10");
      cpu[type] = [];
      subjects[type] = async () => {
        const measured = await made.measured("plan", "-detailed-exitcode");
        cpu[type].push(measured.cpu);
        return measured.took;
      };
    }
    const title = count === 1 ? "A plan of one resource" : `A plan that refreshes ${count} resources`;
    const rows = await compare(subjects, { rounds, floor: "terraform_data" });
    report(title, rows);
    const used = Object.entries(cpu).map(([type, times]) => `${type} ${median(times).toFixed(0)}`);
    console.log(`  processor time in ms, of Terraform and its providers: ${used.join(", ")}`);
    const of = (name) => rows.find((row) => row.name === name)?.median;
    if (count === 1) {
      const above = of("platform_group") - of("terraform_data");
      console.log(`  above terraform_data ${above.toFixed(1)} ms: ${(above / of(EMPTY)).toFixed(2)} x ${EMPTY}`);
    } else console.log(`  against null_resource ${(of("platform_group") / of("null_resource")).toFixed(2)} x`);
    await platform.reset();
    await subjects.platform_group();
    console.log(`  requests in one plan of platform_group: ${await platform.requests()}`);
    for (const each of open) each.close();
  }
  platform.close();
}

const emptyNode = () =>
  new Promise((resolve) => spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }).once("close", resolve));
