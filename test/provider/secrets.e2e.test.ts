import { builtInRole } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, shareWorkspace, Workspace } from "./workspace";

const viewer = builtInRole("viewer").uid;

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `secrets with ${engine}`, () => {
    let platform: TestPlatform;
    let workspace: Workspace;
    shareWorkspace(
      engine,
      (shared) => {
        ({ platform, workspace } = shared);
      },
      { registryHost: "registry.example.com" },
    );

    const staff = (secret: string, version: number, more = "") => `
resource "platform_identity_provider" "staff" {
  group_uid    = "${platform.groupUid}"
  name         = "staff"
  default_role = "${viewer}"
  oidc = {
    issuer                = "https://login.example.com"
    client_id             = "platform"
    client_secret         = "${secret}"
    client_secret_version = ${version}
    ${more}
  }
}
`;

    async function masks(configuration: string): Promise<(string | undefined)[]> {
      const from = platform.requests.length;
      await workspace.configure(configuration);
      await workspace.apply();
      const asked = platform.requests.slice(from).filter(({ method }) => method === "PATCH");
      return asked.map(({ updateMask }) => updateMask);
    }

    test("sends only the secret when its version changes, and stores it in no state", async () => {
      await masks(staff("hidden-1", 1));
      expect(await masks(staff("hidden-2", 1))).toEqual([]);
      expect(await masks(staff("hidden-2", 2))).toEqual(["oidc.clientSecret"]);
      expect(await masks(staff("hidden-2", 2, 'additional_scopes = ["groups"]'))).toEqual(["oidc"]);
      expect(await workspace.isSettled()).toBe(true);
      expect(workspace.stateText()).not.toContain("hidden");
      expect(workspace.stateText()).toContain('"client_secret_version": "2"');
    });

    test("warns in the plan before a stored secret is removed, and only then", async () => {
      const bare = (version = "") =>
        staff("hidden", 1, `pkce_enabled = true\n${version}`).replace(
          /\n *client_secret(_version)? += ("hidden"|1)(?=\n)/g,
          "",
        );
      const warning = 'The stored oidc.client_secret of the identity provider "staff" will be removed';
      const plan = async (configuration: string) => {
        await workspace.configure(configuration);
        return (await workspace.succeed("plan")).replace(/[│╵╷\s]+/g, " ");
      };
      await masks(staff("hidden", 10, "pkce_enabled = true"));
      expect(await plan(bare())).toContain(warning);
      expect(await plan(bare('client_secret_version = "11"'))).toContain(warning);
      expect(await plan(staff("", 11, "pkce_enabled = true"))).toContain(warning);
      for (const kept of [bare('client_secret_version = "10"'), staff("hidden", 11, "pkce_enabled = true")])
        expect(await plan(kept)).not.toContain("Warning");
    });

    test("shows no secret in output, plans and traces, and requests in traces", async () => {
      const traced = new Workspace(engine, {
        ...platform.environment(),
        TF_LOG: "trace",
        TF_VAR_secret: "hidden-3",
      });
      try {
        await traced.configure(`
variable "secret" {
  type      = string
  ephemeral = true
}
ephemeral "platform_token" "registry" {}
provider "platform" {
  alias = "other"
  token = ephemeral.platform_token.registry.token
}
resource "platform_group_invite" "all" {
  provider  = platform.other
  group_uid = "${platform.groupUid}"
  role_uid  = "${viewer}"
  ttl       = "3600s"
}
${staff("VAR", 1).replace('"VAR"', "var.secret")}`);
        const planned = await traced.run("plan", "-out=plan");
        const applied = await traced.run("apply", "plan");
        const shown = await traced.run("show", "-json", "plan");
        expect(applied.stdout).toContain("2 added, 0 changed, 0 destroyed");
        const logged = `: POST /iam/v2beta1/identityProviders/${platform.groupUid}: `;
        const [fields = ""] = applied.errors.slice(applied.errors.indexOf(logged) + logged.length).split("timestamp=");
        expect(fields).toMatch(/\bstatus=200\b/);
        expect(fields).toMatch(/\brequest_id=\S+/);
        const code = String(traced.state()["platform_group_invite.all"]?.code);
        const told = [planned, applied, shown].flatMap(({ stdout, errors }) => [stdout, errors]).join("");
        for (const secret of ["hidden-3", "eyJ", code]) expect(told).not.toContain(secret);
      } finally {
        traced.close();
      }
    });

    test("keeps an invite's code, and replaces the invite for another ttl or when it has expired", async () => {
      const invite = (ttl: string) => `
resource "platform_group_invite" "all" {
  group_uid = "${platform.groupUid}"
  role_uid  = "${viewer}"
  ttl       = "${ttl}"
}
`;
      await workspace.configure(invite("3600s"));
      await workspace.apply();
      const code = () => String(workspace.state()["platform_group_invite.all"]?.code);
      const first = code();
      expect(first).toMatch(/^\S{20,}$/);
      expect(await workspace.isSettled()).toBe(true);
      await workspace.configure(invite("60m"));
      expect(await workspace.isSettled()).toBe(true);
      await workspace.configure(invite("7d"));
      expect(await workspace.apply()).toContain("1 added, 0 changed, 1 destroyed");
      expect(code()).not.toBe(first);
    });

    test("passes on a token without storing it, and computes with uids", async () => {
      await workspace.configure(`
ephemeral "platform_token" "registry" {
  audience = "registry.example.com"
}
resource "terraform_data" "login" {
  provisioner "local-exec" {
    command     = "test -n \\"$TOKEN\\""
    environment = { TOKEN = ephemeral.platform_token.registry.token }
  }
}
output "root" {
  value = provider::platform::uid_root("${platform.identityUid}")
}
`);
      await workspace.apply();
      expect(await workspace.succeed("output", "root")).toContain(`"${platform.groupUid}"`);
      expect(workspace.stateText()).not.toContain("eyJ");
    });
  });
});
