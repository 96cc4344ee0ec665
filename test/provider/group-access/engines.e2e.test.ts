import type { PlatformClient } from "../../../src/client";
import { builtInRole } from "../../../src/model";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { describeWith } from "../../engines";
import { type EngineName, Workspace } from "../workspace";

const [viewer, editor] = [builtInRole("viewer").uid, builtInRole("editor").uid];
const issuer = "https://issuer.example.com";

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `group access with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let workspace: Workspace;
    let groupUid: string;
    let eve: string;
    beforeAll(async () => {
      platform = await startPlatform();
      client = platform.client();
      workspace = new Workspace(engine, platform.environment());
      groupUid = (await client.groups.create(platform.groupUid, { name: "team" })).uid;
      const claimMatch = { issuer, subject: "eve" };
      eve = (await client.identities.create(groupUid, { name: "eve", claimMatch })).uid;
    });
    afterAll(async () => {
      workspace?.close();
      await platform?.close();
    });

    const identities = ["ann", "ben"]
      .map(
        (name) => `
resource "platform_identity" "${name}" {
  group_uid   = "\${local.group}"
  name        = "${name}"
  claim_match = { issuer = "${issuer}", subject = "${name}" }
}
`,
      )
      .join("");
    const access = (label: string, ...grants: readonly (readonly [string, string])[]) => `
resource "platform_group_access" "${label}" {
  group_uid = local.group
  grants = [${grants.map(([identity, role]) => `{ identity_uid = platform_identity.${identity}.uid, role_uid = "${role}" }`).join(", ")}]
}
`;
    const configure = (...blocks: readonly string[]) =>
      workspace.configure([`locals {\n  group = "${groupUid}"\n}\n`, identities, ...blocks].join(""));

    async function bindings(): Promise<string[]> {
      const found: string[] = [];
      for await (const { identity, role } of client.roleBindings.list({ childrenOf: groupUid }))
        found.push(`${identity.name} ${role.name}`);
      return found.sort();
    }

    test("names what a create removes, removes it, and then plans no changes", async () => {
      const { uid } = await client.roleBindings.create(groupUid, { identityUid: eve, roleUid: editor });
      await configure(access("team", ["ann", viewer], ["ben", editor]));
      const plan = await workspace.run("plan", "-no-color");
      expect(plan.stdout).toContain(`- editor for eve (${uid})`);
      expect(await bindings()).toEqual(["eve editor"]);
      expect(await workspace.apply()).toContain("3 added, 0 changed, 0 destroyed");
      expect(await bindings()).toEqual(["ann viewer", "ben editor"]);
      expect(await workspace.isSettled()).toBe(true);
    });

    test("shows drift, and updates only what differs", async () => {
      await client.roleBindings.create(groupUid, { identityUid: eve, roleUid: viewer });
      const plan = await workspace.succeed("plan", "-no-color");
      expect(plan).toMatch(new RegExp(`- identity_uid = "${eve}"`));
      expect(plan).toContain("This removes 1 role binding");
      await configure(access("team", ["ann", viewer], ["ben", viewer]));
      const from = platform.requests.length;
      expect(await workspace.apply()).toContain("0 added, 1 changed, 0 destroyed");
      const writes = platform.requests
        .slice(from)
        .filter(({ method, path }) => method !== "GET" && /roleBindings/.test(path));
      expect(writes.map(({ method }) => method)).toEqual(["POST", "DELETE", "DELETE"]);
      expect(await bindings()).toEqual(["ann viewer", "ben viewer"]);
      expect(await workspace.isSettled()).toBe(true);
    });

    test("rejects a second resource of the group, and single role bindings in it", async () => {
      await configure(access("team", ["ann", viewer], ["ben", viewer]), access("again", ["ann", viewer]));
      expect((await workspace.run("plan")).errors).toContain("Two platform_group_access manage the same group");
      const single = `
resource "platform_role_binding" "ben" {
  group_uid    = local.group
  identity_uid = platform_identity.ben.uid
  role_uid     = "${editor}"
}
`;
      await configure(access("team", ["ann", viewer], ["ben", viewer]), single);
      expect((await workspace.run("plan")).errors).toContain(
        "platform_group_access and platform_role_binding manage role bindings of the same group",
      );
      expect(await bindings()).toEqual(["ann viewer", "ben viewer"]);
    });

    test("imports a group's bindings, and destroys them", async () => {
      await configure(access("team", ["ann", viewer], ["ben", viewer]));
      await workspace.succeed("state", "rm", "platform_group_access.team");
      await workspace.succeed("import", "-no-color", "platform_group_access.team", groupUid);
      expect(await workspace.isSettled()).toBe(true);
      await workspace.succeed("destroy", "-auto-approve", "-no-color");
      expect(await bindings()).toEqual([]);
    });
  });
});
