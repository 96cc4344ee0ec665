import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { providerSource } from "../../src/provider/install";
import { mirrorProvider, packageProvider } from "../../src/provider/package";

const platforms = ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"];
const program = "terraform-provider-platform";

let directory: string;
let plugin: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "package-"));
  plugin = path.join(directory, "plugin");
  mkdirSync(plugin);
  writeFileSync(path.join(plugin, program), "#!/usr/bin/env node\n");
  writeFileSync(path.join(plugin, "plugin.cjs"), "built\n");
});
afterEach(() => rmSync(directory, { recursive: true }));

const release = (name: string, version = "1.2.3") => {
  const out = path.join(directory, name);
  return { out, ...packageProvider(out, { plugin, version }) };
};
const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
const json = (...file: string[]) => JSON.parse(readFileSync(path.join(...file), "utf8"));

test("a release contains a zip per platform, the manifest, and the checksums of both", () => {
  const { out, version, files } = release("out");
  const zips = platforms.map((platform) => `${program}_1.2.3_${platform}.zip`);
  expect(version).toBe("1.2.3");
  expect(files).toEqual([...zips, `${program}_1.2.3_manifest.json`, `${program}_1.2.3_SHA256SUMS`]);
  expect(readdirSync(out).sort()).toEqual([...files].sort());
  expect(json(out, `${program}_1.2.3_manifest.json`)).toEqual({
    version: 1,
    metadata: { protocol_versions: ["6.0"] },
  });
  expect(readFileSync(path.join(out, `${program}_1.2.3_SHA256SUMS`), "utf8")).toBe(
    [...zips, `${program}_1.2.3_manifest.json`].map((name) => `${sha256(path.join(out, name))}  ${name}\n`).join(""),
  );
});

test("packages the same plugin into identical bytes, regardless of time and place of the build", () => {
  const first = release("first");
  for (const name of readdirSync(plugin)) utimesSync(path.join(plugin, name), 1e9, 1e9);
  const second = release("second");
  for (const name of first.files)
    expect(readFileSync(path.join(second.out, name)).equals(readFileSync(path.join(first.out, name)))).toBe(true);
});

test("a mirror keeps its versions and lists all of them for web clients", () => {
  const mirror = path.join(directory, "mirror");
  mirrorProvider(mirror, { plugin, version: "1.2.3" });
  mirrorProvider(mirror, { plugin, version: "1.10.0-rc1" });
  const folder = path.join(mirror, providerSource);
  expect(json(folder, "index.json")).toEqual({ versions: { "1.2.3": {}, "1.10.0-rc1": {} } });
  const url = `${program}_1.2.3_darwin_arm64.zip`;
  expect(json(folder, "1.2.3.json").archives.darwin_arm64).toEqual({
    hashes: [`zh:${sha256(path.join(folder, url))}`],
    url,
  });
});

test("names the missing file if the plugin has not been built", () => {
  rmSync(path.join(plugin, program));
  expect(() => release("out")).toThrow(`the provider has not been built: ${path.join(plugin, program)} is missing`);
});
