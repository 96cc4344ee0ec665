import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { PlatformClient } from "../../src/client";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { type CuttingProxy, startProxy } from "../client/proxy";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `runs under adverse conditions, with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let proxy: CuttingProxy | undefined;
    let workspace: Workspace | undefined;
    /** A directory for what runs store for later ones. */
    let kept: string;
    beforeEach(() => {
      kept = mkdtempSync(path.join(tmpdir(), "runs-"));
    });
    afterEach(async () => {
      workspace?.close();
      await proxy?.close();
      await platform?.close();
      rmSync(kept, { recursive: true });
    });

    const through = ({ url }: CuttingProxy) =>
      new Workspace(engine, {
        PLATFORM_BASE_URL: url,
        PLATFORM_TOKEN: platform.token,
        XDG_RUNTIME_DIR: kept,
      });

    const namesBelow = async (uid: string): Promise<string[]> => {
      const names: string[] = [];
      for await (const { name } of client.repos.list({ childrenOf: uid })) names.push(name);
      return names;
    };

    test.each([
      ["stores idempotency keys", false, engine === "terraform" ? 500 : 50],
      ["ignores idempotency keys", true, 50],
    ])("creates no resource twice when responses are lost, at a service that %s", async (_name, removesKeys, count) => {
      platform = await startPlatform();
      client = platform.client();
      proxy = await startProxy(platform.baseUrl, { cut: (_method, index) => index % 10 === 9, removesKeys });
      workspace = through(proxy);
      await workspace.configure(`
resource "platform_repo" "many" {
  count     = ${count}
  group_uid = "${platform.groupUid}"
  name      = "repo-\${count.index}"
}
`);
      for (let runs = 1; (await workspace.run("apply", "-auto-approve", "-refresh=false")).code !== 0; runs++)
        expect(runs).toBeLessThan(5);
      expect(proxy.cuts()).toBeGreaterThanOrEqual(count / 10 - 1);
      const names = await namesBelow(platform.groupUid);
      expect(names).toHaveLength(count);
      expect(new Set(names).size).toBe(count);
      const { resources } = JSON.parse(workspace.stateText()) as { resources: { instances: unknown[] }[] };
      expect(resources[0]!.instances).toHaveLength(count);
    });

    test("resumes creates in the next apply after all responses were lost, except for an imported one", async () => {
      let losing = true;
      platform = await startPlatform();
      client = platform.client();
      proxy = await startProxy(platform.baseUrl, { cut: (method, index) => losing && method === "POST" && index > 0 });
      workspace = through(proxy);
      await workspace.configure(`
resource "platform_group" "first" {
  parent_uid = "${platform.groupUid}"
  name       = "first"
}
resource "platform_group" "twins" {
  count      = 3
  parent_uid = platform_group.first.uid
  name       = "twin"
}
`);
      const uidsOfTwins = async () => {
        const first = workspace!.state()["platform_group.first"]!;
        return (await client.groups.page({ childrenOf: String(first.uid) })).items.map(({ uid }) => uid).sort();
      };
      const { code, errors } = await workspace.run("apply", "-auto-approve");
      expect([code, errors]).toEqual([1, expect.stringContaining("Cannot create the group")]);
      const made = await uidsOfTwins();
      expect(made).toHaveLength(3);
      losing = false;
      await workspace.succeed("import", "platform_group.twins[1]", made[0]!);
      expect(await workspace.apply()).toContain("2 added, 0 changed, 0 destroyed");
      await expect(uidsOfTwins()).resolves.toEqual(made);
      expect(await workspace.isSettled()).toBe(true);
    });

    test("resumes creates in progress when the engine is killed, in the next apply", async () => {
      let isKilled = false;
      const never = new Promise(() => {});
      platform = await startPlatform();
      client = platform.client();
      proxy = await startProxy(platform.baseUrl, { delay: (method) => (method === "POST" && !isKilled ? never : 0) });
      workspace = through(proxy);
      await workspace.configure(`
resource "platform_repo" "some" {
  count     = 3
  group_uid = "${platform.groupUid}"
  name      = "repo-\${count.index}"
}
`);
      const areMade = () => platform.requests.filter(({ method }) => method === "POST").length === 3;
      await workspace.kill(areMade, "apply", "-auto-approve", "-refresh=false");
      const keys = () => readdirSync(kept, { recursive: true }).filter((name) => String(name).includes("create-"));
      while (keys().length < 3) await setTimeout(20);
      isKilled = true;
      expect(await workspace.apply()).toContain("3 added, 0 changed, 0 destroyed");
      await expect(namesBelow(platform.groupUid)).resolves.toHaveLength(3);
      expect(keys()).toEqual([]);
    });

    test("resumes a create in progress when the plugin is killed, in the next apply, and warns in a plan elsewhere", async () => {
      let isKilled = false;
      const never = new Promise(() => {});
      platform = await startPlatform();
      client = platform.client();
      proxy = await startProxy(platform.baseUrl, { delay: (method) => (method === "POST" && !isKilled ? never : 0) });
      workspace = through(proxy);
      const configuration = `
resource "platform_group" "team" {
  parent_uid = "${platform.groupUid}"
  name       = "team"
}
`;
      await workspace.configure(configuration);
      const applied = workspace.run("apply", "-auto-approve", "-refresh=false");
      while (!platform.requests.some(({ method }) => method === "POST")) await setTimeout(20);
      const [key, ...others] = readdirSync(kept, { recursive: true }).filter((name) =>
        /create-[^/]*$/.test(String(name)),
      );
      expect(others).toEqual([]);
      const [plugin] = readFileSync(path.join(kept, String(key)), "utf8").split(" ");
      process.kill(Number(plugin), "SIGKILL");
      expect((await applied).code).toBe(1);
      isKilled = true;

      const { items } = await client.groups.page({ childrenOf: platform.groupUid });
      const elsewhere = new Workspace(engine, { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_TOKEN: platform.token });
      try {
        await elsewhere.configure(configuration);
        const plan = (await elsewhere.succeed("plan")).replace(/[│╵╷\s]+/g, " ");
        expect(plan).toContain('Warning: The group "team" already exists');
        expect(plan).toContain(`import { to = platform_group.team id = "${items[0]!.uid}" }`);
      } finally {
        elsewhere.close();
      }
      const continued = (await workspace.succeed("plan")).replace(/[│╵╷\s]+/g, " ");
      expect(continued).toContain('Warning: An earlier run did not finish creating the group "team"');
      expect(continued).toContain(`That is probably ${items[0]!.uid}`);
      expect(continued).not.toContain("already exists");

      expect(await workspace.apply()).toContain("1 added, 0 changed, 0 destroyed");
      await expect(client.groups.page({ childrenOf: platform.groupUid })).resolves.toMatchObject({ totalCount: 1 });
      const settled = await workspace.succeed("plan");
      expect(settled).not.toContain("exists already");
    });

    test("resumes creates of an apply that was interrupted twice and wrote no state, in the next apply", async () => {
      let isInterrupted = false;
      const never = new Promise(() => {});
      platform = await startPlatform();
      client = platform.client();
      const made = () => platform.requests.filter(({ method }) => method === "POST").length;
      proxy = await startProxy(platform.baseUrl, {
        delay: (method) => (method === "POST" && made() > 2 && !isInterrupted ? never : 0),
      });
      workspace = through(proxy);
      await workspace.configure(`
resource "platform_group" "teams" {
  count      = 2
  parent_uid = "${platform.groupUid}"
  name       = "team-\${count.index}"
}
resource "platform_group" "last" {
  parent_uid = platform_group.teams[1].uid
  name       = "last"
  depends_on = [platform_group.teams]
}
`);
      const { child, outcome } = workspace.start(["apply", "-auto-approve", "-refresh=false"]);
      while (made() < 3) await setTimeout(20);
      child.kill("SIGINT");
      // Leaving a loop over the stream would close it, and the engine dies of a closed pipe when it prints next.
      let output = "";
      await new Promise<void>((resolve) => {
        child.stdout!.on("data", (chunk) => {
          output += chunk;
          if (output.includes("Interrupt received")) resolve();
        });
      });
      child.kill("SIGINT");
      expect((await outcome).code).toBe(1);
      isInterrupted = true;
      await workspace.apply();
      expect(await workspace.isSettled()).toBe(true);
      await expect(client.groups.page({ descendantsOf: platform.groupUid })).resolves.toMatchObject({ totalCount: 3 });
    });

    test("limits concurrent requests to sixteen, and an operation to its timeout", async () => {
      platform = await startPlatform();
      client = platform.client();
      let answering: () => Promise<unknown> = () => new Promise(() => {});
      proxy = await startProxy(platform.baseUrl, { delay: () => answering() });
      workspace = through(proxy);
      const repos = (count: number, timeouts: string) => `
resource "platform_repo" "many" {
  count     = ${count}
  group_uid = "${platform.groupUid}"
  name      = "repo-\${count.index}"
  timeouts  = ${timeouts}
}
`;
      await workspace.configure(repos(1, '{ create = "20ms" }'));
      const { code, errors } = await workspace.run("apply", "-auto-approve");
      expect([code, errors]).toEqual([1, expect.stringContaining("took longer than 20 ms")]);
      let areSixteen = () => {};
      const sixteen = new Promise<void>((resolve) => {
        areSixteen = resolve;
      });
      answering = () => {
        if (proxy!.peak() >= 16) areSixteen();
        // Leaves time for surplus requests to arrive.
        return sixteen.then(() => setTimeout(100));
      };
      await workspace.configure(repos(60, "null"));
      await workspace.apply("-parallelism=60");
      await expect(namesBelow(platform.groupUid)).resolves.toHaveLength(60);
      expect(proxy.peak()).toBe(16);
    });

    test("renews its token during an apply", async () => {
      // The service's clock runs slowly, so that no token expires in transit; the provider renews it by its own clock.
      // It starts ahead, since identity tokens signed in the future are rejected.
      const start = Date.now();
      const clock = () => start + 60_000 + (Date.now() - start) / 10;
      platform = await startPlatform({ tokenLifetime: 2, clock });
      client = platform.client();
      workspace = new Workspace(engine, platform.environment());
      await workspace.configure(`
resource "platform_repo" "first" {
  group_uid = "${platform.groupUid}"
  name      = "first"
}
resource "terraform_data" "long" {
  depends_on = [platform_repo.first]
  provisioner "local-exec" {
    command = "/bin/sleep 3"
  }
}
resource "platform_repo" "second" {
  depends_on = [terraform_data.long]
  group_uid  = "${platform.groupUid}"
  name       = "second"
}
`);
      await workspace.apply();
      await expect(namesBelow(platform.groupUid)).resolves.toHaveLength(2);
      expect(platform.requests.filter(({ path }) => path === "/sts/exchange").length).toBeGreaterThan(1);
      expect(platform.requests.filter(({ status }) => status === 401)).toEqual([]);
    });

    test("records everything that an interrupted apply has created", async () => {
      platform = await startPlatform();
      client = platform.client();
      const someAreMade = () => platform.requests.filter(({ method }) => method === "POST").length >= 25;
      let confirmed: Promise<void>;
      proxy = await startProxy(platform.baseUrl, { delay: () => (someAreMade() ? confirmed : 0) });
      workspace = through(proxy);
      await workspace.configure(`
resource "platform_repo" "many" {
  count     = 200
  group_uid = "${platform.groupUid}"
  name      = "repo-\${count.index}"
}
`);
      const interrupted = workspace.interrupt(someAreMade, "apply", "-auto-approve", "-refresh=false");
      confirmed = interrupted.confirmed;
      expect((await interrupted.outcome).code).toBe(1);
      const made = await namesBelow(platform.groupUid);
      expect(made.length).toBeLessThan(200);
      const { resources } = JSON.parse(workspace.stateText()) as { resources: { instances: unknown[] }[] };
      expect(resources[0]!.instances).toHaveLength(made.length);
    });
  });
});
