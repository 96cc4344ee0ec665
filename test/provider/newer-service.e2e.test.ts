import { startPlatform, type TestPlatform } from "../../src/testing";
import { type CuttingProxy, startProxy } from "../client/proxy";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

/** Adds unknown enum values and members to a response, as a future service may. */
const ofTomorrow = (body: string): string =>
  body
    .replaceAll("CATALOG_TIER_BASE", "CATALOG_TIER_OF_TOMORROW")
    .replaceAll("CAP_IAM_GROUPS_LIST", "CAP_OF_TOMORROW")
    .replaceAll('"createTime":', '"madeFor":{"reason":1},"createTime":');

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `a service that is newer than the provider, with ${engine}`, () => {
    let platform: TestPlatform;
    let proxy: CuttingProxy;
    let workspace: Workspace;
    beforeAll(async () => {
      platform = await startPlatform();
      proxy = await startProxy(platform.baseUrl, { rewrite: ofTomorrow });
      workspace = new Workspace(engine, { PLATFORM_TOKEN: platform.token });
    });
    afterAll(async () => {
      workspace?.close();
      await proxy?.close();
      await platform?.close();
    });

    const configuration = (baseUrl: string, lifecycle = "") => `
provider "platform" {
  base_url = "${baseUrl}"
}
resource "platform_repo" "images" {
  group_uid    = "${platform.groupUid}"
  name         = "images"
  catalog_tier = "CATALOG_TIER_BASE"
  ${lifecycle.replace("ignored", "catalog_tier")}
}
resource "platform_role" "lister" {
  group_uid    = "${platform.groupUid}"
  name         = "lister"
  capabilities = ["groups.list", "repo.list"]
  ${lifecycle.replace("ignored", "capabilities")}
}
`;
    const lookups = `
data "platform_repos" "all" {
  descendants_of = platform_repo.images.group_uid
}
data "platform_role" "lister" {
  uid = platform_role.lister.uid
}
output "found" {
  value = [data.platform_repos.all.repos[0].catalog_tier, tolist(data.platform_role.lister.capabilities)[0]]
}
`;

    test("stores its values, shows them in diffs, and returns them from data sources", async () => {
      await workspace.configure(configuration(platform.baseUrl));
      await workspace.apply();
      await workspace.configure(configuration(proxy.url) + lookups);
      const planned = await workspace.succeed("plan");
      expect(planned).toContain("0 to add, 2 to change, 0 to destroy");
      expect(planned).toContain('"CATALOG_TIER_OF_TOMORROW" -> "CATALOG_TIER_BASE"');
      expect(planned).toMatch(/- "CAP_OF_TOMORROW",\s+\+ "groups.list"/);

      await workspace.configure(configuration(proxy.url, "lifecycle { ignore_changes = [ignored] }") + lookups);
      await workspace.apply();
      expect(await workspace.succeed("output", "found")).toContain("CATALOG_TIER_OF_TOMORROW");
      expect(await workspace.isSettled()).toBe(true);
    });
  });
});
