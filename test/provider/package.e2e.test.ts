import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { platforms, providerSource } from "../../src/provider/install";
import { packageVersion } from "../../src/provider/package-info";
import { platformctl } from "../cli/run";
import { describeWith, engines, terraformEnvironment } from "../engines";

test("platformctl prints the packaged files and their directory", async () => {
  const out = mkdtempSync(path.join(tmpdir(), "release-"));
  const { code, stdout, stderr } = await platformctl("provider", "package", "--program", "node", "--out", out);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`${providerSource} ${packageVersion()} is packaged in ${out} for ${platforms.join(", ")}\n`);
  expect(readdirSync(out)).toHaveLength(platforms.length + 2);
  rmSync(out, { recursive: true });
});

describeWith(["terraform"], "a mirror created by platformctl", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "mirror-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  test("serves Terraform to install and start the provider", async () => {
    const mirror = path.join(directory, "mirror");
    const { code, stdout, stderr } = await platformctl("provider", "install", "--mirror", mirror);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`is installed in ${mirror} for linux_amd64, `);

    const work = path.join(directory, "work");
    mkdirSync(work);
    writeFileSync(
      path.join(work, "main.tf"),
      `terraform {\n  required_providers {\n    platform = { source = "${providerSource}" }\n  }\n}\n` +
        'resource "platform_group" "team" {\n  name = "team"\n}\n',
    );
    const env = terraformEnvironment(path.join(directory, "machine"), { pluginMirror: mirror });
    const terraform = (...args: string[]) => execFileSync(engines.terraform!.path, args, { cwd: work, env });
    terraform("init");
    terraform("validate");
    expect(readFileSync(path.join(work, ".terraform.lock.hcl"), "utf8")).toContain('"h1:');
  });
});
