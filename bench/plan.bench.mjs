/**
 * Measures complete `terraform plan` processes, compared with a built-in provider and with hashicorp/null, written in
 * Go: one resource, and a refresh of a thousand. The platform provider uses a service in a separate process, which
 * counts requests. Terraform's own time depends on the size of the state, so a null_resource with the content of a
 * group is measured too.
 */
import { spawn } from "node:child_process";
import { workspace } from "./engine.mjs";
import { compare, median, report } from "./measure.mjs";
import { startPlatform } from "./platform.mjs";
import { providerRuntimes } from "./runtimes.mjs";

const EMPTY = "three empty node processes";
const EQUAL_STATE = "null_resource with equal state size";

export default async function plan() {
  const platform = await startPlatform();
  const { runtimes, close: removeRuntimes } = await providerRuntimes();
  const { groupUid, env } = platform;
  const empty = async () => {
    const started = performance.now();
    for (let index = 0; index < 3; index += 1) await emptyNode();
    return performance.now() - started;
  };
  const kinds = {
    terraform_data: { body: () => "" },
    null_resource: { provider: "null", body: () => "" },
    [EQUAL_STATE]: {
      type: "null_resource",
      provider: "null",
      body: (name) => `triggers = ${likeGroup(groupUid, name)}\n`,
    },
    ...onEachRuntime(runtimes, env, (name) => `parent_uid = "${groupUid}"\n  name = "${name}"\n`),
  };
  for (const [count, rounds] of [
    [1, 11],
    [1000, 5],
  ]) {
    const subjects = count === 1 ? { [EMPTY]: empty } : {};
    const open = [];
    const cpu = {};
    const own = {};
    for (const [subject, { type = subject, body, ...options }] of Object.entries(kinds)) {
      const name = `r${count}-\${count.index}`;
      const terraform = workspace(`resource "${type}" "it" {\n  count = ${count}\n  ${body(name)}}\n`, options);
      open.push(terraform);
      await terraform.run("init");
      const applied = await terraform.measured("apply", "-auto-approve", "-parallelism=10");
      cpu[subject] = [];
      own[subject] = { apply: applied.own, plan: [], state: terraform.stateSize() };
      subjects[subject] = async () => {
        const measured = await terraform.measured("plan", "-detailed-exitcode");
        cpu[subject].push(measured.cpu);
        own[subject].plan.push(measured.own);
        return measured.elapsedMs;
      };
    }
    const title = count === 1 ? "A plan of one resource" : `A plan that refreshes ${count} resources`;
    const rows = await compare(subjects, { rounds, reference: "terraform_data" });
    report(title, rows);
    const used = Object.entries(cpu).map(([type, times]) => `${type} ${median(times).toFixed(0)}`);
    console.log(`  processor time in ms, of Terraform and its providers: ${used.join(", ")}`);
    const of = (name) => rows.find((row) => row.name === name)?.median;
    if (count === 1) {
      const above = of(platformOn("Node.js")) - of("terraform_data");
      for (const name of Object.keys(runtimes))
        console.log(`  ${name}: ${(of(platformOn(name)) / of("null_resource")).toFixed(2)} x against null_resource`);
      console.log(
        `  overhead of Node.js over terraform_data: ${above.toFixed(1)} ms, ${(above / of(EMPTY)).toFixed(2)} x ${EMPTY}`,
      );
    } else {
      for (const name of Object.keys(runtimes)) {
        const against = (other) => `${(of(platformOn(name)) / of(other)).toFixed(2)} x against ${other}`;
        console.log(`  ${name}: ${against("null_resource")}, ${against(EQUAL_STATE)}`);
      }
      reportOwn(count, own);
    }
    await platform.reset();
    await subjects[platformOn("Node.js")]();
    console.log(`  requests in one plan of platform_group: ${await platform.requests()}`);
    for (const each of open) each.close();
  }
  removeRuntimes();
  platform.close();
}

/** Returns the platform's group as one kind for each runtime of the provider. */
const onEachRuntime = (runtimes, env, body) =>
  Object.fromEntries(
    Object.entries(runtimes).map(([name, { env: selected, install }]) => [
      platformOn(name),
      { type: "platform_group", provider: "platform", env: { ...env, ...selected }, install, body },
    ]),
  );

const platformOn = (runtime) => `platform_group, ${runtime}`;

/**
 * Reports the processor time of Terraform itself, without providers: the minimum of the plans, and that of the single
 * apply.
 */
function reportOwn(count, own) {
  const rows = Object.entries(own).map(([name, { plan, apply, state }]) => ({
    name,
    values: [Math.min(...plan), apply, state / count],
  }));
  const reference = rows.find(({ name }) => name === "null_resource").values;
  console.log("  Terraform only: CPU ms per plan and apply, state bytes per resource");
  for (const { name, values } of rows) {
    const shown = values.map(
      (value, index) => `${value.toFixed(0).padStart(6)} ${(value / reference[index]).toFixed(2)} x`,
    );
    console.log(`    ${name.padEnd(EQUAL_STATE.length)} ${shown.join("  ")}`);
  }
}

/** Returns the content of a group's state. */
const likeGroup = (groupUid, name) => `{
    id          = "${groupUid}/0123456789abcdef"
    uid         = "${groupUid}/0123456789abcdef"
    parent_uid  = "${groupUid}"
    name        = "${name}"
    description = ""
  }`;

const emptyNode = () =>
  new Promise((resolve) => spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }).once("close", resolve));
