import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlatformClient } from "../../src/client";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { type CuttingProxy, startProxy } from "../client/proxy";
import { describeWith } from "../engines";
import { Workspace } from "./workspace";

describeWith(["terraform"], "runs under adverse conditions", () => {
  let platform: TestPlatform;
  let client: PlatformClient;
  let proxy: CuttingProxy | undefined;
  let workspace: Workspace | undefined;
  afterEach(async () => {
    workspace?.close();
    await proxy?.close();
    await platform?.close();
  });

  const namesBelow = async (uid: string): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of client.repos.list({ childrenOf: uid })) names.push(name);
    return names;
  };

  test.each([
    ["remembers keys", false, 500],
    ["ignores keys", true, 50],
  ])(
    "at a service that %s, answers lost on the way make no resource twice",
    async (_name, ignoreIdempotencyKeys, count) => {
      platform = await startPlatform({ ignoreIdempotencyKeys });
      client = platform.client();
      proxy = await startProxy(platform.baseUrl, (_method, index) => index % 10 === 9);
      workspace = new Workspace("terraform", { PLATFORM_BASE_URL: proxy.url, PLATFORM_TOKEN: platform.token });
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
    },
    60_000,
  );

  test("creates whose every answer is lost are taken up by the next apply, each for itself, but for one that is imported", async () => {
    let losing = true;
    platform = await startPlatform();
    client = platform.client();
    proxy = await startProxy(platform.baseUrl, (method, index) => losing && method === "POST" && index > 0);
    workspace = new Workspace("terraform", {
      PLATFORM_BASE_URL: proxy.url,
      PLATFORM_TOKEN: platform.token,
      XDG_RUNTIME_DIR: mkdtempSync(path.join(tmpdir(), "runs-")),
    });
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
  }, 60_000);

  test("creates that are under way when the engine is killed are taken up by the next apply", async () => {
    let delay = 2_000;
    const base = mkdtempSync(path.join(tmpdir(), "runs-"));
    platform = await startPlatform();
    client = platform.client();
    proxy = await startProxy(
      platform.baseUrl,
      () => false,
      () => delay,
    );
    workspace = new Workspace("terraform", {
      PLATFORM_BASE_URL: proxy.url,
      PLATFORM_TOKEN: platform.token,
      XDG_RUNTIME_DIR: base,
    });
    await workspace.configure(`
resource "platform_repo" "some" {
  count     = 3
  group_uid = "${platform.groupUid}"
  name      = "repo-\${count.index}"
}
`);
    const areMade = () => platform.requests.filter(({ method }) => method === "POST").length === 3;
    await workspace.kill(areMade, "apply", "-auto-approve", "-refresh=false");
    const keys = () => readdirSync(base, { recursive: true }).filter((name) => String(name).includes("create-"));
    while (keys().length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    delay = 0;
    expect(await workspace.apply()).toContain("3 added, 0 changed, 0 destroyed");
    await expect(namesBelow(platform.groupUid)).resolves.toHaveLength(3);
    expect(keys()).toEqual([]);
  }, 60_000);

  test("at most sixteen requests are under way, and an operation has the time that it is given", async () => {
    platform = await startPlatform();
    client = platform.client();
    proxy = await startProxy(platform.baseUrl, () => false, 100);
    workspace = new Workspace("terraform", { PLATFORM_BASE_URL: proxy.url, PLATFORM_TOKEN: platform.token });
    const repos = (timeouts: string) => `
resource "platform_repo" "many" {
  count     = 60
  group_uid = "${platform.groupUid}"
  name      = "repo-\${count.index}"
  timeouts  = ${timeouts}
}
`;
    await workspace.configure(repos('{ create = "20ms" }'));
    const { code, errors } = await workspace.run("apply", "-auto-approve", "-parallelism=1");
    expect([code, errors]).toEqual([1, expect.stringContaining("took longer than 20 ms")]);
    await workspace.configure(repos("null"));
    await workspace.apply("-parallelism=60");
    await expect(namesBelow(platform.groupUid)).resolves.toHaveLength(60);
    expect(proxy.peak()).toBe(16);
  }, 60_000);

  test("an apply outlives its token", async () => {
    platform = await startPlatform({ tokenLifetime: 2 });
    client = platform.client();
    workspace = new Workspace("terraform", platform.environment());
    await workspace.configure(`
resource "platform_repo" "first" {
  group_uid = "${platform.groupUid}"
  name      = "first"
}
resource "terraform_data" "long" {
  depends_on = [platform_repo.first]
  provisioner "local-exec" {
    command = "sleep 3"
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
  }, 60_000);

  test("an apply that is interrupted knows of everything that it made", async () => {
    platform = await startPlatform();
    client = platform.client();
    proxy = await startProxy(platform.baseUrl, () => false, 100);
    workspace = new Workspace("terraform", { PLATFORM_BASE_URL: proxy.url, PLATFORM_TOKEN: platform.token });
    await workspace.configure(`
resource "platform_repo" "many" {
  count     = 200
  group_uid = "${platform.groupUid}"
  name      = "repo-\${count.index}"
}
`);
    const someAreMade = () => platform.requests.filter(({ method }) => method === "POST").length >= 25;
    const { code } = await workspace.interrupt(someAreMade, "apply", "-auto-approve", "-refresh=false");
    expect(code).toBe(1);
    const made = await namesBelow(platform.groupUid);
    expect(made.length).toBeLessThan(200);
    const { resources } = JSON.parse(workspace.stateText()) as { resources: { instances: unknown[] }[] };
    expect(resources[0]!.instances).toHaveLength(made.length);
  }, 60_000);
});
