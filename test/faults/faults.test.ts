import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describeWith } from "../engines";
import { Workspace } from "../provider/workspace";
import { type FaultProxy, startFaultProxy } from "./fault-proxy";
import { runScenario } from "./scenario";
import { ServiceProcess } from "./service-process";

/** `npm run faults -- --scenarios 300 --seed 7` runs more, starting with another seed. */
const scenarios = Number(process.env.FAULT_SCENARIOS ?? 3);
const firstSeed = Number(process.env.FAULT_SEED ?? 1);

describeWith(["terraform"], "a run with faults", () => {
  let directory: string;
  let service: ServiceProcess;
  let proxy: FaultProxy;
  let workspace: Workspace | undefined;
  const figures = { scenarios: 0, faults: 0, lostStates: 0, failures: 0 };

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), "faults-"));
    service = await ServiceProcess.begin(path.join(directory, "store"));
    proxy = await startFaultProxy(service.port);
  });
  afterAll(async () => {
    workspace?.close();
    await proxy.close();
    await service.kill();
    rmSync(directory, { recursive: true });
    if (process.env.FAULT_SCENARIOS) process.stdout.write(`${JSON.stringify(figures)}\n`);
  });

  /** One directory for all, so that it is initialized once, unless a scenario failed in it. */
  const stage = () => {
    workspace ??= new Workspace("terraform", {
      PLATFORM_BASE_URL: proxy.url,
      PLATFORM_TOKEN: service.token,
      XDG_RUNTIME_DIR: directory,
    });
    return { service, proxy, workspace: workspace.with({ PLATFORM_TOKEN: service.token }) };
  };

  test.each(Array.from({ length: scenarios }, (_, index) => firstSeed + index))(
    "converges in one clean apply to each resource once, and leaves nothing behind (seed %i)",
    async (seed) => {
      const log: string[] = [];
      figures.scenarios++;
      try {
        await runScenario(stage(), seed, log);
      } catch (error) {
        figures.failures++;
        proxy.handler = undefined;
        workspace?.close();
        workspace = undefined;
        const repeat = `npm run faults -- --scenarios 1 --seed ${seed}`;
        const report = `Scenario ${seed} failed. Repeat it with \`${repeat}\`\n${log.join("\n")}\n${error}`;
        // Printed immediately, for long runs.
        process.stdout.write(`${report}\n`);
        throw new Error(report);
      } finally {
        const lost = log.filter((line) => line.includes("incomplete state file")).length;
        figures.lostStates += lost;
        figures.faults += log.filter((line) => !line.includes(": ended with ")).length - lost;
      }
    },
  );
});
