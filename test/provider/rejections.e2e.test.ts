import type { PlatformClient } from "../../src/client";
import { builtInRole } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

const owner = builtInRole("owner").uid;

const occurrences = (text: string, sought: string): number => text.split(sought).length - 1;

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `rejections and requests with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let workspace: Workspace;
    beforeAll(async () => {
      platform = await startPlatform();
      client = platform.client();
    });
    beforeEach(() => {
      workspace = new Workspace(engine, platform.environment());
    });
    afterEach(() => workspace.close());
    afterAll(() => platform?.close());

    const groups = (count: number) => `
resource "platform_group" "team" {
  count      = ${count}
  parent_uid = "${platform.groupUid}"
  name       = "team \${count.index}"
}
`;

    test("validates a create without a request, and plans it with at most one name lookup", async () => {
      const from = platform.requests.length;
      await workspace.configure(groups(3));
      await workspace.succeed("validate");
      expect(platform.requests.length).toBe(from);
      expect(await workspace.succeed("plan")).toContain("3 to add");
      const [exchange, ...lookups] = platform.requests.slice(from);
      expect(exchange!.path).toMatch(/\/sts\/exchange$/);
      expect(lookups.length).toBeLessThanOrEqual(3);
      expect(new Set(lookups.map(({ method, path }) => `${method} ${path}`))).toEqual(
        new Set(["GET /iam/v2beta1/groups"]),
      );
    });

    test("sends no request for a provider without resources, with any settings", async () => {
      const from = platform.requests.length;
      await workspace.configure('provider "platform" {\n  identity = "nobody"\n}\n');
      await workspace.apply();
      expect(platform.requests.length).toBe(from);
    });

    test("shares the first command's token with later ones, and reads each resource once", async () => {
      await workspace.configure(groups(10));
      await workspace.apply();
      const made = platform.requests.length;
      expect(await workspace.isSettled()).toBe(true);
      const exchanges = platform.requests.filter(({ path }) => path.endsWith("/sts/exchange"));
      expect(exchanges).toHaveLength(1);
      expect(platform.requests.length - made).toBeLessThanOrEqual(10);
      await workspace.succeed("destroy", "-auto-approve");
    });

    test("reports invalid values at their attributes, without a request", async () => {
      const from = platform.requests.length;
      await workspace.configure(`
resource "platform_identity" "ci" {
  group_uid = "${platform.groupUid}"
  name      = "CI"
  claim_match = {
    issuer  = "nowhere"
    subject = "x"
  }
}
resource "platform_group" "top" {
  name = "top"
}
data "platform_role" "viewer" {
  name = "viewer"
  uid  = "${owner}"
}
`);
      const { code, errors } = await workspace.run("validate");
      expect(code).toBe(1);
      expect(errors).toMatch(
        /Error: Invalid name .* name = "CI" name is "CI", which must contain only lowercase letters, digits, spaces, "\.", "_" and "-"\./,
      );
      expect(errors).toMatch(
        /Error: Invalid claim_match\.issuer .* claim_match = \{ .* 13: \} claim_match\.issuer is "nowhere", which must be an https or http URL/,
      );
      expect(errors).toContain("Error: Invalid name");
      expect(errors).toContain("exactly one of uid, name may be set");
      expect(platform.requests.length).toBe(from);
    });

    test("rejects a group without parent_uid", async () => {
      await workspace.configure('resource "platform_group" "top" {\n  name = "top"\n}\n');
      const { errors } = await workspace.run("plan");
      expect(errors).toContain("Error: A group cannot be created without parent_uid");
    });

    test("reports missing settings as one error, and contradicting ones as another", async () => {
      const bare = new Workspace(engine, {});
      try {
        await bare.configure(`provider "platform" {}\n${groups(3)}`);
        const missing = await bare.run("plan");
        expect(occurrences(missing.errors, "Error: ")).toBe(1);
        expect(missing.errors).toContain("Error: The platform provider is not configured");
        expect(missing.errors).toContain("base_url (PLATFORM_BASE_URL) is not set");
        expect(missing.errors).toContain("token (PLATFORM_TOKEN) is not set");

        const provider = `provider "platform" {\n  base_url = "${platform.baseUrl}"\n  token = "a"\n  identity = "b"\n}\n`;
        await bare.configure(`${provider}${groups(3)}`);
        const contradicting = await bare.run("plan");
        expect(occurrences(contradicting.errors, "Error: ")).toBe(1);
        expect(contradicting.errors).toContain("token (PLATFORM_TOKEN) conflicts with identity (PLATFORM_IDENTITY)");
      } finally {
        bare.close();
      }
    });

    test("reports a rejected token in full once, and does not retry it", async () => {
      const identities = [1, 2, 3].map(
        (n) => `data "platform_identity" "n${n}" {\n  uid = "${platform.identityUid}"\n}\n`,
      );
      const provider = 'provider "platform" {\n  token = "forged"\n}\n';
      await workspace.configure(`${provider}${identities.join("")}`);
      const { errors } = await workspace.run("plan", "-parallelism=1");
      expect(occurrences(errors, "Error: ")).toBe(3);
      expect(occurrences(errors, "No further API calls will be made in this run.")).toBe(1);
      const line =
        "Cannot find the identity: authentication failed (see the first error of this run): Unauthenticated: ";
      expect(occurrences(errors, line)).toBe(2);
    });

    test("reports a rejected exchange in full once, and does not retry it", async () => {
      const stranger = new Workspace(engine, platform.environment({ subject: "repo:someone/else" }));
      try {
        const from = platform.requests.length;
        await stranger.configure(
          [1, 2, 3].map((n) => `data "platform_identity" "n${n}" {\n  uid = "${platform.identityUid}"\n}\n`).join(""),
        );
        const { errors } = await stranger.run("plan");
        expect(occurrences(errors, "Cannot exchange the identity token")).toBe(3);
        expect(occurrences(errors, "authentication failed (see the first error of this run): Cannot exchange")).toBe(2);
        expect(platform.requests.slice(from).map(({ path }) => path)).toEqual([
          expect.stringContaining("/sts/exchange"),
        ]);
      } finally {
        stranger.close();
      }
    });

    /** OpenTofu sends no identity on delete, and stores none if that fails. */
    const resourcesIn = (state: string): unknown =>
      JSON.parse(state, (name, value) =>
        engine === "tofu" && ["identity", "identity_schema_version"].includes(name) ? undefined : value,
      ).resources;

    test("fails the plan of an identity whose role binding was removed, and keeps the state", async () => {
      const group = await client.groups.create(platform.groupUid, { name: "lent" });
      const claimMatch = { issuer: platform.issuer.issuer, subject: "lent" };
      const identity = await client.identities.create(platform.groupUid, { name: "lent", claimMatch });
      const binding = await client.roleBindings.create(group.uid, { identityUid: identity.uid, roleUid: owner });
      const lent = new Workspace(engine, platform.environment({ subject: "lent", identity: identity.uid }));
      try {
        await lent.configure(`
resource "platform_group" "below" {
  parent_uid = "${group.uid}"
  name       = "below"
}
resource "platform_repo" "images" {
  group_uid = platform_group.below.uid
  name      = "images"
}
`);
        await lent.apply();
        const state = lent.stateText();
        await client.roleBindings.delete(binding.uid);

        const from = platform.requests.length;
        const { code, errors } = await lent.run("plan");
        expect(code).toBe(1);
        expect(errors).toContain("Error: The group is not visible to this identity");
        const uid = String(lent.state()["platform_group.below"]?.uid);
        expect(errors).toContain(`The service returns NOT_FOUND for ${uid}`);
        expect(errors).toContain(`Grant the identity a role with groups.list at ${group.uid} or above`);
        const tests = platform.requests
          .slice(from)
          .filter(({ path }) => path.endsWith(`${group.uid}:testCapabilities`));
        expect(tests).toHaveLength(1);

        const destroy = await lent.run("destroy", "-auto-approve", "-refresh=false");
        expect(destroy.errors).toContain("Error: The repo is not visible to this identity");
        expect(lent.state()).toMatchObject({
          "platform_group.below": { uid },
          "platform_repo.images": { name: "images" },
        });
        expect(resourcesIn(lent.stateText())).toEqual(resourcesIn(state));
      } finally {
        lent.close();
      }
    });

    test("keeps resources and role bindings in the state for an identity reduced to groups.list", async () => {
      const group = await client.groups.create(platform.groupUid, { name: "partial" });
      const claimMatch = { issuer: platform.issuer.issuer, subject: "partial" };
      const identity = await client.identities.create(platform.groupUid, { name: "partial", claimMatch });
      const { capabilities } = await client.roles.get(owner);
      const role = await client.roles.create(platform.groupUid, { name: "partial", capabilities });
      await client.roleBindings.create(group.uid, { identityUid: identity.uid, roleUid: role.uid });
      const partial = new Workspace(engine, platform.environment({ subject: "partial", identity: identity.uid }));
      try {
        await partial.configure(`
resource "platform_identity" "robot" {
  group_uid   = "${group.uid}"
  name        = "robot"
  claim_match = { issuer = "https://issuer.example.com", subject = "robot" }
}
resource "platform_role_binding" "robot" {
  group_uid    = "${group.uid}"
  identity_uid = platform_identity.robot.uid
  role_uid     = "${builtInRole("viewer").uid}"
}
`);
        await partial.apply();
        const state = partial.stateText();
        await client.roles.update(role.uid, { capabilities: ["groups.list"] });
        const plan = await partial.run("plan");
        expect(plan.code).toBe(1);
        expect(plan.errors).toContain("Error: The identity is not visible to this identity");
        expect(plan.errors).toContain(`role with identity.list at ${group.uid} or above`);
        for (const refresh of ["true", "false"]) {
          const destroy = await partial.run("destroy", "-auto-approve", `-refresh=${refresh}`);
          expect(destroy.code).toBe(1);
          expect(destroy.errors).toContain("is not visible to this identity");
          expect(resourcesIn(partial.stateText())).toEqual(resourcesIn(state));
        }
        await client.roles.update(role.uid, { capabilities });
        expect(await partial.succeed("plan")).toContain("No changes.");
      } finally {
        partial.close();
      }
    });

    test("fails only operations that need the service while settings are unknown", async () => {
      const provider = `
resource "terraform_data" "url" {
  input = "${platform.baseUrl}"
}
provider "platform" {
  base_url = terraform_data.url.output
}
`;
      await workspace.configure(`${provider}${groups(1)}`);
      expect(await workspace.succeed("plan")).toContain("2 to add");

      const lookup = `data "platform_identity" "owner" {\n  uid = "${platform.identityUid}"\n}\n`;
      await workspace.configure(`${provider}${lookup}`);
      const { errors } = await workspace.run("plan");
      expect(errors).toContain("Error: Provider settings not known until apply: base_url");
    });

    test("rejects an import of a missing resource or with an invalid id", async () => {
      await workspace.configure(`
resource "platform_repo" "images" {
  group_uid = "${platform.groupUid}"
  name      = "images"
}
`);
      const name = await workspace.run("import", "platform_repo.images", "example/nothing");
      expect(name.errors).toContain(`Not found: no repo named "nothing" directly in ${platform.groupUid}.`);
      const root = await workspace.run("import", "platform_repo.images", platform.groupUid);
      expect(root.errors).toContain("for each level below the root, at least one");
      const nothing = await workspace.run("import", "platform_repo.images", `${platform.groupUid}/0123456789abcdef`);
      expect(nothing.errors).toContain("Cannot import non-existent remote object");
    });

    test("names the scope or the candidates for a lookup with no match or several", async () => {
      const parent = await client.groups.create(platform.groupUid, { name: "twins" });
      const twins = await Promise.all([1, 2].map(() => client.groups.create(parent.uid, { name: "twin" })));
      await workspace.configure(`
data "platform_group" "none" {
  name       = "nobody"
  parent_uid = "${parent.uid}"
}
data "platform_group" "several" {
  name           = "twin"
  descendants_of = "${platform.groupUid}"
}
`);
      const { errors } = await workspace.run("plan");
      expect(errors).toContain(`no group named "nobody" directly in ${parent.uid}`);
      for (const { uid } of twins) expect(errors).toContain(uid);
    });

    test("reports how to proceed if a group cannot be deleted because it has children or is a root", async () => {
      await workspace.configure(`
import {
  to = platform_group.organization
  id = "example"
}
resource "platform_group" "organization" {
  name = "example"
}
resource "platform_group" "full" {
  parent_uid = platform_group.organization.uid
  name       = "full"
}
`);
      await workspace.apply();
      const uid = String(workspace.state()["platform_group.full"]?.uid);
      const inside = await client.repos.create(uid, { name: "stray" });
      const full = await workspace.run("destroy", "-auto-approve");
      expect(full.errors).toContain('Error: Cannot delete the group "full"');
      expect(full.errors).toContain(`Delete the resources in it first, such as ${inside.uid}.`);
      await client.repos.delete(inside.uid);
      const top = await workspace.run("destroy", "-auto-approve");
      expect(top.errors).toContain('Error: Cannot delete the group "example"');
      expect(top.errors).toContain("with a removed block that has destroy = false");
      await expect(client.groups.get(uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    test("reports errors of the service at the resource, with advice", async () => {
      const existing = await client.repos.create(platform.groupUid, { name: "taken" });
      await workspace.configure(`
resource "platform_repo" "taken" {
  group_uid = "${platform.groupUid}"
  name      = "taken"
}
resource "platform_repo" "own" {
  group_uid = "${platform.groupUid}"
  name      = "own"
  lifecycle {
    create_before_destroy = true
  }
}
`);
      const { errors } = await workspace.run("apply", "-auto-approve");
      expect(errors).toContain("Error: Cannot create the repo with platform_repo.taken");
      expect(errors).toContain(`import it by its uid: ${existing.uid}`);
      const replaced = await workspace.run("apply", "-auto-approve", "-replace=platform_repo.own");
      expect(replaced.errors).toContain("create_before_destroy creates the new one before the old one is deleted");
    });
  });
});
