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
    ["ignores keys", true, 100],
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
});
