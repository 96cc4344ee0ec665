import type { PlatformClient } from "../../src/client";
import { builtInRole } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { shareWorkspace, type Workspace } from "./workspace";

const [viewer, editor] = [builtInRole("viewer").uid, builtInRole("editor").uid];

/** Ten days from now, without the fractional seconds that the service returns. */
const inTenDays = new Date(Date.now() + 864e6).toISOString().replace(/\.\d+/, "");

/** One resource of each type, and their data sources. The second value changes every field. */
interface Access {
  readonly group: string;
  readonly subject: string;
  readonly capabilities: string;
  readonly role: string;
  readonly repo: string;
  readonly expiry: string;
  readonly bound?: string;
}

const before: Access = {
  group: 'name = "team a"',
  subject: "repo:acme/app:ref:refs/heads/main",
  capabilities: '["groups.list", "repo.list"]',
  role: "platform_role.lister.uid",
  repo: 'name = "images"\n  bundles = ["base"]',
  expiry: inTenDays,
};

const after: Access = {
  group: 'name = "team a"\n  description = "who looks after the app"',
  subject: "repo:acme/app:environment:production",
  capabilities: '["repo.list"]',
  role: "data.platform_role.viewer.uid",
  repo: 'name = "container images"\n  bundles = ["base", "fips"]\n  catalog_tier = "CATALOG_TIER_BASE"',
  // The same instant, which is not a change.
  expiry: inTenDays.replace("Z", "+00:00"),
};

for (const engine of ["terraform", "tofu"] as const) {
  describeWith([engine], `access provisioned with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let workspace: Workspace;
    shareWorkspace(engine, (shared) => {
      ({ platform, client, workspace } = shared);
    });

    const configuration = ({ group, subject, capabilities, role, repo, expiry, bound = "ci" }: Access) => `
resource "platform_group" "team" {
  parent_uid = "${platform.groupUid}"
  ${group}
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.team.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example.com", subject = "${subject}" }
}
resource "platform_identity" "operator" {
  group_uid   = platform_group.team.id
  name        = "operator"
  static_keys = {
    issuer          = "https://keys.example.com"
    subject         = "operator"
    issuer_keys     = jsonencode({ keys = [{ kty = "OKP", crv = "Ed25519", x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }] })
    expiration_time = "${expiry}"
    audiences       = []
  }
}
resource "platform_role" "lister" {
  group_uid    = platform_group.team.uid
  name         = "lister"
  description  = ""
  capabilities = ${capabilities}
}
resource "platform_role_binding" "ci" {
  group_uid    = platform_group.team.uid
  identity_uid = platform_identity.${bound}.uid
  role_uid     = ${role}
}
resource "platform_repo" "images" {
  group_uid = platform_group.team.uid
  ${repo}
}
data "platform_role" "viewer" {
  name = "viewer"
}
data "platform_repos" "below" {
  descendants_of = platform_group.team.uid
  depends_on     = [platform_repo.images]
}
data "platform_identity" "owner" {
  uid = "${platform.identityUid}"
}
`;

    /** Returns the masks of the PATCH requests sent during `work`, by plural of the updated resource. */
    async function masksOf(work: () => Promise<unknown>): Promise<Record<string, string>> {
      const from = platform.requests.length;
      await work();
      const patches = platform.requests.slice(from).filter(({ method }) => method === "PATCH");
      return Object.fromEntries(patches.map(({ path, updateMask }) => [path.split("/")[3], updateMask ?? ""]));
    }

    const uidOf = (address: string): string => String(workspace.state()[address]?.uid);

    test("creates everything and then plans no changes", async () => {
      await workspace.configure(configuration(before));
      expect(await workspace.apply()).toContain("6 added, 0 changed, 0 destroyed");
      expect(await workspace.isSettled()).toBe(true);
      expect(await workspace.isSettled("-refresh-only")).toBe(true);

      const state = workspace.state();
      const group = uidOf("platform_group.team");
      expect(state["platform_group.team"]).toMatchObject({
        id: group,
        parent_uid: platform.groupUid,
        description: null,
      });
      expect(state["platform_role.lister"]).toMatchObject({
        capabilities: ["groups.list", "repo.list"],
        description: "",
      });
      expect(state["platform_identity.operator"]).toMatchObject({ static_keys: { audiences: [] } });
      expect(state["data.platform_role.viewer"]).toMatchObject({ uid: viewer, group_uid: null });
      expect(state["data.platform_repos.below"]).toMatchObject({ repos: [{ name: "images", group_uid: group }] });
      expect(state["data.platform_identity.owner"]).toMatchObject({ group_uid: platform.groupUid });
      await expect(client.roleBindings.get(uidOf("platform_role_binding.ci"))).resolves.toMatchObject({
        identity: { name: "ci" },
        role: { name: "lister" },
      });
    });

    test("acts as the identity of the pipeline's token, and stores no token in the state", () => {
      expect(platform.requests.filter(({ path }) => path === "/sts/exchange").length).toBeGreaterThan(0);
      expect(new Set(platform.requests.map(({ caller }) => caller ?? platform.identityUid))).toEqual(
        new Set([platform.identityUid]),
      );
      expect(workspace.stateText()).not.toMatch(/eyJ/);
    });

    test("sends exactly the fields that differ in an update", async () => {
      await workspace.configure(configuration(after));
      const masks = await masksOf(async () => {
        expect(await workspace.apply()).toContain("0 added, 5 changed, 0 destroyed");
      });
      expect(masks).toEqual({
        groups: "description",
        identities: "claimMatch",
        roles: "capabilities",
        roleBindings: "roleUid",
        repos: "name,catalogTier,bundles",
      });
      expect(await workspace.isSettled()).toBe(true);
    });

    test("corrects changes made elsewhere, and keeps those to other fields", async () => {
      await client.repos.update(uidOf("platform_repo.images"), { description: "changed by hand", bundles: ["ai"] });
      await client.groups.update(uidOf("platform_group.team"), { description: "" });
      await client.roleBindings.update(uidOf("platform_role_binding.ci"), { roleUid: editor! });
      const masks = await masksOf(async () => {
        const applied = await workspace.apply();
        expect(applied).toContain("0 added, 3 changed, 0 destroyed");
        expect(applied).not.toContain("-> (known after apply)");
      });
      expect(masks).toEqual({ groups: "description", roleBindings: "roleUid", repos: "description,bundles" });
      await expect(client.repos.get(uidOf("platform_repo.images"))).resolves.toMatchObject({
        name: "container images",
        description: "",
        bundles: ["base", "fips"],
      });
      expect(await workspace.isSettled()).toBe(true);
    });

    test("imports by uid, with blocks and with the command", async () => {
      const [group, identity, role, binding, repo] = [
        "group.team",
        "identity.ci",
        "role.lister",
        "role_binding.ci",
        "repo.images",
      ].map((address) => [`platform_${address}`, uidOf(`platform_${address}`)] as const);
      const blocks = [group!, identity!, binding!, repo!];
      await workspace.succeed("state", "rm", ...blocks.map(([address]) => address), role![0]);
      const imports = blocks.map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`);
      await workspace.configure(configuration(after));
      expect(await workspace.succeed("import", ...role!)).toContain("Import successful!");
      await workspace.configure(`${configuration(after)}${imports.join("")}`);
      const masks = await masksOf(async () => {
        // The role's description is configured as "", which an import reads as null: a change without a request.
        expect(await workspace.apply()).toContain("4 imported, 0 added, 1 changed, 0 destroyed");
      });
      expect(masks).toEqual({});
      await workspace.configure(configuration(after));
      expect(await workspace.isSettled()).toBe(true);
    });

    test("replaces a resource for a new value of an immutable field", async () => {
      const old = uidOf("platform_role_binding.ci");
      await workspace.configure(configuration({ ...after, bound: "operator" }));
      expect(await workspace.apply()).toContain("1 added, 0 changed, 1 destroyed");
      await expect(client.roleBindings.get(old)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(client.roleBindings.get(uidOf("platform_role_binding.ci"))).resolves.toMatchObject({
        identity: { name: "operator" },
      });
    });

    test("recreates what was deleted outside of Terraform", async () => {
      const old = uidOf("platform_repo.images");
      await client.repos.delete(old);
      const applied = await workspace.apply();
      expect(applied).toContain('Warning: The repo "container images" was deleted outside of Terraform');
      expect(applied).toContain("1 added, 0 changed, 0 destroyed");
      expect(uidOf("platform_repo.images")).not.toBe(old);
    });

    test("destroys everything in an order that the service accepts", async () => {
      const group = uidOf("platform_group.team");
      await client.repos.delete(uidOf("platform_repo.images"));
      expect(await workspace.succeed("destroy", "-auto-approve", "-refresh=false")).toContain("6 destroyed");
      await expect(client.groups.get(group)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  });
}
