import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installProvider, platforms, providerSource } from "../../src/provider/install";
import { packageVersion } from "../../src/provider/package-info";

let directory: string;
let plugin: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "install-"));
  plugin = path.join(directory, "plugin");
  mkdirSync(plugin);
  writeFileSync(path.join(plugin, "terraform-provider-platform"), "#!/usr/bin/env node\n");
  writeFileSync(path.join(plugin, "plugin.cjs"), "built\n");
  writeFileSync(path.join(plugin, "package.json"), '{"type":"commonjs"}\n');
});
afterEach(() => rmSync(directory, { recursive: true }));

const install = (version = "1.2.3") => installProvider(path.join(directory, "plugins"), { plugin, version });

test("installs the provider for every platform, under its full address and version", () => {
  const { version, directories } = install();
  expect(version).toBe("1.2.3");
  expect(Object.keys(directories)).toEqual(["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"]);
  for (const platform of platforms) {
    expect(directories[platform]).toBe(
      path.join(directory, "plugins", ...providerSource.split("/"), "1.2.3", platform),
    );
    expect(readdirSync(directories[platform]).sort()).toEqual([
      "package.json",
      "plugin.cjs",
      "terraform-provider-platform_v1.2.3",
    ]);
    const program = path.join(directories[platform], "terraform-provider-platform_v1.2.3");
    expect(readFileSync(program, "utf8")).toBe("#!/usr/bin/env node\n");
    expect(statSync(program).mode & 0o777).toBe(0o755);
  }
});

test("leaves unchanged files untouched", () => {
  const file = path.join(install().directories.linux_amd64, "plugin.cjs");
  const before = statSync(file);
  install();
  expect(statSync(file).ino).toBe(before.ino);
});

test("replaces an earlier build of the same version, without leftovers", () => {
  const target = install().directories.linux_amd64;
  writeFileSync(path.join(target, "left.cjs"), "");
  writeFileSync(path.join(plugin, "plugin.cjs"), "built again\n");
  chmodSync(path.join(target, "terraform-provider-platform_v1.2.3"), 0o600);
  install();
  expect(readFileSync(path.join(target, "plugin.cjs"), "utf8")).toBe("built again\n");
  expect(readdirSync(target)).toHaveLength(3);
  expect(statSync(path.join(target, "terraform-provider-platform_v1.2.3")).mode & 0o777).toBe(0o755);
});

test("installs another version beside the existing one", () => {
  const one = install("1.2.3").directories.linux_amd64;
  const other = install("1.2.4").directories.linux_amd64;
  expect(readdirSync(one)).toContain("terraform-provider-platform_v1.2.3");
  expect(readdirSync(other)).toContain("terraform-provider-platform_v1.2.4");
});

test("names the missing file if the plugin has not been built", () => {
  rmSync(path.join(plugin, "terraform-provider-platform"));
  expect(() => install()).toThrow(
    `the provider has not been built: ${path.join(plugin, "terraform-provider-platform")} is missing`,
  );
});

test("uses the package's version by default", () => {
  expect(installProvider(directory, { plugin }).version).toBe(packageVersion());
});

test("Jest finds no repeated package names in a project with the provider", () => {
  installProvider(path.join(directory, "plugins"));
  writeFileSync(path.join(directory, "empty.test.js"), 'test("nothing", () => {});\n');
  const options = ["--config", "{}", "--rootDir", directory];
  const { status, stdout, stderr } = spawnSync(process.execPath, [require.resolve("jest/bin/jest"), ...options], {
    encoding: "utf8",
  });
  expect({ status, output: `${stdout}${stderr}` }).toEqual({
    status: 0,
    output: expect.not.stringContaining("collision"),
  });
});
