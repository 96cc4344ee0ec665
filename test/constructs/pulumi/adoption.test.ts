import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ManagedProvider } from "../../../constructs/pulumi/provider";
import { CallerAccess, createClient, IdempotentCreator, staticToken } from "../../../src/client";
import { UnfinishedCreates } from "../../../src/client/unfinished-creates";
import { registry } from "../../../src/model";
import { startPlatform } from "../../../src/testing";
import { quickRetry as retry } from "../../client/fixtures";
import { startProxy } from "../../client/proxy";

it("an adopted resource does not complete an earlier create whose response was lost", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "adoption-"));
  let losing = false;
  const platform = await startPlatform();
  const proxy = await startProxy(platform.baseUrl, { cut: (method) => method === "POST" && losing });
  const { url: baseUrl } = proxy;
  const client = createClient({ baseUrl, credentials: staticToken(platform.token), retry });
  const creating = { baseUrl, caller: async () => "robot", workingDirectory: "/stack" };
  const creator = new IdempotentCreator(client, { retry, unfinished: new UnfinishedCreates(directory, creating) });
  const groups = new ManagedProvider(registry.groups, () => ({
    baseUrl,
    client,
    creator,
    access: new CallerAccess(client, async () => platform.token),
  }));
  const twin = { parentUid: platform.groupUid, name: "twin" };
  try {
    // The response that shows that the service stores idempotency keys.
    await groups.create({ ...twin, name: "first" });
    losing = true;
    await expect(groups.create(twin)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    losing = false;
    const { items } = await client.groups.page({ childrenOf: platform.groupUid, name: "twin" });
    const adopted = await groups.create({ ...twin, importUid: items[0]!.uid });
    const created = await groups.create(twin);
    expect(created.id).not.toBe(adopted.id);
  } finally {
    await client.close();
    await proxy.close();
    await platform.close();
    rmSync(directory, { recursive: true });
  }
});
