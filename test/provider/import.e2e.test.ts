import type { PlatformClient } from "../../src/client";
import { builtInRole } from "../../src/model";
import { providerSource } from "../../src/provider/install";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

const viewer = builtInRole("viewer").uid;

const keys = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}';
const digest = `sha256:${"0".repeat(64)}`;

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `what exists and is imported with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let workspace: Workspace;
    beforeAll(async () => {
      platform = await startPlatform();
      client = platform.client();
      workspace = new Workspace(engine, platform.environment());
    });
    afterAll(async () => {
      workspace?.close();
      await platform?.close();
    });

    /** One of each type: the fields that are given, and those that are not. */
    async function existing(): Promise<Record<string, string>> {
      const top = platform.groupUid;
      const group = await client.groups.create(top, { name: "team", description: "what exists" });
      const claimMatch = { issuer: "https://a.example.com", subject: "ci", claims: { environment: "prod" } };
      const identity = await client.identities.create(group.uid, { name: "ci", claimMatch });
      const staticKeys = { issuer: "https://b.example.com", subject: "op", issuerKeys: keys };
      await client.identities.create(group.uid, { name: "op", staticKeys });
      const role = await client.roles.create(group.uid, { name: "lister", capabilities: ["groups.list"] });
      const binding = await client.roleBindings.create(group.uid, { identityUid: identity.uid, roleUid: viewer });
      const repo = await client.repos.create(group.uid, { name: "images", bundles: ["base"] });
      const copy = await client.repos.create(group.uid, { name: "copy", sync_config: { source: repo.uid } });
      const tag = await client.tags.create(repo.uid, { name: "latest", digest });
      const oidc = { issuer: "https://login.example.com", clientId: "platform", pkceEnabled: true };
      const provider = await client.identityProviders.create(top, { name: "staff", defaultRole: viewer, oidc });
      const secret = { issuer: "https://login.example.com", clientId: "platform", clientSecret: "not to be imported" };
      await client.identityProviders.create(top, { name: "partners", defaultRole: viewer, oidc: secret });
      const invite = await client.groupInvites.create(group.uid, { roleUid: viewer, ttl: "3600s" });
      const github = { appInstallations: { "42": { installations: [{ installationId: "9007199254740993" }] } } };
      await client.accountAssociations.create(group.uid, { name: "clouds", github });
      return {
        "platform_group.team": "example/team",
        "platform_identity.ci": identity.uid,
        "platform_identity.op": "example/team/op",
        "platform_role.lister": role.uid,
        "platform_role_binding.ci": binding.uid,
        "platform_repo.images": repo.uid,
        "platform_repo.copy": copy.uid,
        "platform_tag.latest": tag.uid,
        "platform_identity_provider.staff": provider.uid,
        "platform_identity_provider.partners": "example/partners",
        "platform_group_invite.join": invite.uid,
        "platform_account_association.clouds": "example/team",
      };
    }

    test("gets a configuration that leaves nothing to do", async () => {
      const imports = Object.entries(await existing());
      await workspace.configure(imports.map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`).join(""));
      await workspace.succeed("plan", "-generate-config-out=generated.tf");
      const applied = await workspace.apply();
      expect(applied).toContain(`${imports.length} imported, 0 added, 0 changed, 0 destroyed`);
      await workspace.configure("");
      expect(await workspace.isSettled()).toBe(true);
      expect(workspace.state()["platform_repo.images"]).toMatchObject({ description: null, bundles: ["base"] });
      expect(workspace.stateText()).toContain("9007199254740993");
    });

    test("is taken over from the live deployment's published provider, with a moved block", async () => {
      const { uid } = await client.repos.create(platform.groupUid, { name: "moved", description: "what exists" });
      const instances = [{ schema_version: 0, attributes: { id: uid, name: "moved" } }];
      const resource = { mode: "managed", type: "chainguard_image_repo", name: "images", instances };
      const moved = new Workspace(engine, platform.environment());
      try {
        moved.writeState([{ ...resource, provider: `provider["${providerSource}"]` }]);
        await moved.configure(`
moved {
  from = chainguard_image_repo.images
  to   = platform_repo.images
}
resource "platform_repo" "images" {
  group_uid   = "${platform.groupUid}"
  name        = "moved"
  description = "what exists"
}
`);
        expect(await moved.apply()).toContain("0 added, 0 changed, 0 destroyed");
        expect(moved.state()).toMatchObject({ "platform_repo.images": { uid, group_uid: platform.groupUid } });
      } finally {
        moved.close();
      }
    });
  });
});

describeWith(
  ["tofu"],
  "what exists and is imported by its identity, which OpenTofu knows and Terraform 1.11 does not",
  () => {
    test("is in the state, together with its identity", async () => {
      const platform = await startPlatform();
      const workspace = new Workspace("tofu", platform.environment());
      try {
        const { uid } = await platform.client().repos.create(platform.groupUid, { name: "images" });
        await workspace.configure(`
import {
  to       = platform_repo.images
  identity = { uid = "${uid}" }
}
resource "platform_repo" "images" {
  group_uid = "${platform.groupUid}"
  name      = "images"
}
`);
        expect(await workspace.apply()).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
        expect(workspace.stateText()).toMatch(/"identity": \{\s*"uid": "/);
      } finally {
        workspace.close();
        await platform.close();
      }
    });
  },
);
