import type { PlatformClient } from "../../src/client";
import type { TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, shareWorkspace, type Workspace } from "./workspace";

const expirationTime = "2040-01-02T03:04:05Z";

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `attributes with a default chosen by the service, with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let workspace: Workspace;
    shareWorkspace(engine, (shared) => {
      ({ platform, client, workspace } = shared);
    });

    const configure = (repo: string, sync: string) =>
      workspace.configure(`
resource "platform_repo" "source" {
  group_uid = "${platform.groupUid}"
  name      = "source"
}
resource "platform_repo" "copy" {
  group_uid = "${platform.groupUid}"
  name      = "copy"
  ${repo}
  sync_config = {
    source = platform_repo.source.uid
    ${sync}
  }
}
`);
    const copy = async () => client.repos.get(String(workspace.state()["platform_repo.copy"]?.uid));
    const set = {
      activeTags: ["latest"],
      sync_config: { uniqueTags: true, gracePeriod: true, expirationTime: "2040-01-02T03:04:05.000Z" },
    };

    test("keep their value when removed, as documented, and are cleared by an empty value", async () => {
      await configure(
        'active_tags = ["latest"]',
        `unique_tags = true\n grace_period = true\n expiration_time = "${expirationTime}"`,
      );
      await workspace.apply();
      expect(await copy()).toMatchObject(set);

      await configure("", "");
      expect(await workspace.isSettled()).toBe(true);
      expect(await copy()).toMatchObject(set);

      await configure("active_tags = []", 'unique_tags = false\n grace_period = false\n expiration_time = ""');
      const plan = await workspace.succeed("plan");
      for (const attribute of ["active_tags", "unique_tags", "grace_period", "expiration_time"])
        expect(plan).toMatch(new RegExp(`[-~] +${attribute} `));
      await workspace.apply();
      expect(await copy()).toMatchObject({
        activeTags: [],
        sync_config: { uniqueTags: false, gracePeriod: false, expirationTime: null },
      });
      expect(await workspace.isSettled()).toBe(true);

      await configure("", "");
      expect(await workspace.isSettled()).toBe(true);
    });

    test("fail the plan for an end in the past, without a replacement", async () => {
      await configure("", 'expiration_time = "2020-01-01T00:00:00Z"');
      const { code, errors } = await workspace.run("plan");
      expect(code).toBe(1);
      expect(errors).toContain('sync_config.expiration_time is "2020-01-01T00:00:00Z", which must not be in the past.');
    });

    test("have invalid values rejected by validate", async () => {
      await workspace.configure(`
resource "platform_repo" "wrong" {
  group_uid    = "${platform.groupUid}"
  name         = "wrong"
  catalog_tier = "CATALOG_TIER_UNSPECIFIED"
  active_tags  = ["latest", "latest"]
  sync_config  = { source = "${platform.groupUid}" }
}
resource "platform_role" "twice" {
  group_uid    = "${platform.groupUid}"
  name         = "twice"
  capabilities = ["groups.list", "CAP_IAM_GROUPS_LIST"]
}
`);
      const { code, errors } = await workspace.run("validate");
      expect(code).toBe(1);
      expect(errors).toContain("CATALOG_TIER_COMMERCIAL; omit it to leave it unset.");
      expect(errors).toContain('active_tags[1] is "latest", which is duplicated.');
      expect(errors).toContain("which must be the uid of a repo, not of a group.");
      expect(errors).toMatch(/is a duplicate of "(groups.list|CAP_IAM_GROUPS_LIST)", written differently\./);
    });
  });
});
