import type { PlatformClient } from "../../src/client";
import { builtInRole } from "../../src/model";
import { providerSource } from "../../src/provider/install";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, shareWorkspace, Workspace } from "./workspace";

const viewer = builtInRole("viewer").uid;

const keys = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}';
const digest = `sha256:${"0".repeat(64)}`;

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `imported resources with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let workspace: Workspace;
    shareWorkspace(engine, (shared) => {
      ({ platform, client, workspace } = shared);
    });

    /** Creates one resource of each type, and returns import ids by address. */
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

    test("plans no changes with the generated configuration", async () => {
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

    test("moves each type of the published provider's resources with moved blocks", async () => {
      const parent = (await client.groups.create(platform.groupUid, { name: "moved" })).uid;
      const repo = await client.repos.create(parent, { name: "images", description: "what exists", bundles: ["base"] });
      const tag = await client.tags.create(repo.uid, { name: "v1", digest: `sha256:${"a".repeat(64)}` });
      const claims = { issuer: "https://issuer.example.com", subject: "moved" };
      const identity = await client.identities.create(parent, { name: "ci", claimMatch: claims });
      const role = await client.roles.create(parent, { name: "lister", capabilities: ["groups.list"] });
      const binding = await client.roleBindings.create(parent, { identityUid: identity.uid, roleUid: role.uid });
      const invite = await client.groupInvites.create(parent, { roleUid: role.uid, ttl: "3600s" });
      const login = { issuer: "https://people.example.com", clientId: "platform", pkceEnabled: true };
      const idp = { name: "moved", defaultRole: viewer, oidc: login };
      const people = await client.identityProviders.create(platform.groupUid, idp);
      await client.accountAssociations.create(parent, {
        name: "accounts",
        amazon: { account: "123456789012" },
        chainguard: { serviceBindings: { INGESTER: identity.uid } },
      });
      const group = `group_uid = "${parent}"`;
      const rows: [from: string, to: string, state: object, configuration: string][] = [
        [
          "group",
          "group",
          { id: parent, name: "moved", description: null, parent_id: platform.groupUid, verified: false },
          `parent_uid = "${platform.groupUid}"\n  name = "moved"`,
        ],
        [
          "image_repo",
          "repo",
          { id: repo.uid, parent_id: parent, name: "images", bundles: ["base"], tier: null, sync_config: null },
          `${group}\n  name = "images"\n  description = "what exists"\n  bundles = ["base"]`,
        ],
        [
          "image_tag",
          "tag",
          { id: tag.uid, repo_id: repo.uid, name: "v1", bundles: null },
          `repo_uid = "${repo.uid}"\n  name = "v1"\n  digest = "${tag.digest}"`,
        ],
        [
          "identity",
          "identity",
          { id: identity.uid, parent_id: parent, name: "ci", claim_match: claims, static: null },
          `${group}\n  name = "ci"\n  claim_match = { issuer = "${claims.issuer}", subject = "moved" }`,
        ],
        [
          "role",
          "role",
          { id: role.uid, parent_id: parent, name: "lister", capabilities: ["groups.list"] },
          `${group}\n  name = "lister"\n  capabilities = ["groups.list"]`,
        ],
        [
          "rolebinding",
          "role_binding",
          { id: binding.uid, group: parent, identity: identity.uid, role: role.uid },
          `${group}\n  identity_uid = "${identity.uid}"\n  role_uid = "${role.uid}"`,
        ],
        [
          "group_invite",
          "group_invite",
          { id: invite.uid, group: parent, role: role.uid, expiration: invite.expirationTime, code: invite.code },
          `${group}\n  role_uid = "${role.uid}"\n  ttl = "3600s"`,
        ],
        [
          "identity_provider",
          "identity_provider",
          { id: people.uid, parent_id: platform.groupUid, name: "moved", default_role: viewer, oidc: [] },
          `group_uid = "${platform.groupUid}"\n  name = "moved"\n  default_role = "${viewer}"\n` +
            `  oidc = { issuer = "${login.issuer}", client_id = "platform", pkce_enabled = true }`,
        ],
        [
          "account_associations",
          "account_association",
          { id: parent, group: parent, name: "accounts", amazon: { account: "123456789012" }, google: null },
          `${group}\n  name = "accounts"\n  amazon = { account = "123456789012" }\n` +
            `  chainguard = { service_bindings = { INGESTER = "${identity.uid}" } }`,
        ],
      ];
      const moved = new Workspace(engine, platform.environment());
      try {
        moved.writeState(
          rows.map(([from, , attributes]) => ({
            mode: "managed",
            type: `chainguard_${from}`,
            name: "it",
            provider: `provider["${providerSource}"]`,
            instances: [{ schema_version: 0, attributes }],
          })),
        );
        const blocks = rows.map(
          ([from, to, , body]) =>
            `moved {\n  from = chainguard_${from}.it\n  to   = platform_${to}.it\n}\n` +
            `resource "platform_${to}" "it" {\n  ${body}\n}\n`,
        );
        await moved.configure(blocks.join(""));
        expect(await moved.apply()).toContain("0 added, 0 changed, 0 destroyed");
        const state = moved.state();
        expect(Object.keys(state)).toHaveLength(rows.length);
        expect(state).toMatchObject({
          "platform_repo.it": { uid: repo.uid, group_uid: parent },
          "platform_tag.it": { uid: tag.uid, repo_uid: repo.uid },
          "platform_group_invite.it": { uid: invite.uid, code: invite.code },
          "platform_account_association.it": { chainguard: { service_bindings: { INGESTER: identity.uid } } },
        });
      } finally {
        moved.close();
      }
    });
  });
});

describeWith(["tofu"], "resource identities, which OpenTofu supports and Terraform 1.11 does not", () => {
  test("imports by resource identity and stores it in the state", async () => {
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
});
