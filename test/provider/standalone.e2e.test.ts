import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCertificate } from "../../src/provider/plugin/transport/certificate";
import { RUNTIME_VERSION } from "../../src/provider/release";
import { type RunningService, startService } from "../../src/service";
import { describeWith } from "../engines";
import { startPlugin } from "./plugin/client";
import { type EngineName, Workspace } from "./workspace";

/**
 * The standalone executable with each engine, without Node.js in PATH. `TEST_PROVIDER=standalone` runs all other tests
 * with Terraform on it too.
 */
describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine, "standalone"], `the standalone executable with ${engine}`, () => {
    const directory = mkdtempSync(path.join(tmpdir(), "standalone-"));
    const authority = path.join(directory, "ca.pem");
    let platform: RunningService;
    let groupUid: string;
    let workspace: Workspace;
    beforeAll(async () => {
      const { certificate, privateKey } = createCertificate();
      const key = path.join(directory, "key.pem");
      writeFileSync(authority, certificate);
      writeFileSync(key, privateKey);
      platform = await startService({ data: ":memory:", tls: { certificate: authority, key } });
      const { createOrganization, tokens } = platform.platform;
      const owner = await createOrganization({ name: "example", issuer: "https://ci.example.com", subject: "main" });
      groupUid = owner.groupUid;
      // The certificate is valid for localhost only.
      const baseUrl = platform.baseUrl.replace("127.0.0.1", "localhost");
      const settings = { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: await tokens.mint(owner) };
      workspace = new Workspace(engine, { ...settings, PLATFORM_CA_FILE: authority }, "standalone");
    });
    afterAll(async () => {
      workspace?.close();
      await platform?.close();
      rmSync(directory, { recursive: true });
    });

    const team = (description: string) => `
      resource "platform_group" "team" {
        parent_uid  = "${groupUid}"
        name        = "team"
        description = "${description}"
      }
      resource "platform_repo" "images" {
        count     = 12
        group_uid = platform_group.team.uid
        name      = "images-\${count.index}"
      }
      data "platform_role" "viewer" {
        name = "viewer"
      }
    `;

    test("creates, updates and settles over https with a private CA", async () => {
      await workspace.configure(team("first"));
      expect(await workspace.apply()).toContain("13 added, 0 changed, 0 destroyed");
      await workspace.configure(team("second"));
      expect(await workspace.apply()).toContain("0 added, 1 changed, 0 destroyed");
      expect(await workspace.isSettled()).toBe(true);
      expect(workspace.state()["platform_group.team"]).toMatchObject({ description: "second" });
    });

    test("names its runtime in the debug log", async () => {
      const log = path.join(directory, `${engine}.log`);
      await workspace.with({ TF_LOG_PROVIDER: "DEBUG", TF_LOG_PATH: log }).succeed("plan");
      expect(readFileSync(log, "utf8")).toContain(`Bun ${RUNTIME_VERSION} (standalone executable)`);
    });

    test("names the setting for an untrusted CA, and the address of a platform that cannot be reached", async () => {
      const untrusting = workspace.with({ PLATFORM_CA_FILE: undefined });
      expect((await untrusting.run("plan")).errors).toContain("set ca_file or PLATFORM_CA_FILE");
      const unreachable = workspace.with({ PLATFORM_BASE_URL: "http://127.0.0.1:1" });
      expect((await unreachable.run("plan")).errors).toContain(
        "Cannot reach http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1",
      );
    });

    test("runs and reads nothing from the working directory", async () => {
      const trace = path.join(directory, "ran");
      const inDirectory = (name: string) => path.join(workspace.directory, name);
      writeFileSync(inDirectory("trace.js"), `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "");\n`);
      writeFileSync(inDirectory("bunfig.toml"), `preload = ["./trace.js"]\n`);
      writeFileSync(inDirectory(".env"), "PLATFORM_TOKEN=another\nPLATFORM_BASE_URL=http://127.0.0.1:1\n");
      const withoutToken = workspace.with({ PLATFORM_TOKEN: undefined });
      expect((await withoutToken.run("plan")).errors).toContain("PLATFORM_TOKEN");
      expect(await workspace.isSettled()).toBe(true);
      expect(existsSync(trace)).toBe(false);
    });

    test("speaks TCP, as on Windows", async () => {
      const [plugins = ""] = workspace.pluginDirectories;
      const [program = ""] = readdirSync(plugins);
      renameSync(path.join(plugins, program), path.join(plugins, "executable"));
      const script = `#!/bin/sh\nexec "$\{0%/*}/executable" --tcp\n`;
      writeFileSync(path.join(plugins, program), script, { mode: 0o755 });
      rmSync(path.join(workspace.directory, ".terraform.lock.hcl"));
      const { handshake, process: child } = await startPlugin(path.join(plugins, program));
      expect(handshake[2]).toBe("tcp");
      child.kill();
      await workspace.succeed("init");
      expect(await workspace.succeed("destroy", "-auto-approve")).toContain("13 destroyed");
    });
  });
});
