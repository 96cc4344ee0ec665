import { spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { providerSource } from "../../src/provider/install";
import { readSigningKey } from "../../src/provider/release/openpgp";
import { mirrorProvider, packageProvider, type ReleaseOptions } from "../../src/provider/release/package";

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

const release = async (name: string, options: ReleaseOptions = {}) => {
  const out = path.join(directory, name);
  return { out, ...(await packageProvider(out, { plugin, version: "1.2.3", ...options })) };
};
const newKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
const json = (...file: string[]) => JSON.parse(readFileSync(path.join(...file), "utf8"));

test("a release contains a zip per platform, the manifest, and the checksums of both", async () => {
  const { out, version, files } = await release("out");
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

test("packages the same plugin into identical bytes, regardless of time and place of the build", async () => {
  const signingKey = readSigningKey(newKey());
  const first = await release("first", { signingKey });
  for (const name of readdirSync(plugin)) utimesSync(path.join(plugin, name), 1e9, 1e9);
  const second = await release("second", { signingKey });
  for (const name of first.files)
    expect(readFileSync(path.join(second.out, name)).equals(readFileSync(path.join(first.out, name)))).toBe(true);
});

test("a mirror keeps its versions and lists all of them for web clients", async () => {
  const mirror = path.join(directory, "mirror");
  await mirrorProvider(mirror, { plugin, version: "1.2.3" });
  await mirrorProvider(mirror, { plugin, version: "1.10.0-rc1" });
  const folder = path.join(mirror, providerSource);
  expect(json(folder, "index.json")).toEqual({ versions: { "1.2.3": {}, "1.10.0-rc1": {} } });
  const url = `${program}_1.2.3_darwin_arm64.zip`;
  expect(json(folder, "1.2.3.json").archives.darwin_arm64).toEqual({
    hashes: [expect.stringMatching(/^h1:/), `zh:${sha256(path.join(folder, url))}`],
    url,
  });
});

test("packages only the named platforms", async () => {
  const { platforms: packaged, files } = await release("out", { platforms: ["linux_arm64"] });
  expect(packaged).toEqual(["linux_arm64"]);
  expect(files.filter((name) => name.endsWith(".zip"))).toEqual([`${program}_1.2.3_linux_arm64.zip`]);
});

describe("a signing key", () => {
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
  const encrypted = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;

  test.each([
    ["of another kind", String(curve), "must be an RSA key of at least 2048 bits"],
    ["with a passphrase", encrypted, "is encrypted; remove its passphrase"],
    ["that is no key", "-----BEGIN PGP PRIVATE KEY BLOCK-----", "is not a PEM-encoded private key"],
  ])("%s is rejected", (_, pem, problem) => {
    expect(() => readSigningKey(pem)).toThrow(problem);
  });

  test("makes a signature of the checksums that GnuPG verifies", async () => {
    const { out, files } = await release("out", { signingKey: readSigningKey(newKey()) });
    const [checksums, signature, key] = ["SHA256SUMS", "SHA256SUMS.sig", "signing_key.asc"].map((part) =>
      path.join(out, `${program}_1.2.3_${part}`),
    );
    expect(files).toContain(path.basename(signature!));
    const home = path.join(directory, "gnupg");
    mkdirSync(home, { mode: 0o700 });
    const gpg = (...args: string[]) => spawnSync("gpg", ["--homedir", home, "--batch", ...args], { encoding: "utf8" });
    const { error, status } = gpg("--import", key!);
    // Machines without GnuPG verify it in the tests of the registry, with Terraform.
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return;
    expect(status).toBe(0);
    expect(gpg("--verify", signature!, checksums!).stderr).toContain("Good signature");
    writeFileSync(checksums!, "changed");
    expect(gpg("--verify", signature!, checksums!).stderr).toContain("BAD signature");
  });
});

test("names the missing file if the plugin has not been built", async () => {
  rmSync(path.join(plugin, program));
  await expect(release("out")).rejects.toThrow(
    `the provider has not been built: ${path.join(plugin, program)} is missing`,
  );
});
