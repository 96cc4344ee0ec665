import { existsSync } from "node:fs";
import path from "node:path";
import { createClient, type PlatformClient, staticToken } from "../../src/client";
import { definitions } from "../../src/model";
import type { Workspace } from "../provider/workspace";
import { changedShape, configurationOf, firstShape } from "./configuration";
import { FaultInjector, randomProcessFault } from "./fault-injector";
import { FaultPlan } from "./fault-plan";
import type { FaultProxy } from "./fault-proxy";
import { Random, seedOf } from "./random";
import type { ServiceProcess } from "./service-process";

export interface ScenarioEnvironment {
  readonly service: ServiceProcess;
  readonly proxy: FaultProxy;
  /** Sends its requests through the proxy. */
  readonly workspace: Workspace;
}

/**
 * Terraform truncates its state file before it writes it, and a second interrupt ends it at once: "data loss may have
 * occurred". No provider can recover resources that only the lost file named, so such a scenario ends there.
 */
class LostStateError extends Error {}

/**
 * Applies, changes and destroys a configuration under faults that the seed determines. After each step, one clean run
 * must converge, with each resource existing once; after the last, nothing is left. `log` gets a line per fault.
 */
export async function runScenario(environment: ScenarioEnvironment, seed: number, log: string[]): Promise<void> {
  const { service } = environment;
  const client = createClient({
    baseUrl: `http://127.0.0.1:${service.port}`,
    credentials: staticToken(service.token),
  });
  try {
    const group = await client.groups.create(service.groupUid, { name: `scenario ${seed}` });
    const isStateLost = await runSteps(environment, client, group.uid, seed, log).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof LostStateError)) throw error;
        log.push(error.message);
        return true;
      },
    );
    await client.groups.delete(group.uid, { force: isStateLost });
  } finally {
    await client.close();
  }
}

async function runSteps(
  { service, proxy, workspace }: ScenarioEnvironment,
  client: PlatformClient,
  groupUid: string,
  seed: number,
  log: string[],
): Promise<void> {
  const random = new Random(seed);
  const runWithFaults = async (step: string, ...args: readonly string[]) => {
    const plan = new FaultPlan(seedOf(seed, step), random.pick([0, 0.2, 0.35, 0.5]));
    const processFault = random.chance(0.75) ? randomProcessFault(random) : undefined;
    const injector = new FaultInjector(service, plan, processFault, (line) => log.push(`${step}: ${line}`));
    proxy.handler = injector;
    const { child, outcome } = workspace.start(args);
    injector.command = child;
    const { code, errors } = await outcome;
    proxy.handler = undefined;
    await injector.finished();
    log.push(`${step}: ended with ${code}${code === 0 ? "" : `: ${errors.slice(0, 2000)}`}`);
    if (hasLostState(workspace)) throw new LostStateError(`${step}: Terraform left an incomplete state file`);
  };

  let shape = firstShape(random);
  const steps = random.chance(0.6) ? 2 : 1;
  for (let step = 0; step < steps; step++) {
    if (step > 0) shape = changedShape(random, shape);
    await workspace.configure(configurationOf(shape, groupUid));
    const runs = random.chance(0.3) ? 2 : 1;
    for (let run = 1; run <= runs; run++)
      await runWithFaults(`${step === 0 ? "create" : "change"} ${run}`, "apply", "-auto-approve");
    await workspace.apply();
    await expectOnce(client, groupUid, workspace);
  }
  if (!(await workspace.isSettled())) throw new Error("A plan after a clean apply is not empty");
  await runWithFaults("destroy", "destroy", "-auto-approve");
  await workspace.succeed("destroy", "-auto-approve");
  await expectOnce(client, groupUid, workspace);
}

/** Throws unless the resources below a group are those in the state, each exactly once. */
async function expectOnce(client: PlatformClient, groupUid: string, workspace: Workspace): Promise<void> {
  const existing: string[] = [];
  for (const definition of definitions.filter(({ operations }) => operations.includes("create"))) {
    for await (const { uid } of client.collection(definition).list({ descendantsOf: groupUid }))
      existing.push(`${definition.name} ${uid}`);
  }
  const managed = uidsIn(workspace);
  const unmanaged = existing.filter((each) => !managed.includes(each.split(" ")[1]!) && !each.endsWith(` ${groupUid}`));
  const missing = managed.filter((uid) => !existing.some((each) => each.endsWith(` ${uid}`)));
  const repeated = managed.filter((uid, index) => managed.indexOf(uid) !== index);
  if (unmanaged.length + missing.length + repeated.length > 0)
    throw new Error(
      `The service has what the state has not: [${unmanaged}]; the state has what the service has not: [${missing}], ` +
        `and twice: [${repeated}]`,
    );
}

/** Reports whether Terraform was interrupted while it wrote its state. */
function hasLostState(workspace: Workspace): boolean {
  if (!existsSync(path.join(workspace.directory, "terraform.tfstate"))) return false;
  try {
    JSON.parse(workspace.stateText());
    return false;
  } catch {
    workspace.replaceState("");
    return true;
  }
}

function uidsIn(workspace: Workspace): string[] {
  if (!existsSync(path.join(workspace.directory, "terraform.tfstate"))) return [];
  const { resources } = JSON.parse(workspace.stateText()) as {
    resources: { mode: string; instances: { attributes: { uid?: string } }[] }[];
  };
  return resources
    .filter(({ mode }) => mode === "managed")
    .flatMap(({ instances }) => instances.map(({ attributes }) => String(attributes.uid)));
}
